import { keywords } from "./language/words.ts";
import type { Queries, RewriteInput } from "../reasoner.ts";
import { namesIn, withParts } from "./names.ts";
import { stillOpen } from "./still-open.ts";

/** Searches made for one turn, and names looked up by title, at most. */
const queriesMax = 3;
const hopQueriesMax = 10;
const titlesMax = 24;

/** METHOD §4.1: a sub-question in two or three wordings, new ones where it was searched before, and the names to look up. */
export function rewriteQuery(input: RewriteInput): Queries {
	const { subQuestion, purpose, tried } = input;
	const wordings = purpose === "hop" ? forHop(input) : purpose === "challenge" ? forChallenge(input) : purpose === "recover" ? forRecovery(input) : forCover(input);
	const tidy = [...new Set(wordings.map((one) => one.replace(/\s+/gu, " ").trim()))].filter((one) => one !== "");
	const fresh = tidy.filter((one) => !tried.includes(one));
	const names = [...subQuestion.focus, ...(purpose === "hop" ? [] : namesIn(subQuestion.text))];
	return {
		queries: (purpose === "hop" ? tidy.slice(0, hopQueriesMax) : (fresh.length > 0 ? fresh : tidy).slice(0, queriesMax)),
		titles: [...new Set(names.flatMap(withParts))].slice(0, titlesMax),
	};
}

function forCover({ subQuestion }: RewriteInput): string[] {
	return [subQuestion.text];
}

/** The question again, and each bridging name beside what is still open: many searches, of which the best pages are read. */
function forHop(input: RewriteInput): string[] {
	const open = stillOpen(input).join(" ");
	return [input.question, ...input.subQuestion.focus.map((name) => `${name} ${open}`)];
}

/** Words that dissent is written in. */
const dissent = ["however", "contrary", "incorrect", "not", "exception", "disputed"];

function forChallenge({ subQuestion, challenge }: RewriteInput): string[] {
	const finding = challenge?.text ?? subQuestion.text;
	const words = keywords(finding).slice(0, 12).join(" ");
	return [`${words} ${dissent.join(" ")}`, `${keywords(subQuestion.text).join(" ")} exception unless except`, `not true that ${finding}`];
}

/** METHOD §7's tiers: simpler keywords, comparator wording, paper-oriented terms, a named source. */
function forRecovery({ subQuestion, tier, read }: RewriteInput): string[] {
	const words = keywords(subQuestion.text);
	const names = namesIn(subQuestion.text);
	const plain = words.filter((word) => word.length > 3);
	switch (tier) {
		case 1:
			return [names.length > 0 ? names.join(" ") : plain.slice(0, 4).join(" "), plain.slice(-4).join(" ")];
		case 2:
			return [`${words.join(" ")} compared with alternative difference`, `${words.slice(0, 3).join(" ")} versus instead of`];
		case 3:
			return [`${words.join(" ")} study analysis results evidence`, `${words.join(" ")} definition specification reference`];
		default:
			return [...names, ...read.slice(-2).map(({ title }) => `${title} ${words.slice(0, 4).join(" ")}`)].slice(0, queriesMax);
	}
}
