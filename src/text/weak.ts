import { contentStems } from "./words.ts";

const weak: ReadonlySet<string> = new Set(
	contentStems(
		"value values setting settings parameter option name names number amount kind type types form called known year years date many much",
	),
);

/** Whether a stem names the form of an answer (`value`, `name`, `number`) more than its matter. */
export function isWeak(form: string): boolean {
	return weak.has(form);
}
