// Saving files: one file, or several in a ZIP archive without compression.

/** The table of the checksum CRC-32. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** Returns the checksum CRC-32 of bytes. */
function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Returns the bytes of numbers, each given as its length (bytes) and its value, in the order of ZIP archives. */
function littleEndian(...fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [length]) => sum + length, 0)));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 2) view.setUint16(at, value, true);
    else if (length === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += length;
  }
  return new Uint8Array(view.buffer);
}

/** The bit of an entry whose name is in UTF-8. */
const ZIP_UTF8 = 0x800;

/** The date 1980-01-01. Entries have no other date, because the page reads no clock for them. */
const ZIP_DATE = 0x21;

/** A ZIP archive that is being written. Its parts are kept as blobs, which the browser can move to the disk. */
class ZipArchive {
  constructor() {
    this.parts = [];
    this.central = [];
    this.size = 0;
    this.names = new Set();
  }

  /** Returns a name that the archive does not have yet. Names that differ only in case are the same on some systems. */
  freeName(name) {
    const [, stem, extension] = /^(.*?)(\.[^./]*)?$/s.exec(name);
    let free = name;
    for (let number = 2; this.names.has(free.toLowerCase()); number += 1) free = `${stem}-${number}${extension ?? ""}`;
    this.names.add(free.toLowerCase());
    return free;
  }

  add(name, bytes) {
    const path = new TextEncoder().encode(this.freeName(safePath(name)));
    const common = [[2, 20], [2, ZIP_UTF8], [2, 0], [2, 0], [2, ZIP_DATE], [4, checksum(bytes)], [4, bytes.length], [4, bytes.length], [2, path.length], [2, 0]];
    const local = [littleEndian([4, 0x04034b50], ...common), path];
    this.central.push(littleEndian([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, this.size]), path);
    this.parts.push(new Blob([...local, bytes]));
    this.size += local[0].length + path.length + bytes.length;
  }

  get count() {
    return this.names.size;
  }

  /** Returns the archive as a blob. An archive with many entries has the end record of ZIP64, too. */
  close() {
    const length = this.central.reduce((sum, part) => sum + part.length, 0);
    const { count } = this;
    const end = [];
    if (count >= 0xffff) {
      end.push(littleEndian([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, length], [8, this.size]));
      end.push(littleEndian([4, 0x07064b50], [4, 0], [8, this.size + length], [4, 1]));
    }
    const stated = Math.min(count, 0xffff);
    end.push(littleEndian([4, 0x06054b50], [2, 0], [2, 0], [2, stated], [2, stated], [4, length], [4, this.size], [2, 0]));
    return new Blob([...this.parts, ...this.central, ...end], { type: "application/zip" });
  }
}

/** Returns a path for a file that is saved: without the characters that a system forbids, and without a way out of its folder. */
function safePath(path) {
  const parts = path.replace(/[\u0000-\u001f\u007f<>:"\\|?*\u202a-\u202e\u2066-\u2069]/g, "_").split("/");
  return parts.filter((part) => !/^\.*$/.test(part)).join("/") || "record";
}

/** Returns the last part of a path, as a name for one file. */
const fileNameOf = (path) => safePath(path).split("/").at(-1);

/** Lets the browser save a blob as a file with this name. Returns the name of the file without folders. */
function saveBlob(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: fileNameOf(name) });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return link.download;
}

/** Files to be saved: one as it is, several in an archive. */
class SavedFiles {
  constructor() {
    this.zip = new ZipArchive();
  }

  get count() {
    return this.zip.count;
  }

  add(name, bytes) {
    this.first ??= { name, blob: new Blob([bytes]) };
    this.zip.add(name, new Uint8Array(bytes));
  }

  /** Saves the files, and returns the name of the saved file. `archive` is the name of the archive, if there are several files. */
  save(archive) {
    if (this.count === 1) return saveBlob(this.first.name, this.first.blob);
    this.archive ??= this.zip.close();
    return saveBlob(archive, this.archive);
  }
}
