import type { Claim } from "../../../evidence/claim.ts";
import { namesIn } from "../../../text/entities.ts";
import { shareHeldOf } from "../../../text/words.ts";
import type { WriteInput } from "../../reasoner.ts";
import { descriptionIn } from "../search/match.ts";

/** Maximum claims that are read for a step. */
const readMax = 24;
/** Minimum results of the reading model for each step, both logits: that the claim answers, and that some of its words do. */
const [answersMin, oddsMin] = [0, 0];

/** `the person who maintains the pumps`. */
const described = /^(?:the|an?)\s+(?:\p{L}+\s+){0,2}?(\p{L}+)\s+(who|that|which)\s+(.+?)\??$/iu;

/**
 * The two claims that answer a question over somebody or something that it describes without any name: `Who is the boss of the person who
 * maintains the pumps?` The first tells who that is, and the question is then asked with that name. Empty if only the first is found, and says
 * nothing of what is asked. Undefined without the reading model, and where it does not find who or what is described.
 */
export async function readChain(
	question: string,
	{ claims, sources, readPassages }: Pick<WriteInput, "claims" | "sources" | "readPassages">,
): Promise<Claim[] | undefined> {
	const { outer = "", inner = "" } = descriptionIn(question) ?? {};
	const [, noun = "", pronoun = "", predicate = ""] = described.exec(inner) ?? [];
	if (!readPassages || predicate === "" || outer.trim() === "" || namesIn(inner).length > 0) return undefined;
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const bestOf = async (asked: string, able: readonly Claim[]) => {
		const some = [...Map.groupBy(able, ({ sourceId, start }) => `${sourceId}:${start}`).values()]
			.flatMap(([first]) => first ?? [])
			.slice(0, readMax);
		const texts = some.map(({ quote, sourceId }) => ({ heading: titles.get(sourceId) ?? "", text: quote }));
		const readings = texts.length > 0 ? await readPassages(asked, texts) : undefined;
		return some
			.flatMap((claim, at) => {
				const { answers = 0, span } = readings?.[at] ?? {};
				if (!span || answers < answersMin || span.odds < oddsMin) return [];
				return [{ claim, sum: answers + span.odds, words: claim.quote.slice(span.start, span.end) }];
			})
			.toSorted((a, b) => b.sum - a.sum)[0];
	};
	const stated = claims.filter((one) => one.class !== "irrelevant" && !one.cell);
	const heldOf = shareHeldOf(predicate);
	const first = await bestOf(
		/^who$/iu.test(pronoun) ? `Who ${predicate}?` : `Which ${noun} ${predicate}?`,
		stated.filter(({ text }) => heldOf(text) === 1),
	);
	const [name] = first ? namesIn(`It is ${first.words}`) : [];
	if (!first || name === undefined) return undefined;
	const second = await bestOf(
		`${outer.trim()} ${name}?`,
		stated.filter(({ quote }) => quote.includes(name)),
	);
	const isOther = second && second.claim.start !== first.claim.start && !second.words.includes(name);
	if (isOther) return [first.claim, second.claim];
	return shareHeldOf(outer)(first.claim.text) < 1 ? [] : undefined;
}
