import { folded, jaccard, trigrams } from "../../base/text.ts";
import { asQuoted } from "../../evidence/quotation.ts";
import type { Answer, Draft, Section, Sentence } from "../../evidence/report.ts";
import { Prose } from "./draft-prose.ts";
import { type Candidate, candidatesOf, type DraftInput, Said, take } from "./draft-select.ts";
import { WebView } from "./draft-web.ts";
import { contentStems } from "./language/words.ts";

/** Sentences under the answer of a lookup, at most. */
const evidenceMax = 5;
/** Of which the answer's own. */
const ownMax = 2;
/** Other values shown, at most. */
const othersMax = 3;

/** What is worth less than this share of the best evidence is not shown beside it. */
const closeTo = 0.65;

/** The answer, then the sentences that it stands in, what led there, and other values that sources give. */
export function lookup(input: DraftInput): Draft {
	const { answer } = input;
	const said = new Said();
	const prose = new Prose(input.sources);
	const web = new WebView(input);
	const all = candidatesOf(input);
	const better = web.places(all);
	if (!answer) return { sections: closest(better, said, prose) };

	const own = new Map(answer.claimIds.map((id, index) => [id, index]));
	const other = new Set(answer.alternatives.flatMap(({ claimIds }) => claimIds));
	const candidates = all.filter((one) => own.has(one.claim.id) || other.has(one.claim.id) || better.includes(one));
	const near = (better[0]?.worth ?? 0) * closeTo;
	// An answer that is its claim's whole sentence need not be quoted again right under it.
	const isWhole = ({ claim }: Candidate) => own.has(claim.id) && folded(claim.quote) === folded(answer.text);
	for (const one of candidates.filter(isWhole)) said.add(one);
	// What was taken back states an answer only for want of better.
	const ownOnes = candidates.filter(({ claim }) => own.has(claim.id));
	const standing = ownOnes.filter(({ claim }) => !web.isTakenBack(claim));
	const rank = ({ claim }: Candidate) => own.get(claim.id) ?? 0;
	const places = ownOnes.toSorted((a, b) => rank(a) - rank(b));
	const stating = take(standing.length > 0 ? standing : ownOnes, ownMax, said)
		.map((one) => (web.isWeb(one.claim) ? (places.find((other) => areOneQuote(one, other)) ?? one) : one))
		.toSorted((a, b) => rank(a) - rank(b));
	const able = candidates.filter(
		({ claim, worth }) =>
			!own.has(claim.id) &&
			!other.has(claim.id) &&
			!web.isTakenBack(claim) &&
			claim.class === "direct" &&
			worth >= near,
	);
	const leading = leadingTo(input, able, stating, said);
	const order = new Map(input.plan.subQuestions.map(({ id }, index) => [id, index]));
	const led = leading.toSorted(
		(a, b) => (order.get(a.claim.subQuestionId) ?? 0) - (order.get(b.claim.subQuestionId) ?? 0) || b.worth - a.worth,
	);
	const sections: Section[] = [
		{ heading: "What the sources say", sentences: [...prose.paragraph(stating), ...prose.paragraph(led)] },
		{
			heading: judges.test(answer.text) ? "What others say" : "Other values",
			sentences: others(input, web, candidates, said, prose),
		},
		{ heading: "What speaks against it", sentences: prose.paragraph(opposing(input, web, candidates, said)) },
	];
	return { answer: weighed(input, web, answer), sections: sections.filter(({ sentences }) => sentences.length > 0) };
}

/** Whether two pages say it in the same words: then the better place is named for it. */
function areOneQuote(a: Candidate, b: Candidate): boolean {
	return a === b || jaccard(trigrams(a.claim.quote), trigrams(b.claim.quote)) >= sameQuote;
}
const sameQuote = 0.85;

/** What stands between the question and its answer: the claims that speak of words of the question that nothing spoke of yet. */
function leadingTo(
	input: DraftInput,
	able: readonly Candidate[],
	stating: readonly Candidate[],
	said: Said,
): Candidate[] {
	const titles = new Map(input.sources.map(({ id, title }) => [id, title]));
	const stems = ({ claim }: Candidate) => contentStems(`${claim.text} ${titles.get(claim.sourceId) ?? ""}`);
	const open = new Set(contentStems(input.question));
	const close = (one: Candidate) => {
		for (const stem of stems(one)) open.delete(stem);
	};
	stating.forEach(close);
	const leading: Candidate[] = [];
	while (leading.length + stating.length < evidenceMax) {
		const gain = (one: Candidate) => stems(one).filter((stem) => open.has(stem)).length;
		const best = able
			.filter((one) => !said.has(one))
			.reduce<Candidate | undefined>((top, one) => (gain(one) > (top ? gain(top) : 0) ? one : top), undefined);
		if (!best) break;
		said.add(best);
		leading.push(best);
		close(best);
	}
	// One sentence alone is poor evidence when there is more.
	return stating.length + leading.length > 1 ? leading : [...leading, ...take(able, 1, said)];
}

/** Without an answer: what comes closest, said to be no more than that. */
function closest(candidates: readonly Candidate[], said: Said, prose: Prose): Section[] {
	const near = (candidates[0]?.worth ?? 0) * closeTo;
	const sentences = prose.paragraph(take(candidates, evidenceMax, said, ({ worth }) => worth >= near));
	if (sentences.length === 0) return [];
	const frame: Sentence = {
		kind: "frame",
		text: "No source states the answer outright; these come closest:",
		claimIds: [],
	};
	return [{ heading: "What the sources say", sentences: [frame, ...sentences] }];
}

const judges = /^(?:yes|no)$/i;

/** What speaks against a yes or no, where pages of the web say it; an amount's other values stand beside it anyhow. */
function opposing({ answer }: DraftInput, web: WebView, candidates: readonly Candidate[], said: Said): Candidate[] {
	if (!answer || !judges.test(answer.text)) return [];
	const own = new Set(answer.claimIds);
	const speaks = (one: Candidate) =>
		one.claim.class === "direct" && !own.has(one.claim.id) && web.isWeb(one.claim) && web.opposes(one);
	return take(candidates, opposingMax, said, speaks);
}
const opposingMax = 2;

/** An answer rests on better pages than lists, shops and their kind; one that no others give is doubtful, and says so. */
function weighed({ claims }: DraftInput, web: WebView, answer: Answer): Answer {
	const own = claims.filter(({ id }) => answer.claimIds.includes(id));
	const poor = new Set(own.filter((claim) => web.isPoor(claim)).map(({ id }) => id));
	if (own.length === 0 || poor.size < own.length)
		return { ...answer, claimIds: answer.claimIds.filter((id) => !poor.has(id)) };
	return { ...answer, confidence: "low", why: `${answer.why}; only lists, shops or pages of such a kind say it` };
}

function others(
	{ answer }: DraftInput,
	web: WebView,
	candidates: readonly Candidate[],
	said: Said,
	prose: Prose,
): Sentence[] {
	return (answer?.alternatives ?? []).slice(0, othersMax).flatMap(({ text, claimIds }): Sentence[] => {
		const able = candidates.filter(({ claim }) => claimIds.includes(claim.id));
		// Of pages of the web the best place stands first.
		const places = able.toSorted((a, b) => claimIds.indexOf(a.claim.id) - claimIds.indexOf(b.claim.id));
		const [best] = take(able.every(({ claim }) => web.isWeb(claim)) ? places : able, 1, said);
		if (!best) return [];
		// Yes and no stand nowhere word for word.
		if (judges.test(text)) return [{ ...prose.sentence([best.claim], "Against this, {}: "), opens: true }];
		const stands = web.isTakenBack(best.claim) ? "was stated before, says" : "stands in";
		return [
			{ ...prose.sentence([best.claim], `“${asQuoted(best.claim.cell?.text ?? text)}” ${stands} {}: `), opens: true },
		];
	});
}
