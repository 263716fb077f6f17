import { z } from "zod";
import type { Claim } from "../../../evidence/claim.ts";
import { quantitiesIn } from "../../../evidence/numbers.ts";
import type { Section, Sentence } from "../../../evidence/report.ts";
import { checkedSentence, faultIn } from "../../../evidence/statement.ts";
import { oneLine } from "../roles/parts.ts";
import type { ShownEvidence } from "./evidence.ts";
import { ownWords } from "./words.ts";

const sentence = z.object({ text: z.string(), claims: z.array(z.string()) });

/** Sections of paragraphs of sentences, as the drafting roles give them. */
export const prose = z.array(z.object({ heading: z.string().default(""), paragraphs: z.array(z.array(sentence)) }));
export type Prose = z.infer<typeof prose>;

/** A longer sentence says more than a reader can check. Characters. */
const sentenceLongest = 700;
const headingLongest = 100;
/** Far more than a report needs: what stops a model that repeats itself. */
const sectionsMax = 15;
const sentencesMax = 150;

/** Why code would take a sentence out, each with the sentence. */
export interface SentenceFault {
	text: string;
	reason: string;
}

/** The sections with claim ids for claim numbers. Numbers of claims that are not there are dropped; what then cites nothing stays to be taken out. */
export function sectionsOf(written: Prose, evidence: ShownEvidence): Section[] {
	let left = sentencesMax;
	const seen = new Set<string>();
	return written
		.slice(0, sectionsMax)
		.map(({ heading, paragraphs }) => {
			const sentences = paragraphs.flatMap((paragraph) =>
				paragraph
					.map((one) => factOf(one, evidence))
					.filter(({ text }) => {
						const isNew = text !== "" && !seen.has(text) && left-- > 0;
						seen.add(text);
						return isNew;
					})
					.map((fact, index): Sentence => (index === 0 ? { ...fact, opens: true } : fact)),
			);
			return { heading: headingOf(heading, sentences, evidence), sentences };
		})
		.filter(({ sentences }) => sentences.length > 0);
}

function factOf({ text: written, claims }: z.infer<typeof sentence>, evidence: ShownEvidence): Sentence {
	const { text, marks } = ownWords(written);
	const cited = [...claims, ...marks].flatMap((mark) => evidence.claim(mark) ?? []);
	return { kind: "fact", text, claimIds: [...new Set(cited.map(({ id }) => id))] };
}

/** A heading states nothing that its section does not: one with a number that no cited quote holds is left out. */
function headingOf(written: string, sentences: readonly Sentence[], evidence: ShownEvidence): string {
	const heading = oneLine(ownWords(written).text.replace(/[.:]+$/, ""), headingLongest);
	const ids = sentences.flatMap(({ claimIds }) => claimIds);
	const claims = ids.flatMap((id) => evidence.claim(evidence.markOf(id) ?? "") ?? []);
	const isBare = quantitiesIn(heading).length === 0 && !/[“‹]/.test(heading);
	return isBare || faultIn(checkedSentence(heading, claims, evidence.page)) === undefined ? heading : "";
}

/** The sentences that code would take out, with the reason each. */
export function faultsIn(sections: readonly Section[], evidence: ShownEvidence): SentenceFault[] {
	return sections.flatMap(({ sentences }) =>
		sentences.flatMap(({ text, claimIds }) => {
			const reason = faultOf(text, claimIds, evidence);
			return reason === undefined ? [] : [{ text, reason }];
		}),
	);
}

function faultOf(text: string, claimIds: readonly string[], evidence: ShownEvidence): string | undefined {
	const claims = claimIds.flatMap((id): Claim[] => {
		const claim = evidence.claim(evidence.markOf(id) ?? "");
		return claim ? [claim] : [];
	});
	if (claims.length === 0) return "it cites no claim that is there";
	if (text.length > sentenceLongest) return "it is too long: make two of it";
	if (/\bc\d{1,4}\b/.test(text)) return "it names a claim's number in its words";
	return faultIn(checkedSentence(text, claims, evidence.page));
}

/** Sentences complained of at once, at most. */
const faultsShown = 8;

/** What a model is told of sentences that would be taken out; undefined when there are none. */
export function complaint(faults: readonly SentenceFault[]): string | undefined {
	if (faults.length === 0) return undefined;
	const shown = faults.slice(0, faultsShown).map(({ text, reason }) => `- ${oneLine(text, 240)} (${reason})`);
	const more = faults.length > shown.length ? [`- and ${faults.length - shown.length} more of this kind`] : [];
	return [
		"These would be taken out of the report. Mend each from the quotes that it cites, or leave it out, and keep everything else as it is:",
		...shown,
		...more,
	].join("\n");
}
