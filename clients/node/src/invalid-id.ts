/**
 * A text that is no id, and what is wrong with it. The two forms of the package, ES modules and
 * CommonJS, know each other's.
 */
export class InvalidId extends Error {
    static override [Symbol.hasInstance](value: unknown): boolean {
        if (this !== InvalidId) return super[Symbol.hasInstance](value);
        const error = value as InvalidId | null | undefined;
        return error?.name === "InvalidId" && error.code === "22P02";
    }
    /** The SQLSTATE that the server raises for such a text. */
    readonly code: string;

    constructor(message: string) {
        super(message);
        this.name = "InvalidId";
        this.code = "22P02";
    }
}
