//! The rules about several records and about sheets of results.

use super::rules;

rules! {
    ARCHIVE_RULES:
    SAME_GAME_OTHER_PLAYERS = "same-game-other-players", Doubt, Archive,
        "The same game under the names of other players", "同じ棋譜が別の対局者名で入っている";
    SAME_GAME_OTHER_RESULT = "same-game-other-result", RecordError, Archive,
        "The same game with another result", "同じ対局の結果が食い違う";
    SAME_GAME_OTHER_DATE = "same-game-other-date", Doubt, Archive,
        "The same game with another date", "同じ対局の日付が食い違う";
    SAME_GAME_AGAIN = "same-game-again", Notice, Archive,
        "The same game once more", "同じ対局の棋譜がもう1つある";
    RECORD_CUT_SHORT = "record-cut-short", Doubt, Archive,
        "The record is only the beginning of another one", "棋譜が途中で切れている";
    TWO_GAMES_AT_ONCE = "two-games-at-once", RecordError, Archive,
        "A player in two games at the same time", "同じ対局者が同時に2局指している";
    PAIRING_AGAIN = "pairing-again", Doubt, Archive,
        "The same pairing twice in one round", "同じ組み合わせが1つの回戦に2局ある";
    PLAYER_NAME_ONCE = "player-name-once", Doubt, Archive,
        "A name that occurs once and resembles a frequent one", "1回しか出ない、よく似た対局者名";
    DATE_OUTSIDE_EVENT = "date-outside-event", Doubt, Archive,
        "A date far from the other games of the event", "棋戦のほかの対局から離れた日付";
    FILE_UNDER_OTHER_NAME = "file-under-other-name", Doubt, Archive,
        "The name of the file contradicts the record", "ファイル名と棋譜が食い違う";
    CLOCK_OTHER_THAN_EVENT = "clock-other-than-event", Notice, Archive,
        "A time limit unlike that of all other games of the event", "棋戦のほかの対局と異なる持ち時間";
    HANDICAP_OTHER_THAN_EVENT = "handicap-other-than-event", Notice, Archive,
        "A handicap unlike that of all other games of the event", "棋戦のほかの対局と異なる手合割";
    SHEET_GAME_MISSING = "sheet-game-missing", Doubt, Archive,
        "A game of the sheet without a record", "表にある対局の棋譜がない";
    RECORD_NOT_ON_SHEET = "record-not-on-sheet", RecordError, Archive,
        "A record that is not on the sheet", "棋譜の対局が表にない";
    SHEET_RESULT_DIFFERS = "sheet-result-differs", RecordError, Archive,
        "The sheet has another result", "表と結果が異なる";
    SHEET_COLOURS_DIFFER = "sheet-colours-differ", RecordError, Archive,
        "The sheet has other colours", "表と先後が異なる";
    SHEET_DATE_DIFFERS = "sheet-date-differs", Doubt, Archive,
        "The sheet has another date", "表と日付が異なる";
    SHEET_POINTS_DIFFER = "sheet-points-differ", RecordError, Archive,
        "Points of the sheet that do not follow from its results", "表の勝点が結果と合わない";
    SHEET_PLAYER_UNKNOWN = "sheet-player-unknown", RecordError, Archive,
        "A player of the sheet who occurs in no record", "表の対局者がどの棋譜にもいない";
}
