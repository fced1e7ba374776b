// Must not compile: each line is an error.
import { type Id, newId, parse } from "base62id";

export const order: Id<"order"> = newId("user");
export const plain: Id<"user"> = "user_01h455vb4pex5vsknk084sn02q";
export const same: boolean = newId("user") === newId("order");
export const other: Id<"order"> = parse("typeid", "", "user");
