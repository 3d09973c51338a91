// The list of games in the application: files are checked one after the other, and the list grows.

/** Minimum time between two updates of the tables during a check (milliseconds). */
const UPDATE_INTERVAL = 400;

/** Maximum time between two updates of the tables during a check (milliseconds). */
const MAX_UPDATE_INTERVAL = 2500;

/** Maximum number of records of a file at which the module may fail. */
const MAX_FAILURES = 1000;

/** The formats in which a game is copied. SFEN and BOD hold only a position. */
const SHARED_FORMATS = ["KIF", "KI2", "CSA", "USI", "SFEN", "BOD"];

/** Returns whether two records have the same place in a file. */
const isSamePlace = (one, two) => one !== undefined && two !== undefined && one[0] === two[0] && one[1] === two[1];

/** Returns the numbers of findings by severity, or `undefined` without findings. */
const severityCounts = (found) => (found.length ? Object.keys(weights).map((name) => found.filter(({ s }) => s === name).length) : undefined);

/** The data of the application. The rows of the games are in `games`, as in a report; everything else about a game is asked
 * for when the game is opened. */
class ApplicationSource extends ReportSource {
  constructor() {
    super();
    this.files = [];
    /** The sheets of results, each with its path and its file. */
    this.sheets = [];
    /** For each game, its file, and its place in it: the number of the member of an archive, and the number of the record. */
    this.places = [];
    /** The main line of each game in the form of the library, for the search for positions. */
    this.mainLines = [];
    /** The settings that apply: the text of a configuration file, and options; `undefined` for the usual ones. */
    this.settings = undefined;
    this.checking = this.newEngine(true);
    this.asking = this.newEngine(true);
  }

  /** Returns an engine with the settings that apply. */
  newEngine(isRenewed) {
    return new Engine((ask) => this.settings && ask({ do: "settings", ...this.settings }), isRenewed);
  }

  async read() {}

  /** Returns `true` if an edited text could not be checked, so that it is not part of its file. */
  get hasDrafts() {
    return this.files.some((file) => file.draft !== undefined || [...(file.edited?.values() ?? [])].some((it) => it.draft !== undefined));
  }

  /** Returns `true` if a text was edited and not saved. */
  get hasUnsaved() {
    const isUnsaved = (file) => file.isUnsaved || file.draft !== undefined;
    return this.files.some((file) => isUnsaved(file) || [...(file.edited?.values() ?? [])].some(isUnsaved));
  }

  /** Returns `true` if the text of a game was edited and not saved. */
  isUnsaved(game) {
    const { file } = this.places[game.id] ?? {};
    return Boolean(file?.isUnsaved) || file?.draft !== undefined;
  }

  /** Returns the title and the date at the top of a sheet about games: those of the report, or the only event of the games and today. */
  sheetHead(rows) {
    const { title, date } = document.getElementById("app-report").querySelector("form").elements;
    const events = new Set(rows.map(eventOf).filter(Boolean));
    const event = events.size === 1 ? [...events][0] : undefined;
    return { title: title.value.trim() || event || say("app-report-title-usual"), date: date.value.trim() || today() };
  }

  /** Asks for something about a game. */
  ask(game, request, take) {
    const { file, at } = this.places[game.id];
    return this.askFile(file, { at, ...request }, take);
  }

  /** Asks for something about a file. The worker keeps the bytes of the last file, and does not get them again. */
  async askFile({ path, file }, request, take) {
    const worker = await this.asking.ready();
    const isSame = this.kept?.worker === worker && this.kept.file === file && this.kept.path === path;
    this.kept = { worker, path, file };
    try {
      return await this.asking.ask({ ...request, path, ...(isSame ? { same: true } : { keep: true }) }, isSame ? undefined : file, take);
    } catch (error) {
      this.kept = undefined;
      throw error;
    }
  }

  /** Returns the data of a game for the viewer. A problem is not reported if `isQuiet` is set. */
  async detail(game, isQuiet = false) {
    if (this.last?.game === game) return this.last.detail;
    let answer = {};
    let problem;
    try {
      answer = await this.ask(game, { do: "detail" });
    } catch (error) {
      problem = error.message;
      if (!isQuiet) this.onError?.(say("app-unreadable", file(game), problem));
    }
    const detail = { ...gameDetail(game, answer.moves, answer.details, answer.comments), problem };
    this.last = { game, detail };
    return detail;
  }

  async formats(game) {
    const { targets } = await this.ask(game, { do: "targets" });
    const reasonOf = (format) => targets.find(({ name }) => name === format.toLowerCase())?.reason;
    return SHARED_FORMATS.map((name) => ({ name, label: say(`format-${name}`), reason: reasonOf(name) }));
  }

  /** Returns all formats in which files are written, each with the reason if it cannot hold a game. */
  async targets(game) {
    return (await this.ask(game, { do: "targets" })).targets;
  }

  /** Writes a game in a format. CSA and USI have a single line, which is given by its number. */
  async write(game, format, line = 0) {
    if (line > 0 && ["CSA", "USI"].includes(format)) return super.write(game, format, line);
    const request = { do: "write", target: format.toLowerCase(), encoding: "UTF-8", newline: "lf" };
    const { bytes, losses = [], reason } = await this.ask(game, request);
    return reason === undefined ? { losses: losses.map(({ words }) => words), text: new TextDecoder().decode(bytes ?? new ArrayBuffer(0)) } : { losses: [], reason };
  }

  /** Returns the parameter of the address that holds a game, if it was opened from a link. */
  linkParameter(game) {
    const { packed } = this.places[game.id]?.file ?? {};
    return packed ? `g=${packed}` : undefined;
  }

  /** Returns the link that holds a game, or the text if the page has no address, or the reason why there is no link. */
  shareLink(game, place) {
    return linkOf(game, place);
  }

  /** Returns the rows of the QR code of a text. */
  async code(text) {
    return (await this.asking.ask({ do: "code", text })).rows;
  }

  /** Removes the finding that a new record has no moves. */
  leaveOutEmpty({ isNew }, rows, lists) {
    if (!isNew) return;
    for (const [at, found = []] of lists.entries()) {
      lists[at] = found.filter(({ rule }) => rule !== "no-moves");
      rows[at].f = severityCounts(lists[at]);
    }
  }

  /** Adds the games of an answer, and returns the place of the last one. */
  addBatch(file, { games: rows, findings: lists, places, bytes }) {
    const first = games.length;
    const room = OPEN_GAMES - first;
    this.leaveOutEmpty(file, rows, lists);
    this.addGames(rows.slice(0, room), lists);
    this.mainLines.push(...splitMainLines(bytes).slice(0, room));
    for (const [index, at] of places.slice(0, room).entries()) {
      this.places[first + index] = { file, at };
      file.games.push(first + index);
    }
    return places.at(-1);
  }

  /** Returns the numbers of the games in the same file, or in the same member of an archive, as a game. */
  siblings(game) {
    const { file, at } = this.places[game.id];
    return file.games.filter((id) => this.places[id].file === file && this.places[id].at[0] === at[0]);
  }

  /** Replaces the text of the file or member of a game by an edited text, and checks it. `original` is the text before the first
   * change, and `isOriginal` is `true` if the change was undone. Returns the numbers of games in the new and in the old text. */
  async edit(game, blob, original, isOriginal) {
    const { file, at: [member] } = this.places[game.id];
    const ids = this.siblings(game);
    let edited = file;
    if (file.isArchive) {
      edited = new OpenFile(game.path, blob);
      edited.isMember = true;
      file.edited ??= new Map();
      file.edited.set(member, edited);
    }
    edited.file = blob;
    edited.isUnsaved = !isOriginal;
    edited.original = original;
    return this.checkEdited(edited, ids);
  }

  /** Checks an edited text, and replaces the rows of its games. A game that the text does not contain any more keeps its row. */
  async checkEdited(edited, ids) {
    const rows = [];
    const add = ({ games: all = [], findings: lists, places, bytes }) => {
      const mainLines = splitMainLines(bytes);
      this.leaveOutEmpty(edited, all, lists ?? []);
      for (const [index, row] of all.entries()) rows.push({ row, found: lists[index], at: places[index], mainLine: mainLines[index] });
    };
    await this.asking.ask({ do: "check", path: edited.path }, edited.file, add);
    edited.games = ids;
    for (const [index, id] of ids.entries()) {
      if (!rows[index]) break;
      const { row, found, at, mainLine } = rows[index];
      this.places[id] = { file: edited, at };
      this.mainLines[id] = mainLine;
      this.replaceGame(games[id], row, found);
    }
    return [rows.length, ids.length];
  }

  /** Puts the edited members of an archive in the place of the members that were read again. */
  async restoreEdited(file) {
    for (const [member, edited] of file.edited ?? []) {
      const ids = file.games.filter((id) => this.places[id].at[0] === member);
      await this.checkEdited(edited, ids);
    }
  }

  /** Compares the records with each other and with the sheets, and returns the findings between them. `note` is called with the
   * reason why a sheet cannot be used, and its path. */
  async compare(note) {
    const engine = this.newEngine(false);
    try {
      await engine.ask({ do: "begin-comparison" });
      for (const { path, file } of this.sheets) {
        try {
          await engine.ask({ do: "add-sheet", path }, file);
        } catch (error) {
          if (error instanceof ModuleFailure) throw error;
          note(say("app-unreadable", path, error.message), path);
        }
      }
      for (const { path, file } of this.files) await engine.ask({ do: "compare", path }, file);
      return await engine.ask({ do: "end-comparison" });
    } finally {
      engine.stop();
    }
  }

  /** Replaces the findings between records by those of a comparison. */
  setCompared({ found: lists, sheets }) {
    archived.length = 0;
    for (const game of games) if (game.found.some(isBetweenRecords)) this.setFound(game, game.found.filter((finding) => !isBetweenRecords(finding)));
    const key = (path, at) => JSON.stringify([path, at]);
    const byPlace = new Map(games.map((game) => [key(game.path, this.places[game.id].at), game]));
    for (const { path, at, found } of lists) {
      const game = byPlace.get(key(path, at));
      if (!game) continue;
      for (const finding of found) finding.game = game;
      this.setFound(game, [...game.found, ...found]);
      archived.push(...found);
    }
    addSheets(sheets);
    archived.sort((one, two) => (one.game?.id ?? games.length) - (two.game?.id ?? games.length));
  }

  /** Sets the findings of a game, and counts them. */
  setFound(game, found) {
    game.found = found;
    for (const [number, finding] of found.entries()) finding.number = number;
    game.f = severityCounts(found);
  }

  /** Replaces the row and the findings of a game. */
  replaceGame(game, row, found) {
    for (let at = archived.length - 1; at >= 0; at -= 1) if (archived[at].game === game) archived.splice(at, 1);
    for (let at = findings.length - 1; at >= 0; at -= 1) if (findings[at].game === game) findings.splice(at, 1);
    for (const name of Object.keys(game)) if (!["id", "path", "n"].includes(name)) delete game[name];
    for (const [name, value] of Object.entries(row)) if (!["path", "n"].includes(name)) game[name] = value;
    addFound(game, found);
    this.last = undefined;
  }

  /** Removes all games. */
  clearGames() {
    games.length = 0;
    findings.length = 0;
    archived.length = 0;
    this.places.length = 0;
    this.mainLines.length = 0;
    this.last = undefined;
    for (const file of this.files) Object.assign(file, { games: [], after: undefined });
  }
}

/** A check of files, which can be stopped and continued. */
class Check {
  /** @param on functions that are called: `progress`, `note` (with a text) and `update` when there are new games */
  constructor(source, on) {
    Object.assign(this, { source, on });
    /** The files that are not checked yet. */
    this.waiting = [];
    /** `true` if the check ended because the list is full. */
    this.isCut = false;
    this.totals = { bytes: 0, files: 0, ofBytes: 0, ofFiles: 0, broken: 0 };
    this.isRunning = false;
  }

  add(files) {
    this.waiting.push(...files);
    this.totals.ofFiles += files.length;
    this.totals.ofBytes += files.reduce((sum, { file }) => sum + file.size, 0);
  }

  /** Checks the files that wait. Returns when they have been checked, or the check was stopped. */
  async run() {
    if (this.isRunning) return;
    this.isRunning = true;
    this.isStopped = false;
    while (this.waiting.length && !this.isStopped) {
      const file = this.waiting[0];
      const stopped = new Promise((resolve) => (this.wake = resolve));
      await Promise.race([this.checkFile(file), stopped]);
      if (this.isStopped) break;
      this.waiting.shift();
      this.totals.files += 1;
      this.totals.bytes += file.file.size;
      this.on.progress();
    }
    this.isRunning = false;
    if (this.skipped) this.on.note(say("app-foreign", numbers.format(this.skipped)));
    this.skipped = 0;
    if (this.waiting.length === 0) this.source.checking.stop();
    this.update(true);
  }

  /** Stops the check at once. The file that is being read is continued later at the record after the last listed one. */
  stop() {
    this.isStopped = true;
    this.source.checking.stop();
    this.wake?.();
  }

  /** Shows the new games at once, or soon if the lists were updated a short time ago. */
  update(isNow) {
    clearTimeout(this.waitingUpdate);
    const now = performance.now();
    const rest = (this.nextUpdate ?? 0) - now;
    if (!isNow && rest > 0) {
      this.waitingUpdate = setTimeout(() => this.update(true), rest);
      return;
    }
    this.on.progress();
    this.on.update();
    // The longer the lists are, the more time an update takes.
    const cost = performance.now() - now;
    this.nextUpdate = now + Math.max(UPDATE_INTERVAL, Math.min(8 * cost, MAX_UPDATE_INTERVAL));
  }

  /** Checks a file. If the module fails at a record, the record is named, and the check continues after it. The records between
   * the last listed one and the failed one are checked again first, because their answer may have been lost. */
  async checkFile(file) {
    let until;
    for (let failures = 0; failures <= MAX_FAILURES; ) {
      try {
        await this.ask(file, until);
        if (!until) return await this.source.restoreEdited(file);
        [file.after, until] = [until, undefined];
      } catch (error) {
        if (!(error instanceof ModuleFailure)) return this.on.note(say("app-unreadable", file.path, error.message));
        failures += 1;
        if (!error.at) return this.nameBrokenFile(file, error);
        if (isSamePlace(error.at, until)) {
          [file.after, until] = [until, undefined];
          continue;
        }
        this.nameBroken(file, error);
        until = error.at;
      }
    }
  }

  nameBroken(file, { at: [member, record], message }) {
    this.totals.broken += 1;
    const path = file.isArchive ? `${file.path} (${say("app-member", numbers.format(member))})` : file.path;
    this.on.note(say("app-record-broken", path, numbers.format(record), message));
  }

  nameBrokenFile(file, { message }) {
    this.totals.broken += 1;
    this.on.note(say("app-file-broken", file.path, message));
  }

  async ask(file, until) {
    const request = { do: "check", path: file.path, found: file.isFound, after: file.after, until };
    await this.source.checking.ask(request, file.file, (answer) => {
      if (this.isStopped) return;
      if (answer.foreign) this.leaveOut(file);
      if (answer.games) {
        const isTooMuch = games.length + answer.games.length > OPEN_GAMES;
        file.after = this.source.addBatch(file, answer) ?? file.after;
        if (isTooMuch) this.refuseMore();
        this.update(false);
      }
      for (const { path, reason } of answer.done?.unreadable ?? []) this.on.note(say("app-unreadable", path, reason));
    });
  }

  /** Leaves out a file of another program. */
  leaveOut(file) {
    const { files } = this.source;
    files.splice(files.indexOf(file), 1);
    this.totals.ofFiles -= 1;
    this.totals.files -= 1;
    this.skipped = (this.skipped ?? 0) + 1;
  }

  /** Ends the check because the list is full. */
  refuseMore() {
    this.stop();
    this.waiting.length = 0;
    this.isCut = true;
    this.on.note(say("app-too-many-games", numbers.format(OPEN_GAMES)));
  }

}
