//! Safe fixes: edits with only one reading, after which a finding is gone.
//!
//! A fix of a line of moves needs a record whose moves have no finding. A fix of a number, a total or a count also needs that all
//! text of moves was read, because such a number may be the only trace of a missing move.

use super::edit::newline;
use super::layout::edit_in_columns;
use crate::finding::{Applicability, Edit, Finding, Fix, Message, Rule, Severity, Span, message};
use crate::notation::{MoveUnit, TextForm};
use crate::played::Played;
use crate::record::gap::{Fact, PlyGap, TextAfter};
use crate::record::{Claim, Gap, GapKind, Node, NodeId, Origin, Outcome, Record, Step};
use crate::referee::rules::{clocks, moves, reading, results, written};
use crate::shogi::Color;

/// A rule whose findings can have a safe fix.
struct SafeFix {
    rule: &'static Rule,
    /// The state of the record that makes the fix safe.
    needs: Soundness,
    /// Returns the edits, or `None` if more than one reading is possible.
    edits: fn(&Case<'_, '_>) -> Option<Vec<Edit>>,
    message: fn() -> Message,
}

/// A finding and its record.
struct Case<'c, 't> {
    record: &'c Record<'t>,
    form: &'static TextForm,
    finding: &'c Finding,
}

/// The safe fixes. Of several fixes of a rule, the first that applies to a finding is used.
static SAFE_FIXES: [SafeFix; 14] = [
    SafeFix {
        rule: &moves::WRONG_SIDE_MARK,
        needs: Soundness::Moves,
        edits: side_marks,
        message: || message!("write the mark of the side that moves", "指した側の記号にする"),
    },
    SafeFix {
        rule: &reading::SIDE_MARK_MISSING,
        needs: Soundness::Moves,
        edits: missing_side_marks,
        message: || message!("write ▲ and △ before the moves", "指し手の前に▲と△を付ける"),
    },
    SafeFix {
        rule: &written::UNUSUAL_SUFFIX,
        needs: Soundness::Moves,
        edits: usual_words,
        message: || message!("write the usual words", "通常の相対表記にする"),
    },
    SafeFix {
        rule: &written::ORIGIN_UNSTATED,
        needs: Soundness::Moves,
        edits: origin,
        message: || message!("write the origin", "移動元を書く"),
    },
    SafeFix {
        rule: &reading::ENCODING_MISMATCH,
        needs: Soundness::Nothing,
        edits: declaration,
        message: || message!("declare the encoding of the file", "実際の文字コードを宣言する"),
    },
    SafeFix {
        rule: &reading::UNKNOWN_ENCODING,
        needs: Soundness::Nothing,
        edits: declaration,
        message: || message!("declare the encoding of the file", "実際の文字コードを宣言する"),
    },
    SafeFix {
        rule: &reading::HALF_WIDTH_COLON,
        needs: Soundness::Nothing,
        edits: full_width_colon,
        message: || message!("write a full-width colon", "全角コロンにする"),
    },
    SafeFix {
        rule: &reading::TEXT_AFTER_MOVE,
        needs: Soundness::Moves,
        edits: comment,
        message: || message!("make the text a comment", "余分な文字をコメントにする"),
    },
    SafeFix {
        rule: &reading::TEXT_AFTER_MOVE,
        needs: Soundness::Moves,
        edits: mark_without_words,
        message: || message!("remove the mark", "記号を削除する"),
    },
    SafeFix {
        rule: &reading::PLY_GAP,
        needs: Soundness::Text,
        edits: numbers,
        message: || message!("number the moves in order", "手数を順に付け直す"),
    },
    SafeFix {
        rule: &reading::PLY_NUMBER,
        needs: Soundness::Nothing,
        edits: wrong_numbers,
        message: || message!("write the right number", "正しい番号にする"),
    },
    SafeFix {
        rule: &reading::PLY_REPEAT,
        needs: Soundness::Text,
        edits: end_number,
        message: || message!("number the result in order", "終局の番号を順に直す"),
    },
    SafeFix {
        rule: &clocks::CLOCK_CUMULATIVE_MISMATCH,
        needs: Soundness::Text,
        edits: totals,
        message: || message!("write the sum of the times", "累計を消費時間の合計にする"),
    },
    SafeFix {
        rule: &results::RESULT_LINE_MISMATCH,
        needs: Soundness::Text,
        edits: count_of_moves,
        message: || message!("write the number of moves", "手数を実際の手数にする"),
    },
];

/// Returns the safe fix of a rule in words, if its findings can have one.
pub(crate) fn safe_fix(rule: &Rule) -> Option<Message> {
    let fix = SAFE_FIXES.iter().find(|fix| fix.rule.name == rule.name);
    fix.map(|fix| (fix.message)())
}

/// The parts of a record that have no finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Soundness {
    /// A move may be missing, or has an error.
    Nothing,
    /// No move has an error, and none is missing.
    Moves,
    /// All lines with moves were read completely, too.
    Text,
}

impl Soundness {
    /// Returns the soundness of a record, from all of its findings.
    pub(crate) fn new(record: &Record<'_>, findings: &[Finding]) -> Self {
        let is_on_move = |finding: &Finding| {
            finding.severity == Severity::Error
                && finding.moved.is_some()
                && finding.ply.is_some_and(|ply| ply > 0)
        };
        let tree = &record.tree;
        let has_unreadable = tree
            .ids()
            .any(|id| matches!(tree.node(id).step, Step::Unreadable(_)));
        // After a missing move, the same side moves again.
        let mut after_gaps = tree.ids().filter(|&id| tree.node(id).after_gap).peekable();
        let may_lack_move = after_gaps.peek().is_some() && {
            let played = Played::new(record);
            after_gaps.any(|id| played.ply(id).is_some_and(|ply| ply.mover != played.turn(id)))
        };
        let is_damage = |gap: &Gap| {
            matches!(
                gap.kind,
                GapKind::UnreadableLine(_) | GapKind::DamagedBytes { .. }
            )
        };
        let has_damage = record.gaps.iter().any(is_damage);
        let may_lack_move = may_lack_move || may_lack_moves_by_totals(record, findings);
        if findings.iter().any(is_on_move) || has_unreadable || may_lack_move || has_damage {
            Self::Nothing
        } else if are_beside_moves(record) {
            Self::Text
        } else {
            Self::Moves
        }
    }
}

/// Returns whether both the running totals and the number of moves in a まで line contradict the moves: the last total of a player
/// is not the sum of the times.
fn may_lack_moves_by_totals(record: &Record<'_>, findings: &[Finding]) -> bool {
    let is_reported = |rule: &Rule| findings.iter().any(|finding| finding.rule == rule);
    let is_miscounted = |claim: &Claim<'_>| {
        record.tree.is_main_line(claim.node) && claim.plies.is_some_and(|it| it != plies(record))
    };
    is_reported(&clocks::CLOCK_CUMULATIVE_MISMATCH)
        && is_reported(&results::RESULT_LINE_MISMATCH)
        && record.claims.iter().any(is_miscounted)
        && times_of_players(record).is_some_and(|players| players.iter().any(|times| is_last_wrong(times)))
}

/// Returns whether no gap of a record concerns the text of its moves. Control characters and lost characters concern it if a line
/// of a move has one.
fn are_beside_moves(record: &Record<'_>) -> bool {
    let mut has_stray_characters = false;
    for gap in record.gaps.iter().filter(|gap| !gap.kind.is(Fact::BesideMoves)) {
        match gap.kind {
            GapKind::ControlCharacter(_) | GapKind::ReplacementCharacter(_) => has_stray_characters = true,
            _ => return false,
        }
    }
    !has_stray_characters || !has_stray_character_in_moves(record)
}

/// Returns whether a line of a move has a control character, or a character that was lost in an earlier conversion.
fn has_stray_character_in_moves(record: &Record<'_>) -> bool {
    let is_stray = |character: char| {
        character == '\u{fffd}' || character.is_control() && !matches!(character, '\t' | '\n' | '\r')
    };
    let steps = record.tree.ids().filter_map(|id| record.tree.node(id).span());
    let mut steps: Vec<u32> = steps.map(|span| span.start).collect();
    steps.sort_unstable();
    let mut end = record.span.start;
    record.text.split_inclusive(['\n', '\r']).any(|line| {
        let start = end;
        end += line.len() as u32;
        let first = steps.partition_point(|&step| step < start);
        line.contains(is_stray) && steps.get(first).is_some_and(|&step| step < end)
    })
}

/// Adds the safe fixes to findings of a record.
pub(crate) fn add_safe_fixes(record: &Record<'_>, findings: &mut [Finding], soundness: Soundness) {
    if !record.is_shogi() || has_undecodable_bytes(record) {
        return;
    }
    for finding in findings.iter_mut().filter(|finding| finding.fix.is_none()) {
        let case = Case {
            record,
            form: TextForm::for_format(record.format),
            finding,
        };
        let fixes = SAFE_FIXES
            .iter()
            .filter(|fix| fix.rule.name == case.finding.rule.name);
        let mut fixes = fixes.filter(|fix| soundness >= fix.needs);
        finding.fix = fixes.find_map(|fix| {
            let edits = (fix.edits)(&case).filter(|edits| !edits.is_empty())?;
            Some(Fix {
                applicability: Applicability::Safe,
                message: (fix.message)(),
                edits,
            })
        });
    }
}

/// Returns whether a record has bytes that cannot be decoded. Such a record is not changed, so its findings have no fix.
pub(crate) fn has_undecodable_bytes(record: &Record<'_>) -> bool {
    let is_damage = |gap: &Gap| matches!(gap.kind, GapKind::DamagedBytes { .. });
    record.gaps.iter().any(is_damage)
}

impl Case<'_, '_> {
    /// Returns the gap that the finding reports.
    fn gap(&self) -> Option<&Gap> {
        let mut gaps = self.record.gaps.iter();
        gaps.find(|gap| gap.span.is_some() && gap.span == self.finding.span)
    }

    fn text(&self, span: Span) -> &str {
        self.record.text_at(span)
    }

    /// Returns the text from an offset to the end of its line.
    fn rest_of_line(&self, at: u32) -> &str {
        let start = (at - self.record.span.start) as usize;
        let rest = self.record.text.get(start..).unwrap_or_default();
        rest.split(['\r', '\n']).next().unwrap_or_default()
    }

    /// Returns the moves of the record, each with its node and its place.
    fn moves(&self) -> impl Iterator<Item = (NodeId, &crate::record::WrittenMove)> {
        let tree = &self.record.tree;
        tree.ids().filter_map(|id| match &tree.node(id).step {
            Step::Move(written) => Some((id, written)),
            _ => None,
        })
    }
}

// Moves.

/// The marks of a side in the formats of text, Black's first.
const MARKS: [[char; 2]; 4] = [['+', '-'], ['▲', '△'], ['☗', '☖'], ['▲', '▽']];

/// Returns the mark of a side in the style of a mark of the other side.
pub(super) fn mark_of(side: Color, mark: char) -> Option<char> {
    let pair = MARKS.iter().find(|pair| pair[side.opponent().index()] == mark)?;
    Some(pair[side.index()])
}

/// Replaces the marks of the wrong side.
fn side_marks(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let played = Played::new(case.record);
    let mut edits = Vec::new();
    for (id, written) in case.moves() {
        let mover = played.ply(id)?.mover;
        if written.mark.is_none_or(|mark| mark == mover) {
            continue;
        }
        let mark = case.text(written.span).chars().next()?;
        let start = written.span.start as usize;
        edits.push(Edit {
            span: Span::new(start, start + mark.len_utf8()),
            text: mark_of(mover, mark)?.to_string(),
        });
    }
    Some(edits)
}

/// Adds the marks of the sides in KI2.
fn missing_side_marks(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let played = Played::new(case.record);
    let mut edits = Vec::new();
    for (id, written) in case.moves().filter(|(_, written)| written.mark.is_none()) {
        let mark = match played.ply(id)?.mover {
            Color::Black => "▲",
            Color::White => "△",
        };
        let start = written.span.start as usize;
        edits.push(Edit {
            span: Span::new(start, start),
            text: mark.to_owned(),
        });
    }
    Some(edits)
}

/// The words that select one of several pieces.
const WORDS: &str = "右左直上寄引行入";

/// Replaces the words of KI2 moves by the usual ones.
fn usual_words(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let played = Played::new(case.record);
    let mut edits = Vec::new();
    for (id, written) in case.moves() {
        if !matches!(written.from, Origin::Words(_)) {
            continue;
        }
        let text = (case.form.move_text)(&played, id, played.ply(id)?)?;
        let token = case.text(written.span);
        let part = |text: &str, is_word: bool| -> String {
            let characters = text.chars().filter(|character| !is_blank(*character));
            characters
                .filter(|&character| WORDS.contains(character) == is_word)
                .collect()
        };
        let [words, rest] = [true, false].map(|is_word| part(token, is_word) == part(&text, is_word));
        if !words && rest {
            edits.push(Edit {
                span: written.span,
                text,
            });
        }
    }
    Some(edits)
}

/// Adds the origin of a KIF move, or 打.
fn origin(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    if case.form.move_unit != MoveUnit::NumberedLine {
        return None;
    }
    let played = Played::new(case.record);
    let (id, written) = case
        .moves()
        .find(|(_, written)| Some(written.span) == case.finding.span)?;
    let text = (case.form.move_text)(&played, id, played.ply(id)?)?;
    let token = case.text(written.span);
    // Another text after the move can be its origin in an unusual form.
    let rest = case.rest_of_line(written.span.end).trim().trim_end_matches('+');
    let clock = case.record.tree.node(id).clock_span;
    let is_time = clock.is_some_and(|clock| case.text(clock) == rest.trim_end());
    if !(rest.is_empty() || is_time) {
        return None;
    }
    let kept = token.find(['(', '（']).unwrap_or(token.len());
    let (place, addition) = (
        token[..kept].trim_end(),
        text.strip_prefix(token[..kept].trim_end())?,
    );
    let is_confirmed = kept == token.len() || has_digits_of(&token[kept..], addition);
    let span = Span::new(
        written.span.start as usize + place.len(),
        written.span.end as usize,
    );
    is_confirmed.then(|| vec![edit_in_columns(case.record, span, addition.to_owned())])
}

/// Returns whether an origin that cannot be read has one of the digits of an origin at its place, and no other digit: `(3?)` for
/// `(33)`, or `(3` at the end of a text that was cut off.
fn has_digits_of(unreadable: &str, origin: &str) -> bool {
    let characters = |text: &str| -> Vec<char> {
        let text = text.trim_start_matches(['(', '（']).trim_end_matches([')', '）']);
        text.chars().map(half_width_digit).collect()
    };
    let (written, digits) = (characters(unreadable), characters(origin));
    let is_cut = !unreadable.ends_with([')', '）']) && written.len() < digits.len();
    let is_digit = |character: &&char| character.is_ascii_digit();
    (is_cut || written.len() == digits.len())
        && written.iter().any(|character| is_digit(&character))
        && written
            .iter()
            .zip(&digits)
            .all(|(one, other)| one == other || !one.is_ascii_digit())
}

/// Returns a digit of full width as one of half width, and any other character as it is.
fn half_width_digit(character: char) -> char {
    let offset = (character as u32).wrapping_sub('０' as u32);
    match u8::try_from(offset) {
        Ok(digit @ 0..=9) => char::from(b'0' + digit),
        _ => character,
    }
}

/// Text after a move, to the end of its line, that cannot belong to the move.
struct TrailingText<'c> {
    text: &'c str,
    /// The mark of comments.
    mark: char,
    /// The text without the marks of comments at its beginning.
    words: &'c str,
    /// The place of the text, with the blanks around it.
    span: Span,
}

impl Case<'_, '_> {
    fn trailing_text(&self) -> Option<TrailingText<'_>> {
        let gap = self.gap()?;
        let GapKind::TextAfterMove(after) = gap.kind else {
            return None;
        };
        let span = gap.span?;
        let text = self.text(span).trim();
        if text.is_empty() || text.contains(belongs_to_move) {
            return None;
        }
        let mark = match after {
            TextAfter::Number(_) | TextAfter::Move => '*',
            TextAfter::MoveOfCsa | TextAfter::EndOfCsa => '\'',
            TextAfter::Position => return None,
        };
        let rest = self.rest_of_line(span.end);
        if !rest.trim().is_empty() {
            return None;
        }
        let start = span.start as usize;
        let before = &self.record.text[..start - self.record.span.start as usize];
        let blanks = before.len() - before.trim_end_matches([' ', '　', '\t', ',']).len();
        Some(TrailingText {
            text,
            mark,
            words: text.trim_start_matches(['#', '*', '＃', '＊', '\'', ' ', '　']),
            span: Span::new(start - blanks, span.end as usize + rest.len()),
        })
    }
}

/// Removes `#` or `*` without words after a move.
fn mark_without_words(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let trailing = case.trailing_text()?;
    (trailing.mark == '*' && ["#", "*"].contains(&trailing.text)).then(|| vec![removal(trailing.span)])
}

/// Makes the text after a move a comment.
fn comment(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let TrailingText {
        mark, words, span, ..
    } = case.trailing_text().filter(|it| !it.words.is_empty())?;
    let comment = format!("{mark}{}{words}", if mark == '\'' { "*" } else { "" });
    // In CSA, the time of the move comes first.
    let end = span.end as usize;
    let line_end = &case.record.text[end - case.record.span.start as usize..];
    let newline = newline(case.record);
    let next = line_end.strip_prefix(newline).unwrap_or_default();
    if mark == '\'' && next.starts_with('T') {
        let time = next.split_inclusive('\n').next().unwrap_or_default();
        let at = end + newline.len() + time.len();
        let text = format!("{comment}{newline}");
        let after_time = Span::new(at, at);
        return Some(vec![
            removal(span),
            Edit {
                span: after_time,
                text,
            },
        ]);
    }
    let text = format!("{newline}{comment}");
    Some(vec![Edit { span, text }])
}

fn removal(span: Span) -> Edit {
    Edit {
        span,
        text: String::new(),
    }
}

/// Returns whether a character can be part of a move or of a time: a bracket, a digit, a square or a piece.
fn belongs_to_move(character: char) -> bool {
    character.is_ascii_digit()
        || ('０'..='９').contains(&character)
        || "()（）[]［］「」{}<>&;+-:/,%一二三四五六七八九同歩香桂銀金角飛玉王と杏圭全馬竜龍成不打右左直上寄引行入▲△☗☖"
            .contains(character)
}

// Headers.

/// Replaces the declared encoding.
fn declaration(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let gap = case.gap()?;
    let (GapKind::EncodingMismatch {
        declared: Some(declared),
        actual,
    }
    | GapKind::UnknownEncoding { declared, actual }) = &gap.kind
    else {
        return None;
    };
    let span = gap.span?;
    let at = span.start as usize + case.text(span).find(&**declared)?;
    Some(vec![Edit {
        span: Span::new(at, at + declared.len()),
        text: (*actual).to_owned(),
    }])
}

/// Writes a full-width colon. A record with a line that cannot be read may be part of another text, which stays as it is.
fn full_width_colon(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let is_line = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableLine(_));
    let gap = case
        .gap()
        .filter(|gap| matches!(gap.kind, GapKind::HalfWidthColon(_)))?;
    if case.record.gaps.iter().any(is_line) {
        return None;
    }
    let span = gap.span?;
    let at = span.start as usize + case.text(span).find(':')?;
    Some(vec![Edit {
        span: Span::new(at, at + 1),
        text: "：".to_owned(),
    }])
}

// Numbers, totals and counts.

/// Numbers the moves of a record without variations in order.
///
/// A missing move would be a second move by the same side, or two missing moves would leave the parity of the numbers as it is.
/// The numbers are wrong if neither is the case, or if the result counts the moves as they are.
fn numbers(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let record = case.record;
    let GapKind::PlyGap(PlyGap::Skipped { number, before }) = case.gap()?.kind else {
        return None;
    };
    let has_variations = record.tree.ids().any(|id| record.tree.children(id).count() > 1);
    if case.form.move_unit != MoveUnit::NumberedLine || has_variations {
        return None;
    }
    let plies = plies(record);
    let is_counted = record.claims.iter().any(|claim| claim.plies == Some(plies));
    let is_odd = number.checked_sub(before)? % 2 == 0;
    if !(is_counted || is_odd && record.claims.iter().all(|claim| claim.plies.is_none())) {
        return None;
    }
    let first = record.tree.node(NodeId::START).number;
    let mut edits = Vec::new();
    for (at, (_, node)) in record.tree.main_line().enumerate() {
        let expected = first + at as u32 + 1;
        let edit = number_edit(case, node, expected)?;
        if case.text(edit.span) != edit.text {
            edits.push(edit);
        }
    }
    Some(edits)
}

/// Replaces a wrong number, and the numbers after it up to the first one that is right or reported itself. After a missing
/// number, the numbers before the gap may be right instead, so no number is replaced.
fn wrong_numbers(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let gap = case.gap().filter(|_| !lacks_number(case))?;
    let tree = &case.record.tree;
    let first = tree.ids().find(|&id| tree.node(id).span() == gap.span)?;
    let is_reported = |span: Option<Span>| {
        let mut gaps = case.record.gaps.iter();
        gaps.any(|gap| gap.span == span && matches!(gap.kind, GapKind::PlyNumber { .. }))
    };
    let mut edits = Vec::new();
    for id in std::iter::successors(Some(first), |&id| tree.first_child(id)) {
        let node = tree.node(id);
        let edit = number_edit(case, node, node.number)?;
        if case.text(edit.span).trim() == edit.text.trim() || id != first && is_reported(node.span()) {
            break;
        }
        edits.push(edit);
    }
    Some(edits)
}

/// Returns whether a number of the record is missing.
fn lacks_number(case: &Case<'_, '_>) -> bool {
    let mut gaps = case.record.gaps.iter();
    gaps.any(|gap| matches!(gap.kind, GapKind::PlyGap(_)))
}

/// Replaces the number of a result, unless a number before it is missing.
fn end_number(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let gap = case.gap().filter(|_| !lacks_number(case))?;
    let GapKind::EndNumber { expected, .. } = gap.kind else {
        return None;
    };
    let tree = &case.record.tree;
    let id = tree.ids().find(|&id| tree.node(id).span() == gap.span)?;
    Some(vec![number_edit(case, tree.node(id), expected)?])
}

/// Returns the edit after which a node has this number.
fn number_edit(case: &Case<'_, '_>, node: &Node<'_>, expected: u32) -> Option<Edit> {
    let token = node.span()?.start as usize;
    let offset = case.record.span.start as usize;
    let before = case.record.text.get(..token - offset)?;
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let head = &before[line..];
    let blanks = head.len() - head.trim_start_matches(is_blank).len();
    let digits = head[blanks..].bytes().take_while(u8::is_ascii_digit).count();
    // A longer number takes the place of blanks before it.
    let longer = expected.to_string().len().saturating_sub(digits);
    let room = head[..blanks]
        .bytes()
        .rev()
        .take_while(|&byte| byte == b' ')
        .count();
    let added = longer.min(room);
    let start = offset + line + blanks - added;
    let width = digits + added;
    (digits > 0).then(|| Edit {
        span: Span::new(start, start + width),
        text: format!("{expected:width$}"),
    })
}

/// Replaces the running totals that are not the sums of the times.
///
/// The times are right if the last total of each player is the sum of the times. If all totals would be right with two plies of
/// a player exchanged, they may be the only trace of this exchange.
fn totals(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    if case.form.move_unit != MoveUnit::NumberedLine {
        return None;
    }
    let mut edits = Vec::new();
    for times in times_of_players(case.record)? {
        let wrong = wrong_totals(&times);
        if is_last_wrong(&times) || may_be_exchanged(&times, &wrong) {
            return None;
        }
        for (index, sum) in wrong {
            edits.push(total_edit(case, times[index].node, sum)?);
        }
    }
    edits.sort_by_key(|edit| edit.span);
    Some(edits)
}

/// The times of a move of the main line (milliseconds).
#[derive(Clone, Copy)]
struct MoveTimes<'r, 't> {
    node: &'r Node<'t>,
    spent: u64,
    total: u64,
}

/// Returns the times of the moves of each player, up to the first variation. Returns `None` if a move has no time or no total.
fn times_of_players<'r, 't>(record: &'r Record<'t>) -> Option<[Vec<MoveTimes<'r, 't>>; 2]> {
    let mut times = [Vec::new(), Vec::new()];
    for (id, node) in record.tree.main_line() {
        if matches!(node.step, Step::End(_)) || record.tree.children(id).count() > 1 {
            break;
        }
        times[(node.ply as usize + 1) % 2].push(MoveTimes {
            node,
            spent: node.clock.spent?.into(),
            total: node.clock.total?.into(),
        });
    }
    Some(times)
}

/// Returns the indices of the totals that are not the sums of the times, each with this sum.
fn wrong_totals(times: &[MoveTimes<'_, '_>]) -> Vec<(usize, u64)> {
    let sums = times.iter().scan(0, |sum, it| {
        *sum += it.spent;
        Some(*sum)
    });
    let is_wrong = |&(index, sum): &(usize, u64)| times[index].total != sum;
    sums.enumerate().filter(is_wrong).collect()
}

/// Returns whether the last total is not the sum of the times.
fn is_last_wrong(times: &[MoveTimes<'_, '_>]) -> bool {
    let sum: u64 = times.iter().map(|it| it.spent).sum();
    times.last().is_some_and(|last| last.total != sum)
}

/// Returns whether all totals would be right if two plies with a wrong total, or one of them and its neighbour, were exchanged.
fn may_be_exchanged(times: &[MoveTimes<'_, '_>], wrong: &[(usize, u64)]) -> bool {
    let (Some(&(first, _)), Some(&(last, _))) = (wrong.first(), wrong.last()) else {
        return false;
    };
    let pairs = if first < last {
        [Some((first, last)), None]
    } else {
        [
            first.checked_sub(1).map(|before| (before, first)),
            Some((first, first + 1)),
        ]
    };
    pairs.into_iter().flatten().any(|(one, other)| {
        let mut exchanged = times.to_vec();
        other < exchanged.len() && {
            exchanged.swap(one, other);
            wrong_totals(&exchanged).is_empty()
        }
    })
}

/// Returns the edit of the total in `( 0:32/00:00:32)`, given in milliseconds.
fn total_edit(case: &Case<'_, '_>, node: &Node<'_>, total: u64) -> Option<Edit> {
    let span = node.clock_span?;
    let text = case.text(span);
    let slash = text.find('/')?;
    let written = text[slash + 1..].trim_end_matches([')', ' ']);
    let is_plain = |byte: u8| byte.is_ascii_digit() || byte == b':';
    if !written.bytes().all(is_plain) || !total.is_multiple_of(1_000) {
        return None;
    }
    let seconds = total / 1_000;
    let start = span.start as usize + slash + 1;
    Some(Edit {
        span: Span::new(start, start + written.len()),
        text: format!(
            "{:02}:{:02}:{:02}",
            seconds / 3_600,
            seconds / 60 % 60,
            seconds % 60
        ),
    })
}

/// Replaces the number of moves in a まで line.
///
/// Another statement has to show that the number is wrong: the number of the end in a record whose numbers are consecutive, or
/// the winner, who is the side that made the last move and did not make the move with the stated number. If only the count differs,
/// and by an even number, moves may be missing at the end.
fn count_of_moves(case: &Case<'_, '_>) -> Option<Vec<Edit>> {
    let plies = plies(case.record);
    let is_reported = |span: Span| {
        case.finding
            .span
            .is_some_and(|found| found.start >= span.start && found.end <= span.end)
    };
    let mut claims = case.record.claims.iter();
    let claim =
        claims.find(|claim| is_reported(claim.span) && claim.plies.is_some_and(|count| count != plies))?;
    let first = case.record.start.position.side_to_move();
    let last_mover = if plies % 2 == 1 { first } else { first.opponent() };
    let is_winner_right = claim.winner == Some(last_mover)
        && claim.plies?.abs_diff(plies) % 2 == 1
        && winner_of_end(case).is_none_or(|winner| winner == last_mover);
    if plies == 0 || !(is_winner_right || is_end_numbered(case, claim, plies)) {
        return None;
    }
    let text = case.text(claim.span);
    let at = text.find(|character: char| character.is_ascii_digit())?;
    let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let start = claim.span.start as usize + at;
    (text[at..at + digits].parse() == Ok(claim.plies?)).then(|| {
        vec![Edit {
            span: Span::new(start, start + digits),
            text: plies.to_string(),
        }]
    })
}

/// Returns whether the main line ends with the number after that of its last move, if all of its numbers are consecutive from 1
/// on and the claim states no other winner.
fn is_end_numbered(case: &Case<'_, '_>, claim: &Claim<'_>, plies: u32) -> bool {
    let record = case.record;
    let is_number_wrong = |gap: &Gap| {
        matches!(
            gap.kind,
            GapKind::PlyGap(_)
                | GapKind::PlyNumber { .. }
                | GapKind::PlyRepeat { .. }
                | GapKind::EndNumber { .. }
        )
    };
    let Some((_, node)) = record.tree.main_line().last() else {
        return false;
    };
    let is_end = matches!(node.step, Step::End(_));
    let written = number_edit(case, node, 0).and_then(|edit| case.text(edit.span).parse().ok());
    is_end
        && case.form.move_unit == MoveUnit::NumberedLine
        && record.tree.node(NodeId::START).number == 0
        && node.ply == plies + 1
        && written == Some(node.ply)
        && !record.gaps.iter().any(is_number_wrong)
        && (claim.winner.is_none() || claim.winner == winner_of_end(case))
}

/// Returns the winner that the end of the main line states.
fn winner_of_end(case: &Case<'_, '_>) -> Option<Color> {
    let (id, node) = case.record.tree.main_line().last()?;
    let Step::End(end) = &node.step else { return None };
    match end.outcome(Played::new(case.record).turn(id)) {
        Some(Outcome::Win(winner)) => Some(winner),
        _ => None,
    }
}

/// Returns the number of moves of the main line.
fn plies(record: &Record<'_>) -> u32 {
    let line = record.tree.main_line();
    line.filter(|(_, node)| matches!(node.step, Step::Move(_)))
        .count() as u32
}

const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '　')
}
