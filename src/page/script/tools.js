// The tools under the board: turning the board, automatic steps, sharing and settings, with their panels.

/** Opens and closes a panel at its button. Escape and a click outside of the panel close it. */
class Popup {
  constructor(button, panel) {
    Object.assign(this, { button, panel });
    panel.classList.add("popup");
    panel.hidden = true;
    panel.id ||= `popup-${(Popup.count = (Popup.count ?? 0) + 1)}`;
    button.setAttribute("aria-expanded", "false");
    button.setAttribute("aria-controls", panel.id);
    button.addEventListener("click", () => (panel.hidden ? this.open() : this.close()));
    // Keys in a panel do not step through the game.
    panel.addEventListener("keydown", (event) => event.stopPropagation());
    for (const node of [panel, button]) {
      node.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || panel.hidden) return;
        event.preventDefault();
        this.close();
      });
    }
    button.closest("dialog")?.addEventListener("close", () => this.close(false));
    document.addEventListener("pointerdown", (event) => {
      if (!panel.hidden && !panel.contains(event.target) && !button.contains(event.target)) this.close(false);
    });
  }

  open() {
    this.panel.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.place();
    const controls = [...this.panel.querySelectorAll("button, select, input")];
    controls.find((it) => it.offsetParent !== null)?.focus({ preventScroll: true });
    this.opened?.();
  }

  close(focus = true) {
    this.panel.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    if (focus) this.button.focus({ preventScroll: true });
  }

  /** Moves the panel above or below its button, inside the window. */
  place() {
    const button = this.button.getBoundingClientRect();
    const panel = this.panel.getBoundingClientRect();
    const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
    const above = button.top - panel.height - 6;
    const below = button.bottom + 6;
    const top = below + panel.height <= height ? below : Math.max(8, above);
    this.panel.style.left = `${Math.max(8, Math.min(button.left, width - panel.width - 8))}px`;
    this.panel.style.top = `${Math.max(8, Math.min(top, height - panel.height - 8))}px`;
  }
}

/** Fills the tools of a viewer. */
class BoardTools {
  constructor(viewer) {
    this.viewer = viewer;
    this.root = viewer.root.querySelector(".tools");
    this.autoplay = new Autoplay(viewer);
    this.flip = this.button("flip", "flip-board", "short-flip", "f");
    this.flip.addEventListener("click", () => this.turn());
    this.play = this.button("play", "autoplay", "short-play", say("key-space-name"));
    this.play.addEventListener("click", () => this.autoplay.toggle());
    this.autoplay.changed = (runs) => {
      this.play.setAttribute("aria-pressed", String(runs));
      this.play.querySelector("svg").replaceWith(icon(runs ? "pause" : "play"));
    };
    for (const button of [this.flip, this.play]) button.setAttribute("aria-pressed", "false");
    this.share = new Share(viewer, this.button("share", "share", "share"));
    this.settings = this.button("settings", "board-settings", "short-settings");
    new Popup(this.settings, this.settingsPanel());
    viewer.root.addEventListener("keydown", (event) => this.press(event));
    viewer.root.addEventListener("close", () => this.autoplay.stop());
    attachGestures(viewer);
  }

  /** Adds a button with an icon and, on wide screens, a short name. Its title contains the key, if there is one. */
  button(shape, name, short, key) {
    const title = key ? `${say(name)} (${key})` : say(name);
    const button = make("button", { type: "button", "data-tool": name, "aria-label": say(name), title }, icon(shape), make("span", { class: "name" }, say(short)));
    this.root.append(button);
    return button;
  }

  turn() {
    this.viewer.board.flip();
    this.flip.setAttribute("aria-pressed", String(this.viewer.board.flipped));
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.matches("input, select, textarea, summary")) return;
    if (event.key === "f") this.turn();
    // A focused button has the space key for itself.
    else if (event.key === " " && !event.target.matches("button, a")) this.autoplay.toggle();
    else return;
    event.preventDefault();
  }

  settingsPanel() {
    const { viewer } = this;
    const show = () => {
      viewer.board.dress();
      if (viewer.board.shown) viewer.board.show(...viewer.board.shown);
    };
    const choice = (name, setting, values, after) => {
      const options = values.map(([value, words]) => make("option", { value, selected: String(boardSettings[setting]) === String(value) }, words));
      const select = make("select", { "data-setting": setting }, ...options);
      select.addEventListener("change", () => {
        const value = typeof boardSettings[setting] === "number" ? Number(select.value) : select.value;
        setBoardSetting(setting, value);
        after();
      });
      const isOfBoard = typeof boardSettings[setting] !== "number";
      return make("label", { class: isOfBoard ? "row of-board" : "row" }, make("span", {}, say(name)), select);
    };
    const coordinates = make("input", { type: "checkbox", "data-setting": "coordinates", checked: boardSettings.coordinates });
    coordinates.addEventListener("change", () => {
      setBoardSetting("coordinates", coordinates.checked);
      show();
    });
    const speeds = [0.5, 1, 1.5, 2, 3, 5].map((seconds) => [seconds, say("short-seconds", numbers.format(seconds))]);
    const panel = make(
      "div",
      { class: "settings", role: "group", "aria-label": say("board-settings") },
      make("h3", {}, say("board-settings")),
      choice("piece-set", "pieces", PIECE_SETS.map((name, at) => [name, say(PIECE_SET_WORDS[at])]), show),
      choice("board-colours", "colours", BOARD_COLOURS.map((name, at) => [name, say(BOARD_COLOUR_WORDS[at])]), show),
      make("label", { class: "row of-board" }, make("span", {}, say("coordinates")), coordinates),
      choice("autoplay-speed", "seconds", speeds, () => this.autoplay.restart()),
    );
    viewer.root.append(panel);
    return panel;
  }
}
