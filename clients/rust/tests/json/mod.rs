//! As much JSON as the conformance kit needs: the package's tests need no other crate.

use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn parse(text: &str) -> Json {
        let mut rest = text.chars().peekable();
        let value = read_value(&mut rest);
        skip_space(&mut rest);
        assert_eq!(rest.next(), None, "behind the end");
        value
    }

    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(own, _)| own == name).map(|m| &m.1),
            _ => panic!("{self:?} is no object"),
        }
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(all) => all,
            _ => panic!("{self:?} is no list"),
        }
    }

    /// A member that is a text; none where it is null or not there.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            None | Some(Json::Null) => None,
            Some(Json::Text(text)) => Some(text),
            Some(other) => panic!("{name}: {other:?} is no text"),
        }
    }

    /// A member that is a number; none where it is null or not there.
    pub fn number<N: std::str::FromStr>(&self, name: &str) -> Option<N> {
        match self.get(name) {
            None | Some(Json::Null) => None,
            Some(Json::Number(text)) => {
                let number = text.parse().ok();
                assert!(number.is_some(), "{name}: {text} is no such number");
                number
            }
            Some(other) => panic!("{name}: {other:?} is no number"),
        }
    }

    /// A member that is a boolean; false where it is not there.
    pub fn is(&self, name: &str) -> bool {
        match self.get(name) {
            None => false,
            Some(Json::Bool(value)) => *value,
            Some(other) => panic!("{name}: {other:?} is no boolean"),
        }
    }
}

fn skip_space(rest: &mut Peekable<Chars<'_>>) {
    while rest.next_if(char::is_ascii_whitespace).is_some() {}
}

fn expect(rest: &mut Peekable<Chars<'_>>, wanted: &str) {
    for c in wanted.chars() {
        assert_eq!(rest.next(), Some(c), "of {wanted}");
    }
}

fn read_value(rest: &mut Peekable<Chars<'_>>) -> Json {
    skip_space(rest);
    match rest.peek().copied().expect("a value") {
        'n' => {
            expect(rest, "null");
            Json::Null
        }
        't' => {
            expect(rest, "true");
            Json::Bool(true)
        }
        'f' => {
            expect(rest, "false");
            Json::Bool(false)
        }
        '"' => Json::Text(read_text(rest)),
        '[' => Json::List(read_list(rest, '[', ']', read_value)),
        '{' => Json::Object(read_list(rest, '{', '}', read_member)),
        _ => {
            let mut number = String::new();
            while let Some(c) = rest.next_if(|c| c.is_ascii_digit() || "-+.eE".contains(*c)) {
                number.push(c);
            }
            assert!(!number.is_empty(), "no value");
            Json::Number(number)
        }
    }
}

fn read_member(rest: &mut Peekable<Chars<'_>>) -> (String, Json) {
    skip_space(rest);
    let name = read_text(rest);
    skip_space(rest);
    expect(rest, ":");
    (name, read_value(rest))
}

/// What stands between `open` and `close`, with commas between.
fn read_list<T>(
    rest: &mut Peekable<Chars<'_>>,
    open: char,
    close: char,
    read: fn(&mut Peekable<Chars<'_>>) -> T,
) -> Vec<T> {
    assert_eq!(rest.next(), Some(open));
    let mut all = Vec::new();
    loop {
        skip_space(rest);
        if rest.next_if_eq(&close).is_some() {
            return all;
        }
        if !all.is_empty() {
            expect(rest, ",");
        }
        all.push(read(rest));
    }
}

fn read_text(rest: &mut Peekable<Chars<'_>>) -> String {
    expect(rest, "\"");
    let mut text = String::new();
    loop {
        match rest.next().expect("the end of a text") {
            '"' => return text,
            '\\' => match rest.next().expect("what is escaped") {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                'r' => text.push('\r'),
                'b' => text.push('\u{8}'),
                'f' => text.push('\u{c}'),
                'u' => text.push(read_escaped(rest)),
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
}

/// The character of `\u` and four digits, or of a pair of surrogates written so.
fn read_escaped(rest: &mut Peekable<Chars<'_>>) -> char {
    let first = read_four_digits(rest);
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first).expect("a character");
    }
    expect(rest, "\\u");
    let second = read_four_digits(rest);
    char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)).expect("a character")
}

fn read_four_digits(rest: &mut Peekable<Chars<'_>>) -> u32 {
    let digits: String = (0..4).map(|_| rest.next().expect("four digits")).collect();
    u32::from_str_radix(&digits, 16).expect("four digits")
}
