import { z } from "zod";
import type { Claim } from "../../../evidence/claim.ts";
import { type Section, type Sentence, statedText, textWithCode } from "../../../evidence/report.ts";
import { quantitiesIn } from "../../../text/quantities.ts";
import { checkInference } from "../../../verification/check-inference.ts";
import { checkCode, checkSentence, firstFault, questionFault } from "../../../verification/check-sentence.ts";
import { optionalList, optionalText, truncatedLine } from "../prompt-parts.ts";
import { cleanSentence } from "./clean-sentence.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";
import type { FaultyText, RepairedText } from "./repair-faults.ts";

/** A sentence as a model writes it. One that is not marked as an inference states facts. */
export const sentenceSchema = z.object({
	text: z.string(),
	claims: optionalList,
	kind: z.preprocess((given) => (given === "inference" ? given : "fact"), z.enum(["fact", "inference"])),
});

/** In a section of bullets or steps, a paragraph is one item or one step; in a table a row, which its name without claims begins. */
const sectionForms = ["prose", "bullets", "steps", "table"] as const;

/** Sections of paragraphs of sentences, as a model writes them. */
export const sectionsSchema = z.array(
	z.object({
		heading: optionalText,
		form: z.preprocess((given) => sectionForms.find((one) => one === given) ?? "prose", z.enum(sectionForms)),
		columns: optionalList,
		paragraphs: z.array(z.array(sentenceSchema)),
	}),
);
type WrittenSections = z.infer<typeof sectionsSchema>;
type WrittenSentence = z.infer<typeof sentenceSchema>;
/** A sentence that cites claims by their ids. */
type CitedSentence = Pick<Sentence, "kind" | "text" | "claimIds" | "code" | "cell">;

/** A reader cannot check a longer sentence. Characters. */
const sentenceLongest = 700;
const headingLongest = 100;
/** Far more than a report needs. The limits stop a model that repeats itself. */
const sectionsMax = 15;
const sentencesMax = 150;

/** The sections with claim ids for claim numbers. Unknown numbers are dropped; a sentence without claims is removed later. */
export function toSections(written: WrittenSections, evidence: PromptEvidence): Section[] {
	let sentencesLeft = sentencesMax;
	const seen = new Set<string>();
	return written
		.slice(0, sectionsMax)
		.map((section) => {
			const { heading, form } = section;
			const sentences = citedParagraphs(section, evidence).flatMap((paragraph) =>
				paragraph
					.filter((one) => {
						const stated = statedText(one);
						const isNew = one.text !== "" && !seen.has(stated) && sentencesLeft-- > 0;
						seen.add(stated);
						return isNew;
					})
					.map((fact, index): Sentence => (index === 0 ? { ...fact, opens: true } : fact)),
			);
			const hasRows = sentences.some(({ cell }) => cell);
			const ownForm = form === "prose" || (form === "table" && !hasRows) ? {} : { form };
			const ownColumns = hasRows ? { columns: columnNames(section) } : {};
			return { heading: checkedHeading(heading, sentences, evidence), ...ownForm, ...ownColumns, sentences };
		})
		.filter(({ sentences }) => sentences.length > 0);
}

/** The sentence with claim ids for claim numbers, also for numbers within its text. */
export function toCitedSentence({ kind, text: written, claims }: WrittenSentence, evidence: PromptEvidence) {
	const { words, code } = splitCode(written);
	const { text, marks } = cleanSentence(words);
	const citedClaims = [...claims, ...marks].flatMap((mark) => evidence.claimByMark(mark) ?? []);
	return {
		kind,
		text,
		claimIds: [...new Set(citedClaims.map(({ id }) => id))],
		...(code === undefined ? {} : { code }),
	};
}

/** The sentences of each paragraph; of a row of a table its cells, which name it. */
function citedParagraphs(section: WrittenSections[number], evidence: PromptEvidence): CitedSentence[][] {
	const columns = columnNames(section);
	return section.paragraphs.map((paragraph) => {
		const [name, ...cells] = paragraph;
		return name && isRowName(name, section)
			? toRow(name.text, cells, columns, evidence)
			: paragraph.map((one) => toCitedSentence(one, evidence));
	});
}

/** The cells of one row. A cell beyond the columns is dropped. */
function toRow(
	name: string,
	cells: readonly WrittenSentence[],
	columns: readonly string[],
	evidence: PromptEvidence,
): CitedSentence[] {
	const row = truncatedLine(cleanSentence(name).text.replace(/[.:]+$/, ""), headingLongest);
	return columns.flatMap((column, at) => {
		const written = cells[at];
		return written ? [asCell(toCitedSentence(written, evidence), { row, column })] : [];
	});
}

/** A sentence as a cell, which ends without a full stop. */
export function asCell(one: CitedSentence, cell: NonNullable<Sentence["cell"]>): CitedSentence {
	return { ...one, text: one.text.replace(/\.$/, ""), cell };
}

function columnNames({ columns = [] }: WrittenSections[number]): string[] {
	return columns.map((name) => truncatedLine(cleanSentence(name).text.replace(/[.:]+$/, ""), headingLongest));
}

/** Splits off code between backticks that ends a sentence after a colon. It is shown under the sentence. */
function splitCode(written: string): { words: string; code?: string } {
	const [, words, marked = "", code] = /^([\s\S]*:)\s*(\[[^\]`]*\]\s*)?`([^`]+)`[.\s]*$/.exec(written) ?? [];
	return words === undefined || code === undefined ? { words: written } : { words: `${words} ${marked}`, code };
}

/** The heading, which may state only what its section does: empty when no cited quote holds its numbers. */
export function checkedHeading(written: string, sentences: readonly Sentence[], evidence: PromptEvidence): string {
	const heading = truncatedLine(cleanSentence(written).text.replace(/[.:]+$/, ""), headingLongest);
	const ids = sentences.flatMap(({ claimIds }) => claimIds);
	const claims = ids.flatMap((id) => evidence.claimByMark(evidence.markOf(id) ?? "") ?? []);
	const hasNoFigures = quantitiesIn(heading).length === 0 && !/[“‹]/.test(heading);
	return hasNoFigures || firstFault(checkSentence(heading, claims, evidence.page)) === undefined ? heading : "";
}

/** The sentences that code would remove, each with the reason and the claims of its section. `otherFacts`: facts elsewhere. */
export function sentenceFaults(
	written: WrittenSections,
	evidence: PromptEvidence,
	otherFacts: readonly CitedSentence[] = [],
): FaultyText<WrittenSentence>[] {
	const findings = [...otherFacts, ...soundFacts(written, evidence)];
	return written.slice(0, sectionsMax).flatMap((section) => {
		const sentences = section.paragraphs.flat().filter((one) => !isRowName(one, section));
		const sectionClaimIds = [...new Set(sentences.flatMap((one) => toCitedSentence(one, evidence).claimIds))];
		return sentences.flatMap((one) => {
			const cited = toCitedSentence(one, evidence);
			const reason = cited.text === "" ? undefined : faultOfSentence(cited, evidence, findings);
			return reason === undefined ? [] : [{ given: one, text: textWithCode(cited), reason, claimIds: sectionClaimIds }];
		});
	});
}

/** Whether it names a row of its section's table. A name may cite claims; a sentence beside the rows ends as one. */
function isRowName(one: WrittenSentence, { form, columns, paragraphs }: WrittenSections[number]): boolean {
	const paragraph = form === "table" && columns.length > 0 ? paragraphs.find(([name]) => name === one) : undefined;
	if (!paragraph) return false;
	return one.claims.length === 0 || (paragraph.length === columns.length + 1 && !/[.!?]$/.test(one.text.trim()));
}

function soundFacts(written: WrittenSections, evidence: PromptEvidence): CitedSentence[] {
	const sentences = written.flatMap(({ paragraphs }) => paragraphs.flat());
	return sentences
		.map((one) => toCitedSentence(one, evidence))
		.filter((one) => one.kind === "fact" && faultOfSentence(one, evidence, []) === undefined);
}

/** The number of sentences that code would keep. */
export function countSoundSentences(sections: readonly Pick<Section, "sentences">[], evidence: PromptEvidence): number {
	const all = sections.flatMap(({ sentences }) => sentences);
	const findings = all.filter((one) => one.kind === "fact" && faultOfSentence(one, evidence, []) === undefined);
	return all.filter((one) => faultOfSentence(one, evidence, findings) === undefined).length;
}

/** The sections with repaired sentences where these are sound. A repair with an empty text removes its sentence. */
export function withRepairedSentences(
	written: WrittenSections,
	repairs: ReadonlyMap<object, RepairedText>,
	evidence: PromptEvidence,
	otherFacts: readonly CitedSentence[] = [],
): WrittenSections {
	const findings = [...otherFacts, ...soundFacts(written, evidence)];
	const repaired = (one: WrittenSentence): WrittenSentence => {
		const repair = repairs.get(one);
		if (!repair) return one;
		const candidate = { ...one, ...repair };
		if (candidate.text.trim() === "") return candidate;
		return faultOfSentence(toCitedSentence(candidate, evidence), evidence, findings) === undefined ? candidate : one;
	};
	return written.map((section) => ({ ...section, paragraphs: section.paragraphs.map((one) => one.map(repaired)) }));
}

function faultOfSentence(
	{ kind, text, claimIds, code }: CitedSentence,
	evidence: PromptEvidence,
	findings: readonly CitedSentence[],
): string | undefined {
	const claims = claimIds.flatMap((id): Claim[] => {
		const claim = evidence.claimByMark(evidence.markOf(id) ?? "");
		return claim ? [claim] : [];
	});
	if (claims.length === 0) return "it cites no claim that is there";
	if (text.length > sentenceLongest) return "it is too long";
	if (/\bc\d{1,4}\b/.test(text)) return "it names a claim's number in its words";
	return questionFault(text) ?? firstFault([...runCheck(), ...checkCode(code, claims)]);

	function runCheck() {
		if (kind !== "inference") return checkSentence(text, claims, evidence.page);
		const sharedFindings = findings.filter((one) => one.claimIds.some((id) => claimIds.includes(id)));
		const context = evidence.inferenceContext(claims.map(({ sourceId }) => sourceId));
		return checkInference(text, claims, evidence.page, [...context, ...sharedFindings.map((one) => one.text)]);
	}
}
