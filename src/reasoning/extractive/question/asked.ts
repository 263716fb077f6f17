import type { QuestionAnalysis } from "../../../evidence/question.ts";
import { type Ask, askOf } from "./asks.ts";
import { type Compared, comparedIn } from "./compared.ts";
import { type Table, tableOf } from "./table.ts";
import { joined } from "./words.ts";

/** What a question asks for, as the route and the plan need it. */
export interface Asked {
	asks: Ask[];
	/** The things compared; undefined when nothing is. */
	sides: Compared | undefined;
	/** The table asked for; undefined when none is. */
	table: Table | undefined;
	/** A noun phrase; undefined when the wording gives none. */
	topic: string | undefined;
}

/** Reads the asks of an English question. */
export function askedOf({ asks: texts, marked }: Pick<QuestionAnalysis, "asks" | "marked">): Asked {
	const asks = texts.map((text) => askOf(text, marked));
	const sides = asks
		.map(({ text, clause, request, isPhrase }) =>
			comparedIn(((isPhrase ? request : undefined) ?? text).replace(/[?.]$/u, ""), clause),
		)
		.find((one) => one !== undefined);
	const table = tableOf(asks, sides);
	const named = sides
		? [joined(sides.names), sides.context].filter(Boolean).join(" ")
		: table && table.rows.length > 1
			? joined(table.rows)
			: undefined;
	return { asks, sides, table, topic: named ?? asks.map(({ topic }) => topic).find((one) => one !== undefined) };
}
