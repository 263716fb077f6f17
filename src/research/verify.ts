import { contentHash } from "../base/hash.ts";
import { folded } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import { quantitiesIn } from "../evidence/numbers.ts";
import { asQuoted, partsOf, standsIn, unfaithful } from "../evidence/quotation.ts";
import type { Answer, Cell, CheckCount, CheckKind, Draft, EvidenceTable, Sentence } from "../evidence/report.ts";
import type { Source } from "../evidence/source.ts";
import { unsupportedQuantities } from "./verify-numbers.ts";

/** What a draft is checked against. */
export interface Evidence {
	claims: readonly Claim[];
	sources: readonly Pick<Source, "id" | "title" | "hash">[];
	/** The stored text of a page that was read; undefined when it is not there. */
	pageText: (sourceId: string) => string | undefined;
}

export interface Verified {
	/** What passed: every factual sentence in it rests on a claim whose quote is in its page. */
	draft: Draft;
	/** What was taken out, in the order of the draft. */
	removed: { text: string; reason: string }[];
	/** One entry a kind, in a fixed order, those never made included. */
	checks: CheckCount[];
}

/**
 * METHOD §10, by code. Every sentence, cell and answer of a draft is held against the claims that it names, and those
 * against the stored pages. What fails is taken out and listed; nothing is mended. Pure.
 */
export function verify(draft: Draft, evidence: Evidence): Verified {
	const check = new Checker(evidence);
	const answer = draft.answer && check.answer(draft.answer);
	const table = draft.table && check.table(draft.table);
	const sections = draft.sections
		.map((section) => ({
			...section,
			sentences: withoutLooseFrames(section.sentences.filter((one) => check.sentence(one))),
		}))
		.map((section) => ({ ...section, sentences: section.sentences.map((one) => check.repaired(one)) }))
		.filter(({ sentences }) => sentences.some(({ kind }) => kind === "fact"));
	return {
		draft: { ...(answer ? { answer } : {}), ...(table ? { table } : {}), sections },
		removed: check.removed,
		checks: kinds.map((kind) => ({ kind, ...check.counts[kind] })),
	};
}

const kinds: readonly CheckKind[] = ["cited", "marker", "quote", "quotation", "number"];

/** A lead-in whose facts are gone leads to nothing. */
function withoutLooseFrames(sentences: Sentence[]): Sentence[] {
	return sentences.filter((sentence, index) => {
		if (sentence.kind !== "frame" || !sentence.text.trimEnd().endsWith(":")) return true;
		return sentences[index + 1]?.kind === "fact";
	});
}

class Checker {
	readonly removed: Verified["removed"] = [];
	readonly counts: Record<CheckKind, { passed: number; failed: number }> = {
		cited: { passed: 0, failed: 0 },
		marker: { passed: 0, failed: 0 },
		quote: { passed: 0, failed: 0 },
		quotation: { passed: 0, failed: 0 },
		number: { passed: 0, failed: 0 },
	};
	readonly #claims: ReadonlyMap<string, Claim>;
	readonly #titles: ReadonlyMap<string, string>;
	readonly #texts = new Map<string, string | undefined>();
	readonly #faults = new Map<string, string | undefined>();
	readonly #evidence: Evidence;

	constructor(evidence: Evidence) {
		this.#evidence = evidence;
		this.#claims = new Map(evidence.claims.map((claim) => [claim.id, claim]));
		this.#titles = new Map(evidence.sources.map(({ id, title }) => [id, title]));
	}

	/** Whether a sentence may stay. */
	sentence(sentence: Sentence): boolean {
		if (sentence.kind === "frame" && sentence.claimIds.length === 0 && !statesFacts(sentence.text)) return true;
		const reason = this.#fault(sentence.text, sentence.claimIds);
		if (reason !== undefined) this.removed.push({ text: sentence.text, reason });
		return reason === undefined;
	}

	/** A sentence that stays, with the markers that passed. */
	repaired(sentence: Sentence): Sentence {
		return { ...sentence, claimIds: this.#sound(sentence.claimIds) };
	}

	answer(answer: Answer): Answer | undefined {
		const alternatives = answer.alternatives.flatMap((other) => {
			const reason = this.#spanFault(other.text, other.claimIds);
			if (reason === undefined) return [{ ...other, claimIds: this.#sound(other.claimIds) }];
			this.removed.push({ text: other.text, reason });
			return [];
		});
		const reason = this.#spanFault(answer.text, answer.claimIds);
		if (reason === undefined) return { ...answer, alternatives, claimIds: this.#sound(answer.claimIds) };
		this.removed.push({ text: answer.text, reason });
		return undefined;
	}

	table(table: EvidenceTable): EvidenceTable {
		const cell = (one: Cell): Cell => {
			if ("missing" in one) return one;
			const isQuoted = partsOf(one.text).some(({ kind }) => kind === "quotation");
			const reason = isQuoted ? this.#fault(one.text, one.claimIds) : this.#spanFault(one.text, one.claimIds);
			if (reason === undefined) return { ...one, claimIds: this.#sound(one.claimIds) };
			this.removed.push({ text: one.text, reason });
			return { missing: `a value was found, but it did not pass the checks (${reason})` };
		};
		return { ...table, rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(cell) })) };
	}

	/** Why a sentence may not stay. Every check that can be made is made and counted. */
	#fault(text: string, claimIds: readonly string[]): string | undefined {
		const claims = this.#cited(claimIds);
		if (!this.#count("cited", claims.length > 0)) return this.#uncited(claimIds);
		const reasons: string[] = [];
		const parts = partsOf(text);
		for (const { kind, text: content } of parts) {
			if (kind === "own") continue;
			const reason = kind === "title" ? this.#titleFault(content, claims) : this.#quotationFault(content, claims);
			if (!this.#count("quotation", reason === undefined)) reasons.push(`“${content}”: ${reason}`);
		}
		const own = parts.map((part) => (part.kind === "own" ? part.text : " ")).join("");
		reasons.push(...this.#numberFaults(own, claims));
		return reasons[0];
	}

	/** Why an answer, another value or a cell may not stay: its words (a list's items, one by one) must stand in a cited quote. */
	#spanFault(text: string, claimIds: readonly string[]): string | undefined {
		const claims = this.#cited(claimIds);
		if (!this.#count("cited", claims.length > 0)) return this.#uncited(claimIds);
		if (/^(?:yes|no)$/i.test(text.trim())) return undefined;
		const stands = (words: string) => claims.some(({ quote }) => standsIn(words, quote));
		for (const item of stands(text) ? [text] : text.split("; ")) {
			const reason = stands(item) ? undefined : this.#quotationFault(asQuoted(item), claims);
			if (!this.#count("quotation", reason === undefined)) return `“${item}”: ${reason}`;
		}
		return undefined;
	}

	/** The cited claims that exist and whose quotes are in their pages. */
	#cited(claimIds: readonly string[]): Claim[] {
		return [...new Set(claimIds)].flatMap((id) => {
			const claim = this.#claims.get(id);
			if (!this.#count("marker", claim !== undefined) || !claim) return [];
			return this.#claimFault(claim) === undefined ? [claim] : [];
		});
	}

	#sound(claimIds: readonly string[]): string[] {
		return [...new Set(claimIds)].filter((id) => {
			const claim = this.#claims.get(id);
			return claim !== undefined && this.#claimFault(claim) === undefined;
		});
	}

	#uncited(claimIds: readonly string[]): string {
		if (claimIds.length === 0) return "it states a fact and rests on no claim";
		const faults = claimIds.map((id) => {
			const claim = this.#claims.get(id);
			return claim ? `claim ${id}: ${this.#claimFault(claim)}` : `claim ${id} does not exist`;
		});
		return faults.join("; ");
	}

	/** Why a claim's quote does not count; each claim is looked up in its page, and counted, once. */
	#claimFault(claim: Claim): string | undefined {
		if (!this.#faults.has(claim.id)) {
			const fault = this.#lookUp(claim);
			this.#count("quote", fault === undefined);
			this.#faults.set(claim.id, fault);
		}
		return this.#faults.get(claim.id);
	}

	#lookUp({ quote, start, sourceId }: Claim): string | undefined {
		const text = this.#text(sourceId);
		if (text === undefined) return "the stored page is missing or is not the one that was read";
		if (quote.trim() === "") return "the quote is empty";
		return text.startsWith(quote, start) && start >= 0 ? undefined : "the quote is not at its place in the stored page";
	}

	/** A source's stored text, when it is the very text that was read. */
	#text(sourceId: string): string | undefined {
		if (!this.#texts.has(sourceId)) {
			const source = this.#evidence.sources.find(({ id }) => id === sourceId);
			const text = this.#evidence.pageText(sourceId);
			const same = source !== undefined && text !== undefined && contentHash(text) === source.hash;
			this.#texts.set(sourceId, same ? text : undefined);
		}
		return this.#texts.get(sourceId);
	}

	/** A quotation stands in one cited quote, or in neighbouring ones of one page. */
	#quotationFault(content: string, claims: readonly Claim[]): string | undefined {
		let reason = "its words are not in a cited quote";
		for (const { words, members } of passagesOf(claims)) {
			const fault = unfaithful(content, words, (insertion) => members.some((claim) => this.#vouched(insertion, claim)));
			if (fault === undefined) return undefined;
			reason = fault;
		}
		return reason;
	}

	/** An editor's word in brackets is the claim's own reading of the pronoun, and stands in the page or its title. */
	#vouched(insertion: string, claim: Claim): boolean {
		const word = folded(insertion).replace(/['’]s?$|:$/, "");
		if (word === "" || !folded(claim.text).includes(word)) return false;
		return [this.#titles.get(claim.sourceId), this.#text(claim.sourceId)].some((text) =>
			folded(text ?? "").includes(word),
		);
	}

	#titleFault(title: string, claims: readonly Claim[]): string | undefined {
		const named = claims.some(({ sourceId }) => standsIn(title, this.#titles.get(sourceId) ?? ""));
		return named ? undefined : "no cited source has this title";
	}

	#numberFaults(words: string, claims: readonly Claim[]): string[] {
		const quotes = claims.map(({ quote }) => quote);
		const { stated, missing } = unsupportedQuantities(words, quotes);
		this.counts.number.passed += stated - missing.length;
		this.counts.number.failed += missing.length;
		return missing.map((text) => `the number ${text} stands in no cited quote`);
	}

	#count(kind: CheckKind, passed: boolean): boolean {
		if (passed) this.counts[kind].passed++;
		else this.counts[kind].failed++;
		return passed;
	}
}

/** A lead-in says nothing that could be wrong: no number, no date, no quotation. `Both`, `the first` and `two` are grammar. */
function statesFacts(text: string): boolean {
	return (
		partsOf(text).some(({ kind }) => kind === "quotation") ||
		/\d/.test(text) ||
		quantitiesIn(text).some(({ value }) => value > 10)
	);
}

/** Each quote by itself, then each page's quotes in the order of the page, joined; what stands between two is left out. */
function passagesOf(claims: readonly Claim[]): { words: string; members: Claim[] }[] {
	const bySource = Map.groupBy(claims, ({ sourceId }) => sourceId);
	const joined = [...bySource.values()]
		.filter((members) => members.length > 1)
		.map((members) => members.toSorted((a, b) => a.start - b.start))
		.map((members) => ({ words: join(members), members }));
	return [...claims.map((claim) => ({ words: claim.quote, members: [claim] })), ...joined];
}

/** A character that no page holds: nothing is quoted across it but with […]. */
const cut = "\u0000";

function join(members: readonly Claim[]): string {
	let words = "";
	let end: number | undefined;
	for (const { quote, start } of members) {
		if (end !== undefined) words += start >= end && start - end <= neighbourMax ? " " : ` ${cut} `;
		words += quote;
		end = start + quote.length;
	}
	return words;
}

/** White space between two sentences of one paragraph. Characters; longer gaps hold words. */
const neighbourMax = 2;
