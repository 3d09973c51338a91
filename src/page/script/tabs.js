// The tabs of the page. Each tab shows a part of the results; the address holds the tab that the user has chosen.

/** The tabs in their order, each with the sections that it shows. */
const PAGE_TABS = {
  findings: ["findings"],
  games: ["games"],
  openings: ["openings"],
  players: ["players"],
  standings: ["standings", "cross"],
  archive: ["archive"],
  charts: ["charts"],
};

class PageTabs {
  /**
   * @param count returns the number of rows of a tab, an empty string without a number, or `undefined` if the tab has no content
   * @param onShow called with the name of a tab when it is shown
   */
  constructor(count, onShow) {
    Object.assign(this, { count, onShow });
    this.root = document.querySelector(".sections");
    // Without scripts, the totals of a report are visible.
    document.querySelector("main").classList.add("tabbed");
    const names = Object.keys(PAGE_TABS);
    this.buttons = new Map(names.map((name) => [name, this.button(name)]));
    this.root.append(...this.buttons.values());
    for (const section of Object.values(PAGE_TABS).flat()) document.getElementById(section).setAttribute("role", "tabpanel");
    this.root.addEventListener("click", (event) => {
      const { section } = event.target.closest("button")?.dataset ?? {};
      if (section && section !== this.current) this.choose(section, true);
    });
    this.root.addEventListener("keydown", (event) => this.press(event));
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      const name = event.target.closest("a")?.hash.replace(/^#|-head$/g, "");
      if (!name) return;
      event.preventDefault();
      this.choose(name);
      document.querySelector(`#${name} table`)?.focus();
    });
    addressParts.push((add) => add("tab", this.wanted === this.available()[0] ? undefined : this.wanted));
  }

  button(name) {
    const attributes = { type: "button", role: "tab", id: `section-${name}`, "data-section": name, "aria-controls": name, hidden: true };
    return make("button", attributes, document.getElementById(`${name}-head`).textContent, " ", make("span", { class: "count" }));
  }

  /** Returns the names of the tabs that have content. */
  available() {
    return Object.keys(PAGE_TABS).filter((name) => this.count(name) !== undefined);
  }

  /** Shows the numbers of rows, and the tab that the user has chosen, if it has content. Otherwise shows the first tab, unless the
   * user has the focus in another one. */
  update() {
    const names = this.available();
    for (const [name, button] of this.buttons) {
      const count = this.count(name);
      button.hidden = count === undefined;
      button.querySelector(".count").textContent = count ?? "";
    }
    this.root.hidden = names.length < 2;
    const isUsed = names.includes(this.current) && document.getElementById(this.current).contains(document.activeElement);
    const shown = names.includes(this.wanted) ? this.wanted : isUsed ? this.current : names[0];
    if (shown !== this.current) this.show(shown);
  }

  show(name) {
    this.current = name;
    for (const [it, button] of this.buttons) {
      const isShown = it === name;
      button.setAttribute("aria-selected", String(isShown));
      button.tabIndex = isShown ? 0 : -1;
      for (const section of PAGE_TABS[it]) document.getElementById(section).classList.toggle("shown", isShown);
    }
    this.buttons.get(name)?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    this.onShow(name);
  }

  /** Shows a tab that the user has chosen. `isPushed` adds an entry to the history, so that Back returns to the tab before. */
  choose(name, isPushed = false) {
    this.wanted = name;
    this.update();
    if (isPushed) pushAddress();
    else writeFilters();
  }

  press(event) {
    const names = this.available();
    const at = names.indexOf(event.target.dataset.section);
    const last = names.length - 1;
    const next = { ArrowLeft: at > 0 ? at - 1 : last, ArrowRight: at < last ? at + 1 : 0, Home: 0, End: last }[event.key];
    if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.choose(names[next]);
    this.buttons.get(names[next]).focus();
  }

  /** Restores the tab from the parameters of the address. */
  restore(parameters) {
    const name = parameters.get("tab");
    this.wanted = name in PAGE_TABS ? name : undefined;
    this.update();
  }
}

/** Opens and closes the options next to a button, which are always visible on wide screens. */
document.addEventListener("click", (event) => {
  const button = event.target.closest(".toggle");
  if (button) button.setAttribute("aria-expanded", String(button.getAttribute("aria-expanded") !== "true"));
});
