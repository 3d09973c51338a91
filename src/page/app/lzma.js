// Decompression of the module, which is an LZMA file: a quarter smaller than with gzip, which browsers can decompress themselves.
// The format is described in the LZMA specification by Igor Pavlov. The names of the parts are those of the specification.

/** The places of the probabilities in their array. */
const LZMA_PLACES = (() => {
  const sizes = {
    isMatch: 12 << 4, isRep: 12, isRepG0: 12, isRepG1: 12, isRepG2: 12, isRep0Long: 12 << 4,
    slot: 4 << 6, special: 115, align: 16, length: 2 + 256 + 256, repeatedLength: 2 + 256 + 256, literal: 0,
  };
  let next = 0;
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, (next += size) - size]));
})();

/** Decodes bits whose probabilities adapt to the bits before. */
class LzmaBits {
  constructor(bytes, at, probabilities) {
    Object.assign(this, { bytes, at, probabilities });
    /** The range, and the position of the code in it. */
    this.state = Uint32Array.of(0xffffffff, new DataView(bytes.buffer, bytes.byteOffset).getUint32(at));
    this.at += 4;
  }

  /** Reads another byte if the range is small. */
  refill() {
    const { state } = this;
    if (state[0] >= 1 << 24) return;
    if (this.at >= this.bytes.length) throw new Error("the module is incomplete");
    state[0] <<= 8;
    state[1] = (state[1] << 8) | this.bytes[this.at];
    this.at += 1;
  }

  /** Decodes a bit with the probability at a place. */
  bit(place) {
    const { state, probabilities } = this;
    const probability = probabilities[place];
    const bound = (state[0] >>> 11) * probability;
    const bit = state[1] < bound ? 0 : 1;
    if (bit) {
      state[0] -= bound;
      state[1] -= bound;
      probabilities[place] -= probability >> 5;
    } else {
      state[0] = bound;
      probabilities[place] += (2048 - probability) >> 5;
    }
    this.refill();
    return bit;
  }

  /** Decodes a number whose bits are equally probable. */
  plain(count) {
    const { state } = this;
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      state[0] >>>= 1;
      const bit = state[1] < state[0] ? 0 : 1;
      if (bit) state[1] -= state[0];
      value = (value << 1) | bit;
      this.refill();
    }
    return value;
  }

  /** Decodes a number with a tree of probabilities, the highest bit first. */
  tree(place, count) {
    let node = 1;
    for (let left = count; left > 0; left -= 1) node = (node << 1) | this.bit(place + node);
    return node - (1 << count);
  }

  /** Decodes a number with a tree of probabilities, the lowest bit first. */
  reversed(place, count) {
    let [node, value] = [1, 0];
    for (let at = 0; at < count; at += 1) {
      const bit = this.bit(place + node);
      node = (node << 1) | bit;
      value |= bit << at;
    }
    return value;
  }

  /** Decodes the length of a match, less 2. */
  length(place, position) {
    if (!this.bit(place)) return this.tree(place + 2 + (position << 3), 3);
    if (!this.bit(place + 1)) return 8 + this.tree(place + 2 + 128 + (position << 3), 3);
    return 16 + this.tree(place + 2 + 256, 8);
  }

  /** Decodes the distance of a match, less 1. The end of the data is the distance -1. */
  distance(length) {
    const slot = this.tree(LZMA_PLACES.slot + (Math.min(length, 3) << 6), 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << count;
    if (slot < 14) return base + this.reversed(LZMA_PLACES.special + base - slot, count);
    return (base + (this.plain(count - 4) << 4) + this.reversed(LZMA_PLACES.align, 4)) | 0;
  }
}

/** The output of the decompression, which grows. */
class LzmaOutput {
  constructor() {
    this.bytes = new Uint8Array(1 << 22);
    this.length = 0;
  }

  /** Makes room for more bytes. */
  reserve(count) {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }

  push(byte) {
    this.reserve(1);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  /** Returns a byte before the end. */
  before(distance) {
    return this.length > distance ? this.bytes[this.length - 1 - distance] : 0;
  }

  /** Repeats bytes before the end. */
  repeat(distance, count) {
    if (distance >= this.length) throw new Error("the module is damaged");
    this.reserve(count);
    const { bytes, length } = this;
    for (let at = length; at < length + count; at += 1) bytes[at] = bytes[at - 1 - distance];
    this.length += count;
  }
}

/** Decodes a byte that is not a part of a match. After a match, its bits depend on the byte `match`, which would continue it. */
function lzmaLiteral(bits, place, match) {
  let symbol = 1;
  if (match !== undefined) {
    for (let at = 7; symbol < 256; at -= 1) {
      const expected = (match >> at) & 1;
      const bit = bits.bit(place + ((1 + expected) << 8) + symbol);
      symbol = (symbol << 1) | bit;
      if (bit !== expected) break;
    }
  }
  while (symbol < 256) symbol = (symbol << 1) | bits.bit(place + symbol);
  return symbol & 255;
}

/** Decodes which of the last four distances is repeated, and moves it to the front. */
function lzmaRepeated(bits, state, distances) {
  let at = 1;
  if (bits.bit(LZMA_PLACES.isRepG1 + state)) at = 2 + bits.bit(LZMA_PLACES.isRepG2 + state);
  const distance = distances[at];
  distances.copyWithin(1, 0, at);
  distances[0] = distance;
}

/** Decompresses an LZMA file. */
function bytesOfLzma(file) {
  const places = LZMA_PLACES;
  const [lc, lp, pb] = [file[0] % 9, Math.floor(file[0] / 9) % 5, Math.floor(file[0] / 45)];
  const probabilities = new Uint16Array(places.literal + (0x300 << (lc + lp))).fill(1024);
  const bits = new LzmaBits(file, 14, probabilities);
  const output = new LzmaOutput();
  const distances = new Int32Array(4);
  // The kinds of the last parts: below 7, the last part is a literal.
  let state = 0;
  for (;;) {
    const position = output.length & ((1 << pb) - 1);
    if (!bits.bit(places.isMatch + (state << 4) + position)) {
      const context = ((output.length & ((1 << lp) - 1)) << lc) + (output.before(0) >> (8 - lc));
      output.push(lzmaLiteral(bits, places.literal + 0x300 * context, state < 7 ? undefined : output.before(distances[0])));
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
    } else if (!bits.bit(places.isRep + state)) {
      const length = bits.length(places.length, position);
      distances.copyWithin(1, 0, 3);
      distances[0] = bits.distance(length);
      if (distances[0] === -1) return output.bytes.subarray(0, output.length);
      output.repeat(distances[0], length + 2);
      state = state < 7 ? 7 : 10;
    } else {
      const isOther = bits.bit(places.isRepG0 + state);
      const isByte = !isOther && !bits.bit(places.isRep0Long + (state << 4) + position);
      if (isOther) lzmaRepeated(bits, state, distances);
      output.repeat(distances[0], isByte ? 1 : bits.length(places.repeatedLength, position) + 2);
      state = state < 7 ? (isByte ? 9 : 8) : 11;
    }
  }
}
