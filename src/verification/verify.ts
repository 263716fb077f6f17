import { contentHash } from "../base/hash.ts";
import { bylineOf } from "../evidence/byline.ts";
import type { Claim } from "../evidence/claim.ts";
import { describeSpeaker } from "../evidence/describe-speaker.ts";
import {
	type Answer,
	type Cell,
	type CheckCount,
	type CheckKind,
	type Draft,
	type EvidenceTable,
	holdsFacts,
	notStated,
	type QuotedBlock,
	type Section,
	type Sentence,
	statedText,
} from "../evidence/report.ts";
import type { Source } from "../evidence/source.ts";
import { blockText, checkBlock } from "./check-block.ts";
import { checkInference } from "./check-inference.ts";
import { checkRow } from "./check-row.ts";
import {
	checkCell,
	checkCode,
	checkSentence,
	checkValue,
	firstFault,
	type PageLookup,
	questionFault,
	statesFacts,
} from "./check-sentence.ts";

/** The evidence that a draft is checked against. */
export interface DraftEvidence {
	claims: readonly Claim[];
	sources: readonly (Pick<Source, "id" | "title" | "hash"> & Partial<Source>)[];
	/** The stored text of a page that was read; undefined when missing. */
	pageText: (sourceId: string) => string | undefined;
	/** The question. Inferences may use its names and numbers. */
	question?: string | undefined;
}

export interface VerificationResult {
	/** The parts that passed: every factual sentence and block rests on a claim whose quote is in its page. */
	draft: Draft;
	/** The removed parts, in the order of the draft. */
	removed: { text: string; reason: string }[];
	/** One entry per kind in a fixed order, also for checks that were never made; `name` only where names were checked. */
	checks: CheckCount[];
}

/**
 * METHOD §10, by code. Checks every sentence, block, cell and answer of a draft against the claims that it cites, and those claims
 * against the stored pages. Removes and lists what fails, with lead-ins and headings that lead to nothing any more; strips failed markers
 * from sentences that stay; changes no words. Pure: called for a first draft, a rewrite, a rewording, and the final report.
 */
export function verify(draft: Draft, evidence: DraftEvidence): VerificationResult {
	const checker = new Checker(evidence);
	const answer = draft.answer && checker.filterAnswer(draft.answer);
	const table = draft.table && checker.filterTable(draft.table);
	checker.findings = findingsOf(draft);
	const bottomLine = draft.bottomLine
		?.filter((one) => checker.isValidSentence(one))
		.map((one) => checker.withPassedMarkers(one));
	const sections = draft.sections.map((section) => checker.filterSection(section)).filter(holdsFacts);
	const { answer: _answer, bottomLine: _line, table: _table, ...rest } = draft;
	return {
		draft: {
			...rest,
			...(answer ? { answer } : {}),
			...(bottomLine && bottomLine.length > 0 ? { bottomLine } : {}),
			...(table ? { table } : {}),
			sections,
		},
		removed: checker.removed,
		checks: checkKinds
			.map((kind) => ({ kind, ...checker.counts[kind] }))
			.filter(({ kind, passed, failed }) => kind !== "name" || passed + failed > 0),
	};
}

const checkKinds: readonly CheckKind[] = ["cited", "marker", "quote", "quotation", "number", "name", "passage", "mark"];

function findingsOf({ bottomLine = [], sections }: Draft): Finding[] {
	return [...bottomLine, ...sections.flatMap(({ sentences }) => sentences)].filter(({ kind }) => kind === "fact");
}

type Finding = Pick<Sentence, "kind" | "text" | "claimIds">;

/** Removes lead-ins whose facts were removed. */
function withoutLooseLeadIns(sentences: Sentence[], blocks: readonly QuotedBlock[]): Sentence[] {
	return sentences.filter((sentence, index) => {
		if (sentence.kind !== "frame" || !sentence.text.trimEnd().endsWith(":")) return true;
		const isLast = index === sentences.length - 1;
		return isLast ? blocks.length > 0 : (sentences[index + 1]?.kind ?? "frame") !== "frame";
	});
}

const pageMissing = "the stored page is missing or is not the one that was read";

class Checker {
	readonly removed: VerificationResult["removed"] = [];
	readonly counts: Record<CheckKind, { passed: number; failed: number }> = {
		cited: { passed: 0, failed: 0 },
		marker: { passed: 0, failed: 0 },
		quote: { passed: 0, failed: 0 },
		quotation: { passed: 0, failed: 0 },
		number: { passed: 0, failed: 0 },
		name: { passed: 0, failed: 0 },
		passage: { passed: 0, failed: 0 },
		mark: { passed: 0, failed: 0 },
	};
	/** The draft's facts. An inference may use the words of facts that share a claim with it. */
	findings: Finding[] = [];
	readonly #claims: ReadonlyMap<string, Claim>;
	readonly #titles: ReadonlyMap<string, string>;
	readonly #bylines: ReadonlyMap<string, string>;
	readonly #texts = new Map<string, string | undefined>();
	readonly #faults = new Map<string, string | undefined>();
	readonly #evidence: DraftEvidence;
	readonly #page: PageLookup = {
		title: (id) => this.#titles.get(id),
		byline: (id) => this.#bylines.get(id),
		text: (id) => this.#text(id),
	};

	constructor(evidence: DraftEvidence) {
		this.#evidence = evidence;
		this.#claims = new Map(evidence.claims.map((claim) => [claim.id, claim]));
		this.#titles = new Map(evidence.sources.map(({ id, title }) => [id, title]));
		this.#bylines = new Map(
			evidence.sources.map(({ id, url = "", origin = "", ...rest }) => [id, bylineOf({ ...rest, url, origin })]),
		);
	}

	/** A section without the parts that fail. */
	filterSection({ blocks: drafted, ...section }: Section): Section {
		const rowFaults = this.#rowFaults(section);
		const validSentences = section.sentences.filter((one) => {
			const rowFault = one.cell && rowFaults.get(one.cell.row);
			if (rowFault === undefined) return this.isValidSentence(one);
			this.removed.push({ text: statedText(one), reason: rowFault });
			return false;
		});
		const blocks = (drafted ?? []).filter((one) => this.#block(one));
		const sentences = withoutLooseLeadIns(validSentences, blocks).map((one) => this.withPassedMarkers(one));
		return { ...section, sentences, ...(blocks.length > 0 ? { blocks } : {}) };
	}

	/** By row of a section's table, why its name may not stay. What the name states, such as a date, may rest on any cell of the row. */
	#rowFaults({ sentences }: Section): Map<string, string> {
		const rows = Map.groupBy(
			sentences.filter(({ cell }) => cell),
			({ cell }) => cell?.row ?? "",
		);
		return new Map(
			[...rows].flatMap(([row, cells]) => {
				const claims = this.#sound(cells.flatMap(({ claimIds }) => claimIds)).flatMap(
					(id) => this.#claims.get(id) ?? [],
				);
				const fault =
					row === "" || claims.length === 0 ? undefined : firstFault(checkSentence(row, claims, this.#page));
				return fault === undefined ? [] : [[row, fault] as const];
			}),
		);
	}

	/** Whether a fact passes. Its own checks are not counted. */
	#isSound({ text, claimIds }: Finding): boolean {
		if (questionFault(text) !== undefined) return false;
		const claims = this.#sound(claimIds).flatMap((id) => this.#claims.get(id) ?? []);
		return claims.length > 0 && firstFault(checkSentence(text, claims, this.#page)) === undefined;
	}

	/** Whether a sentence may stay. */
	isValidSentence(sentence: Finding & Pick<Sentence, "code" | "cell">): boolean {
		// The part of the question that a frame ends with states nothing.
		const ownWords = sentence.text.replace(/: [^:]*\?$/u, ":");
		if (sentence.kind === "frame" && sentence.claimIds.length === 0 && !statesFacts(ownWords)) return true;
		const checked = sentence.kind === "inference" ? this.#inferred(sentence) : checkSentence;
		const reason =
			questionFault(sentence.text) ??
			this.#fault(sentence.text, sentence.claimIds, (...given) => [
				...checked(...given),
				...checkCode(sentence.code, given[1]),
			]);
		if (reason !== undefined) this.removed.push({ text: statedText(sentence), reason });
		return reason === undefined;
	}

	#inferred({ claimIds }: Finding): typeof checkSentence {
		const shared = this.findings.filter(
			(one) => one.claimIds.some((id) => claimIds.includes(id)) && this.#isSound(one),
		);
		const beside = [this.#evidence.question ?? "", ...shared.map(({ text }) => text)];
		return (text, claims, page) => {
			const cited = new Set(claims.map(({ sourceId }) => sourceId));
			const by = this.#evidence.sources.filter(({ id }) => cited.has(id)).flatMap((source) => describeSpeaker(source));
			return checkInference(text, claims, page, [...beside, ...by]);
		};
	}

	/** A sentence that passed, with only the markers that passed. */
	withPassedMarkers<T extends Finding>(sentence: T): T {
		return { ...sentence, claimIds: this.#sound(sentence.claimIds) };
	}

	/** Whether a block may stay: everything that it shows, marks and cites passes. */
	#block(block: QuotedBlock): boolean {
		const reason = this.#blockFault(block);
		if (reason !== undefined) this.removed.push({ text: blockText(block), reason });
		return reason === undefined;
	}

	#blockFault(block: QuotedBlock): string | undefined {
		const claims = this.#cited(block.claimIds);
		const isCited = claims.length > 0 && claims.length === new Set(block.claimIds).size;
		if (!this.#count("cited", isCited)) return this.#uncited(block.claimIds);
		const text = this.#text(block.sourceId);
		if (text === undefined) {
			this.#count("passage", false);
			return pageMissing;
		}
		const made = checkBlock(block, claims, { title: this.#titles.get(block.sourceId) ?? "", text });
		for (const { kind, fault } of made) this.#count(kind, fault === undefined);
		return firstFault(made);
	}

	filterAnswer(answer: Answer): Answer | undefined {
		const alternatives = answer.alternatives.flatMap((other) => {
			const reason = this.#fault(other.text, other.claimIds, checkValue);
			if (reason === undefined) return [{ ...other, claimIds: this.#sound(other.claimIds) }];
			this.removed.push({ text: other.text, reason });
			return [];
		});
		const reason = this.#fault(answer.text, answer.claimIds, checkValue);
		if (reason === undefined) return { ...answer, alternatives, claimIds: this.#sound(answer.claimIds) };
		this.removed.push({ text: answer.text, reason });
		return undefined;
	}

	filterTable(table: EvidenceTable): EvidenceTable {
		const rows = table.rows.map(({ label }) => label);
		const cell = (one: Cell, row: string): Cell => {
			if ("missing" in one) return one;
			const reason = this.#fault(one.text, one.claimIds, (text, claims, page) => [
				...checkCell(text, claims, page),
				checkRow({ row, rows, value: text }, claims, page),
			]);
			if (reason === undefined) return { ...one, claimIds: this.#sound(one.claimIds) };
			this.removed.push({ text: one.text, reason });
			return { missing: notStated(row) };
		};
		return {
			...table,
			rows: table.rows.map((row) => ({ ...row, cells: row.cells.map((one) => cell(one, row.label)) })),
		};
	}

	/** The reason why a text may not stay. Makes and counts every possible check. */
	#fault(text: string, claimIds: readonly string[], checked: typeof checkSentence): string | undefined {
		const claims = this.#cited(claimIds);
		if (!this.#count("cited", claims.length > 0)) return this.#uncited(claimIds);
		const made = checked(text, claims, this.#page);
		for (const { kind, fault } of made) this.#count(kind, fault === undefined);
		return firstFault(made);
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
		const faults = claimIds.flatMap((id) => {
			const claim = this.#claims.get(id);
			if (!claim) return [`claim ${id} does not exist`];
			const fault = this.#claimFault(claim);
			return fault === undefined ? [] : [`claim ${id}: ${fault}`];
		});
		return faults.join("; ");
	}

	/** The reason why a claim's quote does not count. Each claim is looked up in its page and counted once. */
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
		if (text === undefined) return pageMissing;
		if (quote.trim() === "") return "the quote is empty";
		return text.startsWith(quote, start) && start >= 0 ? undefined : "the quote is not at its place in the stored page";
	}

	/** A source's stored text if its hash is that of the text that was read. */
	#text(sourceId: string): string | undefined {
		if (!this.#texts.has(sourceId)) {
			const source = this.#evidence.sources.find(({ id }) => id === sourceId);
			const text = this.#evidence.pageText(sourceId);
			const same = source !== undefined && text !== undefined && contentHash(text) === source.hash;
			this.#texts.set(sourceId, same ? text : undefined);
		}
		return this.#texts.get(sourceId);
	}

	#count(kind: CheckKind, passed: boolean): boolean {
		if (passed) this.counts[kind].passed++;
		else this.counts[kind].failed++;
		return passed;
	}
}
