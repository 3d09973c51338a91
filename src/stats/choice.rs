//! Which columns are shown, and by which the rows are sorted.

use super::fault::{Fault, fault, no_column};
use crate::finding::{Span, message, say};

/// A column that rows are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its place among the columns.
    pub column: usize,
    /// Whether the greatest comes first. What is empty comes last whichever way.
    pub descending: bool,
}

/// The places of columns in a list of their names, such as `path,plies,end`, in the order of the list. `all` stands for
/// all of them, and `usual` for the first so many, without those that stand in the list before.
///
/// # Errors
///
/// What is wrong first: a name that is none, or one that stands there twice.
pub fn columns(list: &str, names: &[&'static str], usual: usize) -> Result<Vec<usize>, Fault> {
    let mut chosen = Vec::new();
    for item in items(list) {
        if let Some(several) = [("all", names.len()), ("usual", usual)]
            .iter()
            .find(|(word, _)| *word == item.name)
        {
            let others: Vec<_> = (0..several.1).filter(|it| !chosen.contains(it)).collect();
            chosen.extend(others);
            continue;
        }
        let column = item.column(names)?;
        item.once(chosen.contains(&column))?;
        chosen.push(column);
    }
    Ok(chosen)
}

/// What rows are sorted by first, what next: a list of columns such as `black,-plies`, where `-` puts the greatest
/// first.
///
/// ```
/// use kifu::stats::{Order, orders};
///
/// let by = orders("black,-plies", &["plies", "black"]).unwrap();
/// assert_eq!(by[1], Order { column: 0, descending: true });
/// ```
///
/// # Errors
///
/// What is wrong first: a name that is none, or one that stands there twice.
pub fn orders(list: &str, names: &[&'static str]) -> Result<Vec<Order>, Fault> {
    let mut orders: Vec<Order> = Vec::new();
    for item in items(list) {
        let (item, descending) = item.without_minus();
        let column = item.column(names)?;
        item.once(orders.iter().any(|it| it.column == column))?;
        orders.push(Order { column, descending });
    }
    Ok(orders)
}

/// A name in a list.
#[derive(Clone, Copy)]
struct Item<'t> {
    name: &'t str,
    start: usize,
}

/// The names in a list, without the blanks around them.
fn items(list: &str) -> impl Iterator<Item = Item<'_>> {
    let mut end = 0;
    list.split(',').map(move |part| {
        let start = end + part.len() - part.trim_start().len();
        end += part.len() + 1;
        Item {
            name: part.trim(),
            start,
        }
    })
}

impl Item<'_> {
    fn span(self) -> Span {
        Span::new(self.start, self.start + self.name.len())
    }

    fn without_minus(self) -> (Self, bool) {
        let Some(name) = self.name.strip_prefix('-') else {
            return (self, false);
        };
        let start = self.start + 1;
        (Self { name, start }, true)
    }

    fn column(self, names: &[&'static str]) -> Result<usize, Fault> {
        if self.name.is_empty() {
            let message = say("missing column name", "列名が抜けている");
            let help = say("write a name between the commas", "コンマの間に列名を書く");
            return Err(fault(self.span(), message, help));
        }
        let found = names.iter().position(|name| *name == self.name);
        found.ok_or_else(|| no_column(self.name, self.span(), names.iter().copied()))
    }

    fn once(self, again: bool) -> Result<(), Fault> {
        if again {
            let name = self.name;
            let message = message!(
                "column `{name}` occurs twice",
                "列 `{name}` が2回書かれている",
                name
            );
            return Err(fault(
                self.span(),
                message,
                say("remove one of them", "一方を取り除く"),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["path", "plies", "black", "white"];

    #[test]
    fn columns_stand_in_the_order_of_the_list() {
        assert_eq!(columns("white", &NAMES, 2), Ok(vec![3]));
        assert_eq!(columns(" plies ,path,white", &NAMES, 2), Ok(vec![1, 0, 3]));
        assert_eq!(columns("usual,white", &NAMES, 2), Ok(vec![0, 1, 3]));
        assert_eq!(columns("white,all", &NAMES, 2), Ok(vec![3, 0, 1, 2]));
    }

    #[test]
    fn a_minus_turns_the_order_round() {
        let by = |column, descending| Order { column, descending };
        assert_eq!(
            orders("-plies, black", &NAMES),
            Ok(vec![by(1, true), by(2, false)])
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let told = |list: &str, fault: Fault| {
            let place = fault.span.map(|it| it.of(list).to_owned());
            format!(
                "[{}] {}; {}\n",
                place.unwrap(),
                fault.message.english(),
                fault.help.unwrap().english()
            )
        };
        let mut all = String::new();
        for list in [
            "",
            "path,",
            "ply",
            "path,Plies",
            "path,xyz",
            "path, path",
            "-plies",
        ] {
            all += &told(list, columns(list, &NAMES, 2).unwrap_err());
        }
        for list in ["-", "-ply", "--plies", "plies,-plies", "路,-"] {
            all += &told(list, orders(list, &NAMES).unwrap_err());
        }
        insta::assert_snapshot!(all, @r#"
        [] missing column name; write a name between the commas
        [] missing column name; write a name between the commas
        [ply] unknown column `ply`; columns: path, plies, black, white
        [Plies] unknown column `Plies`; did you mean `plies`?
        [xyz] unknown column `xyz`; columns: path, plies, black, white
        [path] column `path` occurs twice; remove one of them
        [-plies] unknown column `-plies`; did you mean `plies`?
        [] missing column name; write a name between the commas
        [ply] unknown column `ply`; columns: path, plies, black, white
        [-plies] unknown column `-plies`; did you mean `plies`?
        [plies] column `plies` occurs twice; remove one of them
        [路] unknown column `路`; columns: path, plies, black, white
        "#);
    }
}
