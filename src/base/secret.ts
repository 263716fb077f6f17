import { inspect } from "node:util";

const secretValues = new Set<string>();

/** The values of all secrets of this process, which `scrub` removes. */
export function knownSecrets(): ReadonlySet<string> {
	return secretValues;
}

/** A key or password. Only `reveal` returns its value: JSON, logs and errors never show it. */
export class Secret {
	readonly #value: string;

	constructor(value: string) {
		this.#value = value;
		secretValues.add(value);
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
