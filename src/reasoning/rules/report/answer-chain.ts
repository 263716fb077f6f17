import type { Claim } from "../../../evidence/claim.ts";
import type { QuestionAnalysis } from "../../../evidence/question.ts";
import type { Source } from "../../../evidence/source.ts";
import { isAnswerFormStem } from "../../../text/answer-form.ts";
import { entitiesIn, namesIn } from "../../../text/entities.ts";
import { contentStems } from "../../../text/words.ts";
import { descriptionIn, heldWeightShare, stemsIn, titleKey } from "../search/match.ts";

/** Maximum claims of a chain. */
const claimsMax = 3;
/** Number of chains that are continued, those that hold most. */
const beamWidth = 60;
/** Minimum weight of the question's words that a chain holds, and that it holds beyond the best single claim. Shares. */
const [heldMin, addedMin] = [0.75, 0.16];
/** A longer chain must hold at least this much more. A share. */
const longerMin = 0.05;
/** Minimum letters and digits of a name that leads from one claim to another. */
const nameMin = 3;

interface Link {
	claim: Claim;
	/** The question's stems that it or the title above it holds. */
	held: ReadonlySet<string>;
	/** Its page, as a title key. */
	about: string;
	names: ReadonlySet<string>;
}

/**
 * The claims that together answer a question over a thing that it describes and does not name: `Who founded the order that the engineer
 * of the Halden Bridge was awarded?` The first is about a thing of the question or names it, each names what the next is about, and the
 * last is about the thing that has the answer. Undefined if they hold too few of the question's words, or hardly more than one claim alone.
 */
export function answerChain(
	question: string,
	claims: readonly Claim[],
	sources: readonly Pick<Source, "id" | "title">[],
): Claim[] | undefined {
	const stems = new Set(contentStems(question).filter((stem) => !isAnswerFormStem(stem)));
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const links = claims
		.filter((one) => one.class !== "irrelevant")
		.map((claim) => linkOf(claim, titles.get(claim.sourceId) ?? "", stems));
	const weights = new Map(
		[...stems].map((stem) => {
			const holding = links.filter(({ held }) => held.has(stem)).length;
			return [stem, Math.log(1 + (links.length + 1) / (holding + 0.5))];
		}),
	);
	const asked = new Set(namesIn(question).map(titleKey));
	const leadsTo = (from: Link, to: Link) =>
		from.about !== to.about && to.about.length >= nameMin && from.names.has(to.about) && !asked.has(to.about);
	let best: { links: Link[]; share: number } | undefined;
	let beam = links
		.filter(({ about, names }) => [...asked].some((name) => about === name || names.has(name)))
		.map((link) => ({ links: [link], held: link.held, share: heldWeightShare(weights, link.held) }));
	for (let length = 2; length <= claimsMax; length++) {
		beam = beam
			.flatMap((chain) =>
				links.flatMap((next) => {
					const last = chain.links.at(-1);
					if (!last || chain.links.includes(next) || !leadsTo(last, next)) return [];
					const held = chain.held.union(next.held);
					const share = heldWeightShare(weights, held);
					return share > chain.share ? [{ links: [...chain.links, next], held, share }] : [];
				}),
			)
			.toSorted((a, b) => b.share - a.share)
			.slice(0, beamWidth);
		const [first] = beam;
		if (first && first.share >= (best ? best.share + longerMin : heldMin)) best = first;
	}
	const alone = Math.max(0, ...links.map(({ held }) => heldWeightShare(weights, held)));
	return best && best.share >= alone + addedMin ? best.links.map(({ claim }) => claim) : undefined;
}

function linkOf(claim: Claim, title: string, stems: ReadonlySet<string>): Link {
	const text = `${claim.text}\n${claim.quote}`;
	return {
		claim,
		held: stemsIn(`${title}\n${text}`).intersection(stems),
		about: titleKey(title),
		names: new Set(entitiesIn(text).map((name) => titleKey(name.text))),
	};
}

/**
 * Whether the question asks about a thing that it only describes, by a name, and no claim holds both that name and what is asked: then no
 * claim alone answers. `Who founded the order that …` asks of the order `founded`; `What is the size that …` asks for what it describes.
 */
export function needsChain(
	{ core, names }: Pick<QuestionAnalysis, "core" | "names">,
	claims: readonly Claim[],
	sources: readonly Pick<Source, "id" | "title">[],
): boolean {
	const { outer, inner } = descriptionIn(core) ?? { outer: "", inner: "" };
	const asked = contentStems(outer).filter((stem) => !isAnswerFormStem(stem));
	const described = names.filter((name) => inner.includes(name)).map(contentStems);
	if (asked.length === 0 || described.length === 0) return false;
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	return !claims.some(({ text, sourceId }) => {
		const own = stemsIn(`${titles.get(sourceId) ?? ""}\n${text}`);
		return [asked, ...described].every((stems) => stems.every((stem) => own.has(stem)));
	});
}
