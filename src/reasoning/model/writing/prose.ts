import { z } from "zod";
import type { Claim } from "../../../evidence/claim.ts";
import type { Section, Sentence } from "../../../evidence/report.ts";
import { quantitiesIn } from "../../../text/quantities.ts";
import { checkInference } from "../../../verification/check-inference.ts";
import { checkCode, checkSentence, firstFault, questionFault } from "../../../verification/check-sentence.ts";
import { listOrNone, oneLine, textOrNone } from "../roles/parts.ts";
import type { ShownEvidence } from "./evidence.ts";
import type { Faulty, Mended } from "./mend.ts";
import { ownWords } from "./words.ts";

/** A sentence as a model writes it. One that is not marked as an inference states facts. */
export const sentence = z.object({
	text: z.string(),
	claims: listOrNone,
	kind: z.preprocess((given) => (given === "inference" ? given : "fact"), z.enum(["fact", "inference"])),
});

/** In a section of bullets or steps, a paragraph is one item or one step. */
const forms = ["prose", "bullets", "steps"] as const;

/** Sections of paragraphs of sentences, as a model writes them. */
export const prose = z.array(
	z.object({
		heading: textOrNone,
		form: z.preprocess((given) => forms.find((one) => one === given) ?? "prose", z.enum(forms)),
		paragraphs: z.array(z.array(sentence)),
	}),
);
type Prose = z.infer<typeof prose>;
type GivenSentence = z.infer<typeof sentence>;
/** A sentence that cites claims by their ids. */
type Stated = Pick<Sentence, "kind" | "text" | "claimIds" | "code">;

/** A reader cannot check a longer sentence. Characters. */
const sentenceLongest = 700;
const headingLongest = 100;
/** Far more than a report needs. The limits stop a model that repeats itself. */
const sectionsMax = 15;
const sentencesMax = 150;

/** The sections with claim ids for claim numbers. Unknown numbers are dropped; a sentence without claims is removed later. */
export function sectionsOf(written: Prose, evidence: ShownEvidence): Section[] {
	let left = sentencesMax;
	const seen = new Set<string>();
	return written
		.slice(0, sectionsMax)
		.map(({ heading, form, paragraphs }) => {
			const sentences = paragraphs.flatMap((paragraph) =>
				paragraph
					.map((one) => statedIn(one, evidence))
					.filter(({ text }) => {
						const isNew = text !== "" && !seen.has(text) && left-- > 0;
						seen.add(text);
						return isNew;
					})
					.map((fact, index): Sentence => (index === 0 ? { ...fact, opens: true } : fact)),
			);
			const listed = form === "prose" ? {} : { form };
			return { heading: headingOf(heading, sentences, evidence), ...listed, sentences };
		})
		.filter(({ sentences }) => sentences.length > 0);
}

/** The sentence with claim ids for claim numbers, also for numbers within its text. */
export function statedIn({ kind, text: written, claims }: GivenSentence, evidence: ShownEvidence) {
	const { words, code } = withoutCode(written);
	const { text, marks } = ownWords(words);
	const cited = [...claims, ...marks].flatMap((mark) => evidence.claim(mark) ?? []);
	return { kind, text, claimIds: [...new Set(cited.map(({ id }) => id))], ...(code === undefined ? {} : { code }) };
}

/** Splits off code between backticks that ends a sentence after a colon. It is shown under the sentence. */
function withoutCode(written: string): { words: string; code?: string } {
	const [, words, marked = "", code] = /^([\s\S]*:)\s*(\[[^\]`]*\]\s*)?`([^`]+)`[.\s]*$/.exec(written) ?? [];
	return words === undefined || code === undefined ? { words: written } : { words: `${words} ${marked}`, code };
}

/** The heading, which may state only what its section does: empty when no cited quote holds its numbers. */
export function headingOf(written: string, sentences: readonly Sentence[], evidence: ShownEvidence): string {
	const heading = oneLine(ownWords(written).text.replace(/[.:]+$/, ""), headingLongest);
	const ids = sentences.flatMap(({ claimIds }) => claimIds);
	const claims = ids.flatMap((id) => evidence.claim(evidence.markOf(id) ?? "") ?? []);
	const isBare = quantitiesIn(heading).length === 0 && !/[“‹]/.test(heading);
	return isBare || firstFault(checkSentence(heading, claims, evidence.page)) === undefined ? heading : "";
}

/** The sentences that code would remove, each with the reason and the claims of its section. `otherFacts`: facts elsewhere. */
export function faultsIn(
	written: Prose,
	evidence: ShownEvidence,
	beside: readonly Stated[] = [],
): Faulty<GivenSentence>[] {
	const findings = [...beside, ...findingsIn(written, evidence)];
	return written.slice(0, sectionsMax).flatMap(({ paragraphs }) => {
		const given = paragraphs.flat();
		const around = [...new Set(given.flatMap((one) => statedIn(one, evidence).claimIds))];
		return given.flatMap((one) => {
			const stated = statedIn(one, evidence);
			const reason = stated.text === "" ? undefined : faultOf(stated, evidence, findings);
			return reason === undefined ? [] : [{ given: one, text: stated.text, reason, claimIds: around }];
		});
	});
}

function findingsIn(written: Prose, evidence: ShownEvidence): Stated[] {
	const given = written.flatMap(({ paragraphs }) => paragraphs.flat());
	return given
		.map((one) => statedIn(one, evidence))
		.filter((one) => one.kind === "fact" && faultOf(one, evidence, []) === undefined);
}

/** The number of sentences that code would keep. */
export function soundIn(sections: readonly Pick<Section, "sentences">[], evidence: ShownEvidence): number {
	const all = sections.flatMap(({ sentences }) => sentences);
	const findings = all.filter((one) => one.kind === "fact" && faultOf(one, evidence, []) === undefined);
	return all.filter((one) => faultOf(one, evidence, findings) === undefined).length;
}

/** The sections with repaired sentences where these are sound. A repair with an empty text removes its sentence. */
export function withMended(
	written: Prose,
	mended: ReadonlyMap<object, Mended>,
	evidence: ShownEvidence,
	beside: readonly Stated[] = [],
): Prose {
	const findings = [...beside, ...findingsIn(written, evidence)];
	const renewed = (one: GivenSentence): GivenSentence => {
		const words = mended.get(one);
		if (!words) return one;
		const again = { ...one, ...words };
		if (again.text.trim() === "") return again;
		return faultOf(statedIn(again, evidence), evidence, findings) === undefined ? again : one;
	};
	return written.map((section) => ({ ...section, paragraphs: section.paragraphs.map((one) => one.map(renewed)) }));
}

function faultOf(
	{ kind, text, claimIds, code }: Stated,
	evidence: ShownEvidence,
	findings: readonly Stated[],
): string | undefined {
	const claims = claimIds.flatMap((id): Claim[] => {
		const claim = evidence.claim(evidence.markOf(id) ?? "");
		return claim ? [claim] : [];
	});
	if (claims.length === 0) return "it cites no claim that is there";
	if (text.length > sentenceLongest) return "it is too long";
	if (/\bc\d{1,4}\b/.test(text)) return "it names a claim's number in its words";
	return questionFault(text) ?? firstFault([...checked(), ...checkCode(code, claims)]);

	function checked() {
		if (kind !== "inference") return checkSentence(text, claims, evidence.page);
		const shared = findings.filter((one) => one.claimIds.some((id) => claimIds.includes(id)));
		const beside = evidence.beside(claims.map(({ sourceId }) => sourceId));
		return checkInference(text, claims, evidence.page, [...beside, ...shared.map((one) => one.text)]);
	}
}
