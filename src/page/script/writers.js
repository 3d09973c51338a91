// The writers of games: KIF and KI2, CSA, and USI.

/** The word for a loss by perpetual check, which does not identify a side. */
const PERPETUAL_CHECK = "連続王手の千日手";

/** The common part of KIF and KI2: the headers, the start position and the result in words. */
class KakinokiWriter extends GameWriter {
  /** Writes the headers. `complete` also writes 平手 and the names of unknown players. */
  head(complete) {
    const headers = japaneseHeaders(this.detail, this.game.handicap);
    const players = ["先手", "後手", "下手", "上手"];
    const first = headers.findIndex(([key]) => players.includes(key));
    headers.splice(first < 0 ? headers.length : first, 0, ["手合割"]);
    for (const color of ["b", "w"]) {
      const names = { b: ["先手", "下手"], w: ["後手", "上手"] }[color];
      if (complete && !headers.some(([key]) => names.includes(key))) headers.push([this.sideWord(color), ""]);
    }
    for (const [key, value] of headers) {
      if (value === undefined) this.startPosition(complete);
      else if (START_KEYS.includes(key)) continue;
      else if (!isHeaderKey(key)) this.lose("lost-headers", key);
      else if (complete || value !== "" || !players.includes(key)) this.add(value === "" && /^盤面[回反]転$/.test(key) ? key : `${key}：${value.replace(/[\n\r]+/g, " ")}`);
    }
  }

  startPosition(complete) {
    const sfen = this.start.sfen(1);
    const name = frame.formats.handicaps.find(([, it]) => it === sfen)?.[0];
    if (complete || name !== "平手") this.add(`手合割：${(name ?? "その他").padEnd(4, "　")}`);
    if (name) return;
    for (const line of boardLines(this.start)) this.add(line);
    const { pliesBefore, lastMove } = this.detail;
    if (pliesBefore) this.lose("lost-plies-before", String(pliesBefore));
    if (lastMove) this.lose("lost-last-move");
    const [first] = this.steps(0);
    if (this.start.turn === "b" && first && isMove(first.ply) && movedPiece(first.ply, this.start)?.side === "w") this.add("先手番");
  }

  /** Returns the result of a line in words: `まで98手で後手の勝ち`. Returns `undefined` without a result. */
  resultLine(line) {
    const plies = this.score.lines[line].plies.filter((ply) => ply.kind !== "end").length;
    const end = this.ending(line);
    const winner = end && this.otherWinner(line, end);
    // A result that the moves do not give is written as in the record.
    const claims = line === 0 && (!end?.isWritten || winner) ? this.detail.claims ?? [] : [];
    const isClaim = ([words, variation]) => variation === undefined && words.startsWith("まで") && Number(/\d+/.exec(words.normalize("NFKC"))?.[0]) === plies;
    const claim = claims.find(isClaim);
    if (claim) return claim[0];
    if (!end) return undefined;
    return `まで${plies}手で${winner && end.word !== PERPETUAL_CHECK ? `${this.sideWord(winner)}の勝ち` : this.resultWords(end)}`;
  }

  resultWords({ kind, word, words, turn }) {
    const [mover, opponent] = [this.sideWord(turn), this.sideWord(other(turn))];
    const results = {
      resign: `${opponent}の勝ち`,
      timeout: `時間切れにより${opponent}の勝ち`,
      "foul-loss": `${mover}の反則負け`,
      "foul-win": `${mover}の反則勝ち`,
      "declare-win": `${mover}の入玉勝ち`,
    };
    if (word === "反則負け" || kind !== "foul-loss") return results[kind] ?? (word || words || "対局終了");
    return word;
  }
}

/** Returns whether a line with this key before a colon is read back as a header. */
function isHeaderKey(key) {
  return key !== "" && key.trim() === key && !/[：:\n\r]/.test(key) && !/^([#*&|▲△]|変化|手数|まで|\+-|[0-9０-９]+([\s　]|$))/.test(key);
}

/** Returns the headers under Japanese keys. The headers of records with Japanese keys keep their order. */
function japaneseHeaders({ headers, timeControl }, handicap) {
  const names = frame.formats.headers;
  const entry = (key) => names.findIndex(([, , csa]) => csa.includes(key));
  if (!headers.some(([key]) => /^(N[+-]|\$)/.test(key))) return headers.map((it) => [...it]);
  const converted = headers.map(([key, value]) => {
    const at = entry(key);
    if (at < 0) return { at: names.length - 2.5, pair: [key, value] };
    const [japanese, aliases, csa, , type] = names[at];
    const written = type === "limit" && timeControl && japanese === "持ち時間" ? japaneseLimit(timeControl) : value;
    return { at, pair: [handicap && csa[0].startsWith("N") ? aliases[0] : japanese, written] };
  });
  return converted.sort((one, two) => one.at - two.at).map(({ pair }) => pair);
}

/** Returns a time limit as 持ち時間: `1時間30分+60秒`, or in seconds as in CSA V3.0 if it has no such form. */
function japaneseLimit({ main = 0, byoyomi = 0, increment = 0 }) {
  if (increment || main % 60 || byoyomi % 1) return [main, byoyomi, increment].join("+");
  const [hours, minutes] = [Math.floor(main / 3600), Math.floor(main / 60) % 60];
  return (hours ? `${hours}時間` : "") + (minutes || !hours ? `${minutes}分` : "") + (byoyomi ? `+${byoyomi}秒` : "");
}

class KifWriter extends KakinokiWriter {
  write() {
    this.add("#KIF version=2.0 encoding=UTF-8");
    this.head(true);
    const hasTimes = this.score.lines.some(({ plies }) => plies.some(({ seconds }) => seconds !== undefined));
    this.add(`手数----指手---------消費時間--`.slice(0, hasTimes ? undefined : 10));
    this.addRemarks(0, 0);
    for (const [line, { from }] of this.score.lines.entries()) {
      if (from) this.add(`変化：${from[1]}手`);
      this.line(line, from?.[1] ?? 1);
      this.add();
    }
    this.loseOmitted();
  }

  addRemarks(line, ply) {
    for (const remark of this.remarks(line, ply)) this.add(remark.bookmark === undefined ? `*${remark}` : `&${remark.bookmark}`);
  }

  line(line, first) {
    const totals = { b: 0, w: 0 };
    for (const { ply, number, position, before } of this.steps(line)) {
      const mover = position.turn;
      const spent = Math.floor(ply.seconds ?? 0);
      totals[mover] += spent;
      if (number < first) continue;
      const text = this.plyText(line, ply, number, position, before);
      if (ply.seconds > spent) this.lose("lost-fractions");
      const time = ply.seconds === undefined ? "" : ` ${kifTime(spent, totals[mover])}`;
      const branches = this.score.lines.some(({ from }, at) => from && at > line && from[1] === number && from[0] === this.parent(line, number));
      this.add(`${String(number).padStart(4)} ${padColumns(text, 12)}${time}${branches ? "+" : ""}`);
      this.addRemarks(line, number);
    }
    const result = this.resultLine(line);
    if (result) this.add(result);
  }

  /** Returns the line from which alternatives to a ply of `line` branch. */
  parent(line, number) {
    const { from } = this.score.lines[line];
    return from && from[1] === number ? from[0] : line;
  }

  plyText(line, ply, number, position, before) {
    if (ply.kind === "pass") return "パス";
    if (ply.kind !== "end") return kifMove(ply, position, before) ?? this.refuse(number, say("refused-piece"));
    const end = { ...endOfWords(ply.words), turn: position.turn };
    const winner = this.otherWinner(line, end);
    if (!winner || end.kind !== "other") return end.word || "対局終了";
    return `${this.sideWord(winner)}の勝ち`;
  }
}

/** Returns the time of a move and the total of its side: `( 0:16/00:00:16)`. */
function kifTime(spent, total) {
  const two = (number) => String(number).padStart(2, "0");
  return `(${String(Math.floor(spent / 60)).padStart(2)}:${two(spent % 60)}/${two(Math.floor(total / 3600))}:${two(Math.floor(total / 60) % 60)}:${two(total % 60)})`;
}

/** The number of moves on a line of KI2. */
const KI2_MOVES = 6;

class Ki2Writer extends KakinokiWriter {
  write() {
    this.head(this.score.lines[0].plies.length === 0 && !this.ending(0));
    if (this.text !== "") this.add();
    this.addRemarks(0, 0);
    for (const [line, { from }] of this.score.lines.entries()) {
      if (from) this.add(`\n変化：${from[1]}手`);
      this.line(line, from?.[1] ?? 1);
    }
    if (this.score.lines.some(({ plies }) => plies.some(({ seconds }) => seconds !== undefined))) this.lose("lost-times");
    this.loseOmitted();
  }

  addRemarks(line, ply) {
    for (const remark of this.remarks(line, ply)) this.add(remark.bookmark === undefined ? `*${remark}` : `&${remark.bookmark}`);
  }

  line(line, first) {
    let row = [];
    const flush = () => {
      if (row.length) this.add(row.map((move, at) => (at + 1 < row.length ? padColumns(move, 11) + " " : move)).join(""));
      row = [];
    };
    let ended;
    for (const { ply, number, position, before } of this.steps(line, first)) {
      if (ply.kind === "pass") this.refuse(number, say("refused-pass", this.format));
      if (ply.kind === "end") {
        ended = number;
        break;
      }
      row.push(this.move(ply, number, position, before));
      const remarks = this.remarks(line, number);
      if (remarks.length || row.length === KI2_MOVES) flush();
      if (remarks.length) this.addRemarks(line, number);
    }
    flush();
    const result = this.resultLine(line);
    if (result) this.add(result);
    if (ended !== undefined) this.addRemarks(line, ended);
  }

  move(ply, number, position, before) {
    const text = words(ply, position, before).replace(/^☗/, "▲").replace(/^☖/, "△");
    if (/^[▲△]/.test(text)) return text;
    const piece = movedPiece(ply, position);
    const move = kifMove(ply, position, before)?.replace(/^[▲△]/, "");
    return piece && move ? { b: "▲", w: "△" }[piece.side] + move : this.refuse(number, say("refused-piece"));
  }
}

/** The order of the headers of CSA. */
const CSA_ORDER = ["N+", "N-", "$EVENT", "$SITE", "$START_TIME", "$END_TIME", "$TIME_LIMIT", "$OPENING"];

class CsaWriter extends GameWriter {
  write(line) {
    this.add("V2.2");
    for (const [key, value] of this.headers()) this.add(key + (key.startsWith("$") ? ":" : "") + value.replace(/[\n\r]+/g, " "));
    this.startPosition();
    this.addRemarks(line, 0);
    for (const { ply, number, position } of this.steps(line)) {
      if (ply.kind === "pass") this.refuse(number, say("refused-pass", this.format));
      let comment;
      if (ply.kind === "end") comment = this.end({ ...endOfWords(ply.words), turn: position.turn }, line, number);
      else this.add(this.move(ply, number, position));
      if (ply.seconds !== undefined) {
        this.add(`T${Math.floor(ply.seconds)}`);
        if (ply.seconds % 1) this.lose("lost-fractions");
      }
      if (comment) this.add(`'*${comment}`);
      this.addRemarks(line, number);
    }
    const end = this.ending(line);
    const comment = end && !end.isWritten && this.end(end, line, this.score.lines[line].plies.length + 1);
    if (comment) this.add(`'*${comment}`);
    this.loseAround(line, { comments: true });
  }

  addRemarks(line, ply) {
    for (const remark of this.remarks(line, ply)) this.add(remark.bookmark === undefined ? `'*${remark}` : `'*&${remark.bookmark}`);
  }

  /** Writes the word for an end. Returns a comment if the word does not give the whole end. */
  end(end, line, number) {
    const winner = this.otherWinner(line, end);
    const last = this.score.lines[line].plies[number - 2];
    const isPerpetual = end.word === PERPETUAL_CHECK;
    // The side that is not to move lost by an illegal move.
    if (end.kind === "foul-win" || (winner === end.turn && (isPerpetual || last?.kind === "foul"))) {
      this.add(`%${other(end.turn) === "b" ? "+" : "-"}ILLEGAL_ACTION`);
      return isPerpetual ? end.word : undefined;
    }
    if (!end.csa || winner) this.lose("lost-results", end.words ?? end.word);
    this.add(`%${end.csa ?? "CHUDAN"}`);
    return (!end.csa || isPerpetual) && end.word ? end.word : undefined;
  }

  move(ply, number, position) {
    const piece = movedPiece(ply, position);
    const code = piece && pieces.get(piece.placed)?.csa;
    if (!code) this.refuse(number, say("refused-piece"));
    const numbers = (name) => (name === "*" ? "00" : `${name[0]}${name.charCodeAt(1) - 96}`);
    return { b: "+", w: "-" }[piece.side] + numbers(ply.from) + numbers(ply.to) + code;
  }

  /** Returns the headers under CSA keys. Headers without a key are lost. */
  headers() {
    const entries = [];
    for (const [key, value] of this.detail.headers) {
      if (value.trim() === "" || START_KEYS.includes(key)) continue;
      if (/^(N[+-]$|\$)/.test(key)) {
        entries.push([key, value]);
        continue;
      }
      const row = frame.formats.headers.find(([japanese, aliases]) => japanese === key || aliases.includes(key));
      const written = row?.[3] && this.headerValue(row[4], value);
      if (!written || entries.some(([it]) => it === row[3])) this.lose("lost-headers", key);
      else entries.push([row[3], written]);
    }
    const rank = ([key]) => (CSA_ORDER.indexOf(key) + CSA_ORDER.length + 1) % (CSA_ORDER.length + 1);
    return entries.sort((one, two) => rank(one) - rank(two));
  }

  headerValue(type, value) {
    if (type === "date") return csaDate(value);
    if (type !== "limit" || !this.detail.timeControl) return value;
    const { main = 0, byoyomi = 0, increment = 0 } = this.detail.timeControl;
    if (increment || main % 60 || byoyomi % 1 || main >= 25 * 3600) return [main, byoyomi, increment].join("+");
    const two = (number) => String(number).padStart(2, "0");
    return `${two(Math.floor(main / 3600))}:${two(Math.floor(main / 60) % 60)}+${two(byoyomi)}`;
  }

  startPosition() {
    for (const line of csaPosition(this.start)) this.add(line);
  }
}

/** Returns the lines of a position in CSA. */
function csaPosition(position) {
  const even = new Position();
  const { squares, turn } = position;
  const lines = [];
  const code = (piece) => pieces.get(kind(piece)).csa;
  const name = (at) => `${9 - (at % 9)}${Math.floor(at / 9) + 1}`;
  const hands = ["b", "w"].map((color) => position.held(color));
  const isPart = squares.every((piece, at) => piece === "" || piece === even.squares[at]);
  if (isPart && hands.every((held) => held.length === 0)) {
    const removed = even.squares.map((piece, at) => (piece && !squares[at] ? name(at) + code(piece) : ""));
    lines.push(`PI${removed.join("")}`);
  } else {
    const cell = (piece) => (piece ? { b: "+", w: "-" }[side(piece)] + code(piece) : " * ");
    for (let row = 0; row < 9; row += 1) lines.push(`P${row + 1}${squares.slice(row * 9, row * 9 + 9).map(cell).join("")}`);
    for (const [at, held] of hands.entries()) {
      if (held.length) lines.push(`P${"+-"[at]}${held.map(([base, count]) => `00${code(base)}`.repeat(count)).join("")}`);
    }
  }
  return [...lines, { b: "+", w: "-" }[turn]];
}

/** Returns a date in the form of CSA, or `undefined` if it has no such form. */
function csaDate(text) {
  const half = text.normalize("NFKC");
  const match = /^\s*(\d{4})[年/.-](\d{1,2})[月/.-](\d{1,2})日?(?:\s*\([^)]*\))?(?:\s*T?\s*(\d{1,2})[:時](\d{1,2})(?:[:分](\d{1,2}))?)?/.exec(half);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => part?.padStart(2, "0"));
  return `${year}/${month}/${day}${hour ? ` ${hour}:${minute}${second ? `:${second}` : ""}` : ""}`;
}

class UsiWriter extends GameWriter {
  write(line) {
    const sfen = this.start.sfen(1);
    const moves = [];
    for (const { ply, number, position } of this.steps(line)) {
      if (ply.kind === "end") break;
      moves.push(ply.kind === "pass" ? "0000" : this.move(ply, number, position));
      if (ply.seconds !== undefined) this.hasTimes = true;
    }
    const before = this.detail.pliesBefore ?? 0;
    this.add(`position ${sfen === EVEN && !before ? "startpos" : `sfen ${this.start.sfen(before + 1)}`}${moves.length ? ` moves ${moves.join(" ")}` : ""}`);
    this.loseAround(line, { comments: false });
    if (this.hasTimes) this.lose("lost-times");
    const end = this.ending(line);
    if (end) this.lose("lost-results", end.words ?? end.word);
    for (const [key, value] of this.detail.headers) if (value !== "" && !START_KEYS.includes(key)) this.lose("lost-headers", key);
  }

  move(ply, number, position) {
    const piece = movedPiece(ply, position);
    if (ply.from !== "*") return ply.from + ply.to + (piece?.promotes ? "+" : "");
    if (!piece) this.refuse(number, say("refused-piece"));
    return `${piece.kind.replace("+", "")}*${ply.to}${piece.kind.startsWith("+") ? "+" : ""}`;
  }
}
