import { contentStems } from "./words.ts";

const answerFormStems: ReadonlySet<string> = new Set(
	contentStems(
		"value values setting settings parameter option name names number amount kind type types form called known year years date many much",
	),
);

/** Whether a stem describes the form of an answer (`value`, `name`, `number`), not its subject. */
export function isAnswerFormStem(form: string): boolean {
	return answerFormStems.has(form);
}
