//! What the operations of an application that knows UUIDs give.
use std::io::Read;

pub const ADA: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
pub const GRACE: &str = "11111111-2222-4333-8444-555555555555";
pub type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The text of a new UUID.
pub fn fresh() -> String {
    let mut text = String::new();
    std::fs::File::open("/proc/sys/kernel/random/uuid").unwrap().read_to_string(&mut text).unwrap();
    text.trim().to_owned()
}

pub fn want<T: PartialEq + std::fmt::Debug>(got: T, wanted: T) -> Outcome {
    if got == wanted { Ok(()) } else { Err(format!("{got:?}, not {wanted:?}").into()) }
}

pub fn cell(operation: &str, outcome: Outcome) {
    let how = match outcome {
        Ok(()) => "ok".to_owned(),
        Err(error) => {
            eprintln!("{operation}: {error:?}");
            // The name of the variant that says what is wrong, as WrongType or ColumnDecode.
            let text = format!("{error:?}");
            let known = ["WrongType", "ColumnDecode", "ToSql", "FromSql"];
            known.iter().find(|name| text.contains(**name)).map_or("an error", |name| name).to_owned()
        }
    };
    println!("{operation}\t{how}");
}
