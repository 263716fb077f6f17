import { inspect } from "node:util";

const known = new Set<string>();

/** The values of all secrets of this process: what `scrub` looks for. */
export function knownSecrets(): ReadonlySet<string> {
	return known;
}

/** A key or password. It shows itself to nobody but who calls `reveal`: not in JSON, not in a log, not in an error. */
export class Secret {
	readonly #value: string;

	constructor(value: string) {
		this.#value = value;
		known.add(value);
	}

	reveal(): string {
		return this.#value;
	}

	toString(): string {
		return "(secret)";
	}

	toJSON(): string {
		return "(secret)";
	}

	[inspect.custom](): string {
		return "(secret)";
	}
}
