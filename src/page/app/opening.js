// Opening files: from a drop, a dialog of the browser, or pasted text. Only handles of files are kept, and no texts.

/** Maximum size of all open files (bytes). */
const OPEN_BYTES = 100 << 20;

/** Maximum number of games in the list. */
const OPEN_GAMES = 100_000;

/** Formats a size in bytes. */
const megabytes = (bytes) => `${new Intl.NumberFormat(frame.language, { maximumFractionDigits: bytes < 10 << 20 ? 1 : 0 }).format(bytes / (1 << 20))} MiB`;

/** Returns the extension of a file name in lower case, without the dot. */
const extensionOf = (path) => /\.([^./]+)$/.exec(path)?.[1].toLowerCase() ?? "";

/** An open file. Its bytes are read again whenever they are needed. */
class OpenFile {
  /** @param isFound whether the file was found in a folder, so that it may belong to another program */
  constructor(path, file, isFound = false) {
    Object.assign(this, { path, file, isFound });
    /** The numbers (`id`) of its games. */
    this.games = [];
  }

  /** Returns `true` if its games are in members, whose text cannot be changed in the file itself. */
  get isArchive() {
    return !this.isMember && frame.application.archives.includes(extensionOf(this.path));
  }
}

/** Returns `true` for the name of a sheet of results. */
const isSheet = (path) => frame.application.sheets.includes(extensionOf(path)) || /(^|\/)turnering\.txt$/i.test(path);

/** Returns a path that no open file has. If files of several folders have the same name, the path has a number before its extension.
 * `taken` has the number of open files for each path. */
function freePath(path, taken) {
  const count = (taken.get(path) ?? 0) + 1;
  taken.set(path, count);
  if (count === 1) return path;
  const [, folder = "", name, extension] = /^(.*\/)?([^/.]*)([^/]*)$/s.exec(path);
  return freePath(`${folder}${name} (${count})${extension}`, taken);
}

/** The files and folders that are found in a drop or in a dialog. */
class Collection {
  constructor() {
    this.files = [];
    /** The sheets of results, unless they are in folders. */
    this.sheets = [];
    /** The files in folders. Not all of them are read. */
    this.inFolders = [];
    /** Number of files in folders that are neither records nor archives. */
    this.skipped = 0;
    /** The text of a configuration file in the uppermost folder. */
    this.configuration = undefined;
  }

  /** Adds a file. */
  add(path, file, isInFolder) {
    if (/^([^/]*\/)?kifu\.toml$/.test(path)) this.configuration ??= file;
    else if (!isInFolder && isSheet(path)) this.sheets.push({ path, file });
    else (isInFolder ? this.inFolders : this.files).push(new OpenFile(path, file, isInFolder));
  }

  /** Adds the files in folders that the command reads in a folder. */
  async choose(engine) {
    if (this.inFolders.length === 0) return this;
    const { chosen } = await engine.ask({ do: "choose", paths: this.inFolders.map(({ path }) => path) });
    this.files.push(...this.inFolders.filter((_, at) => chosen[at]));
    this.skipped = chosen.filter((isChosen) => !isChosen).length;
    return this.sort();
  }

  /** Adds the files in a dropped folder. Their paths begin with the name of the folder. */
  async addHandle(handle, path = handle.name) {
    if (handle.kind === "file") return this.add(path, await handle.getFile(), true);
    for await (const each of handle.values()) await this.addHandle(each, `${path}/${each.name}`);
  }

  /** Adds the files in a dropped folder, in browsers without handles. */
  async addEntry(entry, path = entry.name) {
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      return this.add(path, file, true);
    }
    const reader = entry.createReader();
    for (;;) {
      // A reader returns at most 100 entries at a time, and an empty list at the end.
      const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (entries.length === 0) break;
      for (const each of entries) await this.addEntry(each, `${path}/${each.name}`);
    }
  }

  /** Sorts the files by their paths, as the command does. */
  sort() {
    const parts = new Map(this.files.map((it) => [it, it.path.split("/")]));
    this.files.sort((a, b) => {
      const [one, two] = [parts.get(a), parts.get(b)];
      for (let at = 0; at < Math.min(one.length, two.length); at += 1) {
        if (one[at] !== two[at]) return one[at] < two[at] ? -1 : 1;
      }
      return one.length - two.length;
    });
    return this;
  }

  get bytes() {
    return [...this.files, ...this.sheets].reduce((sum, { file }) => sum + file.size, 0);
  }
}

/** Collects the files of a drop. All items are asked for their content before the first pause, because the browser forgets them
 * then. In a page that is a local file, Chromium reads dropped folders only through handles. */
async function collectDrop(transfer) {
  const found = new Collection();
  const items = [...transfer.items].filter((it) => it.kind === "file");
  const dropped = items.map((item) => {
    const folder = item.webkitGetAsEntry?.();
    if (!folder?.isDirectory) return { file: item.getAsFile() };
    return { folder, handle: item.getAsFileSystemHandle?.().catch(() => undefined) };
  });
  for (const { file, folder, handle } of dropped) {
    if (file) found.add(file.name, file, false);
    if (!folder) continue;
    const known = await handle;
    await (known ? found.addHandle(known) : found.addEntry(folder));
  }
  return found;
}

/** Collects the files of a dialog of the browser. */
function collectChosen(files) {
  const found = new Collection();
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    found.add(path, file, path !== file.name);
  }
  return found;
}

/** Returns a file name for pasted text, with the extension of the format that the text seems to have. The library decides on
 * the format by the content. */
function pastedName(text, number) {
  const start = text.trimStart();
  let extension = "kif";
  if (/^(V\d|N[+-]|P[1-9I+-]|\$|'|[+-]\d{4})/m.test(start) && !/手数|手合割/.test(start)) extension = "csa";
  else if (/^(position |startpos|sfen |[1-9plnsgbrk+]+\/)/i.test(start)) extension = "usi";
  else if (start.startsWith("{")) extension = "jkf";
  else if (/^[▲△☗☖]/m.test(start)) extension = "ki2";
  return `${say("app-pasted-name", number)}.${extension}`;
}
