// Conditions over ids, composed at random, and what they mean in SQL: compositions_test.ts asks each adapter.
import { seeded } from "base62id/testing";
import { defineIds } from "base62id";

export const ids = defineIds({ user: "user", order: { prefix: "ord", notation: "ulid" } });

/** What a column of ids is asked; several hold together. */
export type Ask =
    | { op: "eq" | "ne" | "lt" | "lte" | "gt" | "gte"; id: string }
    | { op: "in" | "notIn"; ids: string[] }
    | { op: "between"; low: string; high: string }
    | { op: "startsWith" | "notStartsWith"; text: string }
    | { op: "isNull" | "notNull" };
export type Field = "id" | "bossId" | "buyerId";
export type Condition =
    | { kind: "and" | "or"; of: Condition[] }
    | { kind: "not"; of: Condition }
    | { kind: "field"; field: Field; asks: Ask[] }
    /** A user's boss, or some, none or every one of a user's orders. */
    | { kind: "boss"; of: Condition }
    | { kind: "orders"; quantifier: "some" | "none" | "every"; of: Condition };

export const tables = `
CREATE TABLE comp_users (id uuid PRIMARY KEY, boss_id uuid REFERENCES comp_users, name text NOT NULL);
CREATE TABLE comp_orders (id uuid PRIMARY KEY, buyer_id uuid NOT NULL REFERENCES comp_users);`;

export interface Rows {
    users: { id: string; boss: string | null }[];
    orders: { id: string; buyer: string }[];
}

/** Numbers from octets of a seed. */
export function chooser(seed: number) {
    const fill = seeded(seed);
    const below = (n: number): number => {
        const octets = new Uint8Array(4);
        fill(octets);
        return (
            (((octets[0]! << 24) | (octets[1]! << 16) | (octets[2]! << 8) | octets[3]!) >>> 0) % n
        );
    };
    return { below, of: <T>(all: readonly T[]): T => all[below(all.length)]! };
}
export type Choose = ReturnType<typeof chooser>;

/** Few UUIDs, near each other and at the ends, so that conditions divide them. */
export function rowsOf({ below, of }: Choose): Rows {
    const heads = [
        "00000000-0000-7000-8000-0000000000",
        "01890a5d-ac96-774b-bcce-b302099a80",
        "01890a5d-ac96-774b-bccf-b302099a80",
        "ffffffff-ffff-7fff-bfff-ffffffffff",
    ];
    const uuids = (count: number) => {
        const made = new Set<string>();
        while (made.size < count) made.add(of(heads) + below(256).toString(16).padStart(2, "0"));
        return [...made];
    };
    const users: Rows["users"] = [];
    for (const id of uuids(24))
        users.push({ id, boss: users.length > 0 && below(3) > 0 ? of(users).id : null });
    return { users, orders: uuids(40).map((id) => ({ id, buyer: of(users).id })) };
}

/** Two to four conditions, of users unless said. */
export function conditionOf(
    choose: Choose,
    rows: Rows,
    of: "users" | "orders" = "users",
): Condition {
    const { below } = choose;
    const userIds = rows.users.map(({ id }) => ids.user.fromUuid(id) as string);
    const orderIds = rows.orders.map(({ id }) => ids.order.fromUuid(id) as string);
    const askOf = (all: string[], isNullable: boolean): Ask => {
        const id = choose.of(all);
        const [low, high] = [id, choose.of(all)].sort() as [string, string];
        // Also what begins no id of the kind, or another kind's.
        const text = choose.of([
            id.slice(0, 5 + below(id.length - 4)),
            id,
            "user_",
            "ord_",
            "",
            "user_0",
            "ord_7ZZ",
            "other_",
        ]);
        switch (below(isNullable ? 13 : 11)) {
            case 0:
                return { op: "eq", id };
            case 1:
                return { op: "ne", id };
            case 2:
                return { op: choose.of(["lt", "lte", "gt", "gte"] as const), id };
            case 3:
                return { op: choose.of(["lt", "lte", "gt", "gte"] as const), id };
            case 4:
                return { op: "in", ids: Array.from({ length: below(4) }, () => choose.of(all)) };
            case 5:
                return {
                    op: "notIn",
                    ids: Array.from({ length: 1 + below(3) }, () => choose.of(all)),
                };
            case 6:
                return { op: "between", low, high };
            case 7:
            case 8:
            case 9:
                return { op: "startsWith", text };
            case 10:
                return { op: "notStartsWith", text };
            case 11:
                return { op: "isNull" };
            default:
                return { op: "notNull" };
        }
    };
    let left = 2 + below(3);
    const one = (of: "users" | "orders", depth: number): Condition => {
        const many = () => Array.from({ length: 2 }, () => one(of, depth + 1));
        if (depth < 4 && left > 1) {
            switch (below(of === "users" ? 7 : 4)) {
                case 0:
                    return { kind: "and", of: many() };
                case 1:
                    return { kind: "or", of: many() };
                case 2:
                    return { kind: "not", of: one(of, depth + 1) };
                case 4:
                    return { kind: "boss", of: one("users", depth + 1) };
                case 5:
                    return {
                        kind: "orders",
                        quantifier: choose.of(["some", "none", "every"] as const),
                        of: one("orders", depth + 1),
                    };
            }
        }
        const field = choose.of(
            of === "users" ? (["id", "bossId"] as const) : (["id", "buyerId"] as const),
        );
        const all = of === "orders" && field === "id" ? orderIds : userIds;
        const asks = Array.from({ length: 1 + below(Math.max(1, Math.min(left, 3))) }, () =>
            askOf(all, field === "bossId"),
        );
        left -= asks.length;
        return { kind: "field", field, asks };
    };
    return one(of, 0);
}

// What it means -----------------------------------------------------------------------------------

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const columns = { id: "id", bossId: "boss_id", buyerId: "buyer_id" };

/** Over the tables themselves: a beginning is one of the text that the server makes of the UUID. */
export function sqlOf(condition: Condition, of: "users" | "orders" = "users", alias = "t"): string {
    const inner = `${alias}x`;
    switch (condition.kind) {
        case "and":
        case "or":
            return `(${condition.of.map((one) => sqlOf(one, of, alias)).join(condition.kind === "and" ? " AND " : " OR ")})`;
        case "not":
            return `(NOT ${sqlOf(condition.of, of, alias)})`;
        case "boss":
            return `EXISTS (SELECT FROM comp_users ${inner} WHERE ${inner}.id = ${alias}.boss_id AND ${sqlOf(condition.of, "users", inner)})`;
        case "orders": {
            const from = `FROM comp_orders ${inner} WHERE ${inner}.buyer_id = ${alias}.id`;
            const own = sqlOf(condition.of, "orders", inner);
            if (condition.quantifier === "every")
                return `NOT EXISTS (SELECT ${from} AND NOT ${own})`;
            return `${condition.quantifier === "some" ? "" : "NOT "}EXISTS (SELECT ${from} AND ${own})`;
        }
        case "field": {
            const kind = of === "orders" && condition.field === "id" ? ids.order : ids.user;
            const column = `${alias}.${columns[condition.field]}`;
            const uuid = (id: string) => `${literal(kind.toUuid(kind.parse(id) as never))}::uuid`;
            const text =
                of === "orders" && condition.field === "id"
                    ? `'ord_' || ulid_encode(${column})`
                    : `typeid_encode('user', ${column})::text`;
            const asked = condition.asks.map((ask) => {
                switch (ask.op) {
                    case "eq":
                    case "ne":
                    case "lt":
                    case "lte":
                    case "gt":
                    case "gte":
                        return `${column} ${{ eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" }[ask.op]} ${uuid(ask.id)}`;
                    case "in":
                        return `${column} = ANY (ARRAY[${ask.ids.map(uuid)}]::uuid[])`;
                    case "notIn":
                        return `${column} <> ALL (ARRAY[${ask.ids.map(uuid)}]::uuid[])`;
                    case "between":
                        return `${column} BETWEEN ${uuid(ask.low)} AND ${uuid(ask.high)}`;
                    case "startsWith":
                        return `starts_with(${text}, ${literal(ask.text)})`;
                    case "notStartsWith":
                        return `NOT starts_with(${text}, ${literal(ask.text)})`;
                    case "isNull":
                        return `${column} IS NULL`;
                    case "notNull":
                        return `${column} IS NOT NULL`;
                }
            });
            return `(${asked.join(" AND ")})`;
        }
    }
}
