import type { Form } from "./form.ts";
import { namesIn } from "./names.ts";
import { type Ask, asksIn } from "./planning/asks.ts";
import { type Compared, comparedIn } from "./planning/compared.ts";
import type { Topic } from "./planning/subject.ts";
import { type Table, tableOf } from "./planning/table.ts";
import { isPlural, joined } from "./planning/tokens.ts";

/** What a question is about and asks for, as `route` and `plan` both need it. */
export interface Asked {
	asks: Ask[];
	/** The things compared; undefined when nothing is. */
	sides: Compared | undefined;
	/** The table asked for; undefined when none is. */
	table: Table | undefined;
	/** A clean noun phrase; undefined when the wording gives none. */
	topic: Topic | undefined;
}

export function askedIn(form: Form): Asked {
	const asks = asksIn(form);
	const sides = form.english ? comparedIn(asks) : undefined;
	const table = form.english ? tableOf(asks, sides) : undefined;
	return { asks, sides, table, topic: sides ? topicOfSides(sides) : topicOf(form, asks) };
}

function topicOfSides({ sides, context }: Compared): Topic {
	return { text: [joined(sides), context].filter((part) => part !== "").join(" "), plural: true, kind: "thing" };
}

/** The first ask that has a topic gives it; a name is better than nothing. */
function topicOf(form: Form, asks: readonly Ask[]): Topic | undefined {
	const found = asks.find(({ topic }) => topic !== undefined)?.topic;
	if (found || !form.english || asks.some(({ kind }) => kind === "statement")) return found;
	const [name] = namesIn(form.core.replace(/^\p{L}+\s/u, ""));
	return name === undefined ? undefined : { text: name, plural: isPlural(name) === true, kind: "thing" };
}
