// The settings of a check: the profile, the lowest severity, the rules, and further text of a configuration file.

/** The name under which the browser stores the settings of the check. */
const CHECK_SETTINGS = "check";

/** Returns the names of the kinds of games. */
function kindsOf(ofGames) {
  return new Set(ofGames.map(({ kind }) => kind ?? "shogi"));
}

class CheckSettings {
  /** @param ask asks the module to use settings; returns the values that apply, and fails if the settings have an error
   * @param apply called with the settings when they have changed and have no error
   * @param note called with a message for the user */
  constructor(ask, apply, note) {
    Object.assign(this, { ask, apply, note });
    /** `true` if the user has selected a profile, even the usual one. */
    this.isProfileChosen = false;
    /** The text of the last configuration file without an error. */
    this.valid = "";
    this.profile = document.getElementById("app-profile");
    this.severity = document.getElementById("app-severity");
    this.dialog = document.getElementById("app-rules");
    this.toml = document.getElementById("app-toml");
    this.ignored = new Set();
    this.fill();
    this.listen();
  }

  fill() {
    this.profile.append(...frame.application.profiles.map(({ name, title }) => make("option", { value: name }, title)));
    this.profile.value = frame.application.profile;
    const collator = new Intl.Collator(frame.language);
    const rules = Object.entries(frame.rules).sort(([, a], [, b]) => collator.compare(a.title, b.title));
    const fieldset = (words, isMember) => {
      const members = rules.filter(([name, rule]) => isMember(rule, name in frame.application.rules));
      return make("fieldset", {}, make("legend", {}, words), ...members.map(([name, rule]) => this.box(name, rule)));
    };
    const ofKind = ([kind, words]) => fieldset(words, (rule, isOfOtherGames) => rule.kind === kind && !isOfOtherGames);
    const ofOtherGames = fieldset(say("app-rules-other-games"), (_, isOfOtherGames) => isOfOtherGames);
    this.dialog.querySelector(".rule-list").append(...frame.kinds.map(ofKind), ofOtherGames);
    this.boxes = [...this.dialog.querySelectorAll(".rule-list input")];
  }

  /** Returns the box of a rule, with its title, and its condition in short. Its name in configuration files is shown
   * with the text of such a file. */
  box(name, { title, japanese, what }) {
    const box = make("input", { type: "checkbox", value: name });
    box.checked = true;
    const words = make("span", {}, title, " ", make("code", {}, name), make("small", {}, what));
    const label = make("label", { class: "rule" }, box, words);
    label.dataset.words = fold(`${name} ${title} ${japanese ?? ""} ${what}`);
    return label;
  }

  listen() {
    this.profile.addEventListener("change", () => (this.isProfileChosen = true));
    for (const choice of [this.profile, this.severity]) {
      choice.addEventListener("change", async () => {
        const error = await this.change();
        if (error) this.note(error);
      });
    }
    this.dialog.addEventListener("close", () => this.restore());
    this.search = this.dialog.querySelector("input[type=search]");
    this.search.addEventListener("input", () => this.filter());
  }

  /** Shows the rules that have the words of the search. Rules of games other than shogi are shown only if such a game is open. */
  filter() {
    const words = fold(this.search.value).split(/\s+/);
    const kinds = kindsOf(games);
    for (const { value, parentElement: label } of this.boxes) {
      const isOfOpenGame = frame.application.rules[value]?.some((game) => kinds.has(game)) ?? true;
      label.hidden = !isOfOpenGame || !words.every((word) => label.dataset.words.includes(word));
    }
    for (const set of this.dialog.querySelectorAll("fieldset")) set.hidden = !set.querySelector("label:not([hidden])");
  }

  /** Shows the settings of the last visit, and returns them. Returns `undefined` if there are none. The settings of a file that was
   * found in a folder are not stored. */
  recall() {
    let stored;
    try {
      stored = JSON.parse(readSetting(CHECK_SETTINGS));
      this.ignored = new Set(stored.settings.options.ignore ?? []);
      this.isProfileChosen = stored.isProfileChosen;
      this.toml.value = stored.settings.toml;
      [this.profile.value, this.severity.value] = stored.chosen;
      this.show(stored.applied);
    } catch {
      return undefined;
    }
    this.valid = this.toml.value;
    this.showCount();
    return stored.settings;
  }

  /** Returns to the usual settings, and forgets the stored ones. */
  discard() {
    storeSetting(CHECK_SETTINGS, "");
    this.ignored.clear();
    this.isProfileChosen = false;
    this.toml.value = "";
    this.valid = "";
    this.profile.value = frame.application.profile;
    this.severity.value = "note";
    this.show({ config: [] });
    this.showCount();
  }

  /** Shows the number of rules that are left out, and of configuration files. */
  showCount() {
    const count = this.ignored.size + (this.toml.value.trim() ? 1 : 0);
    document.querySelector(".app-settings .changed").textContent = count ? say("app-changed", numbers.format(count)) : "";
  }

  /** Opens the list of rules with the settings that apply. */
  open() {
    for (const box of this.boxes) box.checked = !this.ignored.has(box.value);
    this.complain("");
    this.filter();
    this.dialog.showModal();
  }

  /** Selects all visible rules, or none of them. */
  selectAll(isSelected) {
    for (const box of this.boxes) if (!box.parentElement.hidden) box.checked = isSelected;
  }

  /** Applies the settings of the dialog, and closes it unless they have an error. */
  async applyRules() {
    const before = this.ignored;
    this.ignored = new Set(this.boxes.filter((box) => !box.checked).map((box) => box.value));
    const error = await this.change();
    this.complain(error ?? "");
    if (error) this.ignored = before;
    else {
      this.isFound = false;
      this.dialog.close();
    }
  }

  complain(error) {
    this.dialog.querySelector(".problem").textContent = error;
  }

  /** Uses the text of a configuration file that was found in a folder. */
  async configure(text) {
    this.toml.value = text;
    this.isFound = true;
    const error = await this.change();
    if (error) {
      this.open();
      this.complain(error);
      this.isRefused = true;
      this.toml.closest("details").open = true;
    }
  }

  /** Returns to the last configuration file without an error. */
  async restore() {
    if (this.toml.value === this.valid) return;
    this.toml.value = this.valid;
    await this.change();
    if (this.isRefused) this.note(say("app-configuration-ignored"));
    this.isRefused = false;
  }

  /** Removes the configuration file that was found in a folder whose files are closed. */
  async forget() {
    if (!this.isFound) return;
    this.toml.value = "";
    this.isFound = false;
    await this.change();
  }

  async change() {
    this.showCount();
    let applied;
    const settings = { toml: this.toml.value, options: this.options() };
    try {
      applied = await this.ask(settings);
      // The configuration file takes precedence over the choices of the page.
      const stated = applied.config.filter((key) => key in settings.options);
      if (stated.length > 0) {
        for (const key of stated) delete settings.options[key];
        applied = await this.ask(settings);
      }
      this.show(applied);
    } catch (error) {
      return error.message;
    }
    this.valid = this.toml.value;
    const chosen = [this.profile, this.severity].map((choice) => (choice.disabled ? choice.chosen : choice.value));
    if (!this.isFound) storeSetting(CHECK_SETTINGS, JSON.stringify({ settings, applied, chosen, isProfileChosen: this.isProfileChosen }));
    this.apply(settings);
    return undefined;
  }

  /** Returns the options that the user has chosen. */
  options() {
    const chosen = (choice) => (choice.disabled ? choice.chosen : choice.value);
    return {
      ...(this.isProfileChosen && { profile: chosen(this.profile) }),
      ...(chosen(this.severity) !== "note" && { severity: chosen(this.severity) }),
      ...(this.ignored.size > 0 && { ignore: [...this.ignored] }),
    };
  }

  /** Shows the values that apply. A value of the configuration file cannot be chosen. */
  show(applied) {
    for (const [choice, key] of [[this.profile, "profile"], [this.severity, "severity"]]) {
      const isStated = applied.config.includes(key);
      if (isStated && !choice.disabled) choice.chosen = choice.value;
      if (!isStated && choice.disabled) choice.value = choice.chosen;
      choice.disabled = isStated;
      if (isStated) choice.value = applied[key];
    }
  }
}
