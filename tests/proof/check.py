#!/usr/bin/env python3
"""Checks the proofs of findings and verdicts by rules of its own.

Usage: check.py [FILE]...       (without a file: standard input)

The input is JSON Lines, in any order of files:

    kifu validate --proof --format jsonl PATH...     one object a record, with its proofs
    kifu stats --table moves --columns path,record,ply,side,usi,seconds,sfen --format jsonl PATH...
                                                     one object a move; `sfen` is the position before the move

The moves are needed for repetitions, perpetual checks and clocks, and to check that the position of a proof occurs in
the game. The paths of both commands must be equal. A line that is a proof itself ("kind": ...) is checked on its own.

Each refused proof is printed with the reason. The exit status is 0 if all proofs are accepted, 1 if one is refused,
and 2 if the input cannot be read. Only main lines are in the table, so proofs about variations are checked alone.

This program has no code or table of kifu. Squares are pairs of file and rank, both from 1; Black moves towards rank 1.
"""

import json
import re
import sys

STEPS = {  # directions of a black piece: (files, ranks); positive ranks are backwards
    "P": [(0, -1)],
    "N": [(-1, -2), (1, -2)],
    "S": [(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
    "G": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
    "K": [(f, r) for f in (-1, 0, 1) for r in (-1, 0, 1) if (f, r) != (0, 0)],
    "+B": [(0, -1), (0, 1), (-1, 0), (1, 0)],
    "+R": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
}
STEPS.update({promoted: STEPS["G"] for promoted in ("+P", "+L", "+N", "+S")})
SLIDES = {"L": [(0, -1)]}
SLIDES["B"] = SLIDES["+B"] = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
SLIDES["R"] = SLIDES["+R"] = [(0, -1), (0, 1), (-1, 0), (1, 0)]
SET = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}
SQUARES = [(file, rank) for file in range(1, 10) for rank in range(1, 10)]


class Refused(Exception):
    """A proof that does not prove its claim, with the reason."""


def require(condition, reason):
    if not condition:
        raise Refused(reason)


def square(text):
    require(isinstance(text, str) and re.fullmatch("[1-9][a-i]", text), f"no square: {text}")
    return int(text[0]), ord(text[1]) - ord("a") + 1


class Position:
    """The pieces by square, each with "b" or "w" and its kind; the hands by side and kind; the side to move."""

    def __init__(self, sfen):
        fields = sfen.split()
        words = ["(?i:[1-9]|[+]?[PLNSGBRK]|/)+", "b|w", "-|(?i:[0-9]*[PLNSGBR])+"]
        is_sfen = len(fields) >= 3 and all(re.fullmatch(*pair) for pair in zip(words, fields))
        require(is_sfen, f"no SFEN: {sfen}")
        self.board, self.hands, self.side = {}, {"b": {}, "w": {}}, fields[1]
        for rank, row in enumerate(fields[0].split("/"), 1):
            file = 9
            for piece in re.findall("[1-9]|[+]?[A-Za-z]", row):
                if not piece.isdigit():
                    self.board[file, rank] = ("b" if piece[-1].isupper() else "w", piece.upper())
                file -= int(piece) if piece.isdigit() else 1
        for count, letter in re.findall("([0-9]*)([A-Za-z])", fields[2]):
            self.hands["b" if letter.isupper() else "w"][letter.upper()] = int(count or 1)

    def key(self):
        hands = [(side, kind, n) for side, hand in self.hands.items() for kind, n in hand.items() if n]
        return frozenset(self.board.items()), frozenset(hands), self.side

    def own(self):
        """The squares of the pieces of the side to move."""
        return [at for at, piece in self.board.items() if piece[0] == self.side]

    def has_pawn(self, side, file):
        return any(self.board.get((file, rank)) == (side, "P") for rank in range(1, 10))

    def king(self, side):
        kings = [at for at, piece in self.board.items() if piece == (side, "K")]
        return kings[0] if len(kings) == 1 else None

    def path(self, start, end):
        """The squares between two squares of a line, from the first; None if they are not on a line."""
        files, ranks = end[0] - start[0], end[1] - start[1]
        distance = max(abs(files), abs(ranks))
        if distance == 0 or files and ranks and abs(files) != abs(ranks):
            return None
        step = files // distance, ranks // distance
        return [(start[0] + n * step[0], start[1] + n * step[1]) for n in range(1, distance)]

    def reaches(self, start, end):
        """Returns whether the piece on a square attacks another square."""
        if start not in self.board:
            return False
        side, kind = self.board[start]
        turn = 1 if side == "b" else -1
        files, ranks = (end[0] - start[0]) * turn, (end[1] - start[1]) * turn
        if (files, ranks) in STEPS.get(kind, []):
            return True
        path = self.path(start, end)
        if path is None or any(at in self.board for at in path):
            return False
        sign = (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)
        return sign in SLIDES.get(kind, [])

    def attackers(self, target, side):
        return [at for at, piece in self.board.items() if piece[0] == side and self.reaches(at, target)]

    def play(self, move):
        """The position after a move, which is played literally, legal or not. The turn passes to the other side."""
        after = object.__new__(Position)
        after.board, after.hands = dict(self.board), {side: dict(hand) for side, hand in self.hands.items()}
        if move[1] == "*":
            side, kind, to = self.side, move[0], square(move[2:4])
            after.hands[side][kind] = max(0, after.hands[side].get(kind, 0) - 1)
        else:
            start, to = square(move[:2]), square(move[2:4])
            require(start in self.board, f"no piece moves with {move}")
            side, kind = after.board.pop(start)
            if move[4:] == "+" and "+" + kind in STEPS:
                kind = "+" + kind
            taken = after.board.get(to)
            if taken and taken[0] != side and taken[1] != "K":
                base = taken[1][-1]
                after.hands[side][base] = after.hands[side].get(base, 0) + 1
        after.board[to] = (side, kind)
        after.side = other(side)
        return after

    def moves_of(self, start, targets):
        """The moves of a piece to some squares, with and without promotion, whether or not its king is safe."""
        side, kind = self.board[start]
        moves = set()
        for to in targets:
            target = self.board.get(to)
            if self.reaches(start, to) and not (target and target[0] == side):
                moves.add(text(start) + text(to))
                if "+" + kind in STEPS and (in_camp(side, start) or in_camp(side, to)):
                    moves.add(text(start) + text(to) + "+")
        return moves

    def drops(self, targets):
        kinds = [kind for kind, count in self.hands[self.side].items() if count]
        return {f"{kind}*{text(to)}" for kind in kinds for to in targets if to not in self.board}


def other(side):
    return "w" if side == "b" else "b"


def text(at):
    return f"{at[0]}{chr(ord('a') + at[1] - 1)}"


def in_camp(side, at):
    return at[1] <= 3 if side == "b" else at[1] >= 7


def is_dead(side, kind, at):
    ahead = at[1] if side == "b" else 10 - at[1]
    return ahead <= {"P": 1, "L": 1, "N": 2}.get(kind, 0)


def check_refutation(position, evasion):
    move, side = evasion["move"], position.side
    is_drop = move[1] == "*"
    to = square(move[2:4])
    if "refuted_by" in evasion:
        after = position.play(move)
        taker, king = square(evasion["refuted_by"]["from"]), square(evasion["refuted_by"]["to"])
        require(after.king(side) == king, f"after {move} the king is elsewhere")
        require(taker in after.attackers(king, other(side)), f"after {move} {text(taker)} does not attack the king")
        return
    reason, proof = evasion.get("illegal"), evasion.get("proof", {})
    kind = move[0] if is_drop else position.board[square(move[:2])][1]
    if reason == "nifu":
        require(is_drop and kind == "P" and position.has_pawn(side, to[0]), f"{move} is not nifu")
    elif reason == "dead-piece":
        require(not move.endswith("+") and is_dead(side, kind, to), f"{move} leaves a piece that can move")
    elif reason == "uchifuzume":
        require(is_drop and kind == "P" and proof.get("kind") == "uchifuzume", f"{move} has no proof of uchifuzume")
        is_same = Position(proof["sfen"]).key() == position.play(move).key()
        require(is_same and proof["drop"] == move, f"the proof of {move} is about another position")
        check_mate(proof)
    else:
        raise Refused(f"{move} is not refuted")


def check_mate(proof):
    position = Position(proof["sfen"])
    king, enemy = position.king(position.side), position.king(other(position.side))
    require(king, "the side to move does not have one king")
    require(not enemy or not position.attackers(enemy, position.side), "the side to move could take the king")
    checkers = sorted(map(text, position.attackers(king, other(position.side))))
    require(bool(checkers) == (proof["kind"] != "no-move"), "there is a check, or none")
    require(sorted(proof.get("checkers", [])) == checkers, f"the checking pieces are on {checkers}")
    targets = SQUARES if not checkers else []
    if len(checkers) == 1:
        targets = [square(checkers[0])] + (position.path(square(checkers[0]), king) or [])
    moves = [position.moves_of(at, targets) for at in position.own() if at != king]
    required = position.moves_of(king, SQUARES).union(position.drops(targets), *moves)
    listed = [evasion["move"] for evasion in proof["evasions"]]
    require(len(listed) == len(set(listed)), "a move is listed twice")
    require(set(listed) == required, f"missing or wrong moves: {sorted(set(listed) ^ required)}")
    for evasion in proof["evasions"]:
        check_refutation(position, evasion)
    if proof["kind"] == "uchifuzume":
        is_pawn = position.board.get(square(proof["drop"][2:4])) == (other(position.side), "P")
        require(is_pawn and proof["drop"][:2] == "P*" and proof["drop"][2:4] in checkers, "no dropped pawn gives check")


def check_not_mate(proof):
    position, move = Position(proof["sfen"]), proof["move"]
    side, to = position.side, square(move[2:4])
    moves = position.drops([to]).union(*(position.moves_of(at, [to]) for at in position.own()))
    require(move in moves and to != position.king(other(side)), f"{move} is not a move")
    kind = move[0] if move[1] == "*" else position.board[square(move[:2])][1]
    require(move.endswith("+") or not is_dead(side, kind, to), f"{move} leaves a dead piece")
    after = position.play(move)
    king = after.king(side)
    require(not king or not after.attackers(king, other(side)), f"after {move} the king can be taken")
    if move[:2] == "P*":
        require(not position.has_pawn(side, to[0]), f"{move} is nifu")
        is_check = after.king(after.side) and to in after.attackers(after.king(after.side), side)
        require(not is_check or can_move(after), f"{move} is uchifuzume")


def can_move(position):
    """Returns whether the side to move has a legal answer to a pawn that gives check. No drop can be one."""
    afters = [position.play(move) for at in position.own() for move in position.moves_of(at, SQUARES)]
    return any(not after.attackers(after.king(position.side), after.side) for after in afters)


def check_check(proof):
    position = Position(proof["sfen"])
    king, attacker = square(proof["king"]), square(proof["attacker"])
    require(position.board.get(king) == (other(position.side), "K"), "there is no king of the side that has moved")
    require(position.board.get(attacker, ("",))[0] == position.side, "there is no attacker")
    require(position.reaches(attacker, king), "the attacker does not reach the king")
    require([square(at) for at in proof["path"]] == (position.path(attacker, king) or []), "the path is another")


class Game:
    """The moves of a record, replayed as far as they were made on the board."""

    def __init__(self, rows):
        rows = sorted(rows, key=lambda row: row["ply"])
        self.times = {row["ply"]: row.get("seconds") for row in rows}
        self.sides = {row["ply"]: row["side"][0] for row in rows}
        self.positions, self.movers, self.is_complete = [], [None], True
        try:
            self.positions.append(Position(rows[0].get("sfen") or ""))
            for row in rows:
                self.positions.append(self.positions[-1].play(row["usi"]))
                self.movers.append(other(self.positions[-1].side))
        except (Refused, IndexError, KeyError):  # a move that was not made on the board
            self.is_complete = False

    def contains(self, position):
        """Returns whether a position occurs in the game, or one move after its last position."""
        last = self.positions[-1]
        moves = last.drops(SQUARES).union(*(last.moves_of(at, SQUARES) for at in last.own()))
        afters = (last.play(move) for move in moves)
        return any(position.key() == reached.key() for reached in (*self.positions, *afters))


def check_repetition(proof, game):
    plies = proof["plies"]
    require(game and game.positions, "the moves of the game are missing")
    is_in_game = plies == sorted(set(plies)) and plies[0] >= 0 and plies[-1] < len(game.positions)
    require(is_in_game, "these plies are not in the game")
    key = Position(proof["sfen"]).key()
    require(all(game.positions[ply].key() == key for ply in plies), "the positions differ")
    checks = proof.get("checks")
    if checks is None:
        require(len(plies) >= 4, "a repetition takes four occurrences")
        return
    require(checks, "there is no check")
    side = game.movers[checks[0]]
    require(len(plies) >= (4 if game.movers[plies[-1]] == side else 3), "too few occurrences")
    own = [ply for ply in range(plies[0] + 1, plies[-1] + 1) if game.movers[ply] == side]
    require(checks == own, f"the moves of the side are {own}")
    for ply in checks:
        king = game.positions[ply].king(other(side))
        require(king and game.positions[ply].attackers(king, side), f"ply {ply} gives no check")


def check_clock(proof, game):
    moves = proof["moves"]
    require(game and moves and moves == sorted(set(moves)), "the moves of the game are missing")
    require(all(game.times.get(ply) is not None for ply in moves), "a time is missing")
    side = game.sides[moves[0]]
    own = [ply for ply in sorted(game.sides) if moves[0] <= ply <= moves[-1] and game.sides[ply] == side]
    require(moves == own, f"the moves of the side are {own}")
    used = sum(round(1000 * game.times[ply]) for ply in moves)
    require(used == proof["used"], f"the times add up to {used}")
    require(used >= proof["allowed"], "the limit is not reached")


def check_points(proof, game):
    position = Position(proof["sfen"])
    sides = {"black": "b", "white": "w"}
    is_agreement = len(proof["points"]) == 2
    require(set(proof["pieces"]) == set(proof["points"]) and proof["points"], "points without pieces")
    for name, side in sides.items():
        own = {at: piece[1] for at, piece in position.board.items() if piece[0] == side and piece[1] != "K"}
        entered = {at: kind for at, kind in own.items() if in_camp(side, at)}
        require(proof["zone"][name] == len(entered), f"{name} has {len(entered)} pieces in the camp")
        if name not in proof["points"]:
            continue
        counts = {kind: count for kind, count in position.hands[side].items() if count}
        for kind in (own if is_agreement else entered).values():
            counts[kind[-1]] = counts.get(kind[-1], 0) + 1
        require(proof["pieces"][name] == counts, f"the pieces of {name} are {counts}")
        credit = missing(game.positions[0] if game and game.positions else position) if side == "w" else 0
        require(proof["points"][name] - value(counts) in (0, credit), f"{name} has {value(counts)} points")


def value(counts):
    return sum(count * (5 if kind in "BR" else 1) for kind, count in counts.items())


def missing(start):
    """The points of the pieces that a start position lacks."""
    on_board = [kind[-1] for _, kind in start.board.values()]
    held = {kind: sum(hand.get(kind, 0) for hand in start.hands.values()) for kind in SET}
    return value({kind: max(0, count - on_board.count(kind) - held[kind]) for kind, count in SET.items()})


CHECKS = {"not-mate": check_not_mate, "check": check_check}
CHECKS.update({kind: check_mate for kind in ("mate", "uchifuzume", "no-move")})
GAME_CHECKS = {"clock": check_clock, "points": check_points}
GAME_CHECKS.update({kind: check_repetition for kind in ("repetition", "perpetual-check")})


def check(proof, game=None):
    """Checks a proof. Raises Refused if it is false."""
    try:
        kind = proof["kind"]
        require(kind in CHECKS or kind in GAME_CHECKS, f"unknown kind: {kind}")
        require(("checks" in proof) == (kind == "perpetual-check"), "the fields are those of another kind")
        if kind in CHECKS:
            CHECKS[kind](proof)
        else:
            GAME_CHECKS[kind](proof, game)
        if game and game.is_complete and "sfen" in proof:
            require(game.contains(Position(proof["sfen"])), "the position does not occur in the game")
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Refused(f"malformed: {error!r}") from error


def main():
    files = (sys.stdin if name == "-" else open(name, encoding="utf-8") for name in sys.argv[1:] or ["-"])
    lines = (line for file in files for line in file)
    records, rows, proofs = [], {}, []
    for line in filter(str.strip, lines):
        item = json.loads(line)
        if "kind" in item:
            proofs.append(("", item, None))
        elif "usi" in item:
            rows.setdefault((item["path"], item["record"]), []).append(item)
        else:
            records.append(item)
    for record in records:
        place = record["path"], record.get("record")
        with_proof = [item for item in [record] + record["findings"] if "proof" in item]
        game = Game(rows[place]) if with_proof and place in rows else None
        for item in with_proof:
            name = f"{place[0]}#{place[1]} {item.get('rule', 'verdict')}: "
            proofs.append((name, item["proof"], "variation" if "variation" in item else game))
    accepted = refused = skipped = 0
    for name, proof, game in proofs:
        if game == "variation" and proof.get("kind") in GAME_CHECKS:
            skipped += 1
            continue
        try:
            check(proof, None if game == "variation" else game)
            accepted += 1
        except Refused as reason:
            refused += 1
            print(f"{name}{proof.get('kind')}: {reason}")
    print(f"{accepted} accepted, {refused} refused, {skipped} in variations not checked")
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    try:
        main()
    except (OSError, json.JSONDecodeError) as error:
        print(f"check.py: {error}", file=sys.stderr)
        sys.exit(2)
