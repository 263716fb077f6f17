import { distinctBy } from "../base/distinct.ts";
import { shortHash } from "../base/hash.ts";
import type { Claim } from "../evidence/claim.ts";
import { describeSpeaker } from "../evidence/describe-speaker.ts";
import {
	type Draft,
	type Judgement,
	type Sentence,
	type Support,
	type SupportCheck,
	statedText,
	textWithCode,
} from "../evidence/report.ts";
import type { Page } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { type Statement, statementsOf, withoutStatements } from "../evidence/statements.ts";
import type { SupportItem } from "../reasoning/reasoner.ts";
import { surroundingTextOf } from "../text/surrounding-text.ts";
import { verify } from "../verification/verify.ts";
import { writeInput } from "./draft.ts";
import type { Step, StepContext } from "./journal.ts";
import { withoutNarration } from "./narration.ts";
import { isRecordedAbsence } from "./recorded-absence.ts";
import { representativeCells } from "./representative-cells.ts";
import { optionsOf } from "./state-access.ts";
import { evidenceFrom, evidenceOf, pagesOf } from "./stored-pages.ts";
import { isResearchOver } from "./time.ts";
import type { Tools } from "./tools.ts";

/** Below this share of supported sentences one rewrite is requested (METHOD §10). */
const passRateMin = 0.8;
/** A rewrite that improves by leaving things out keeps at least this share of the sentences that were supported before. */
const supportKeptMin = 0.8;

/** Judges each cited statement of the draft that passed the code's checks. */
export function checkDraft(state: ResearchState, tools: Tools): Step[] {
	return supportSteps(state, tools, 1, state.writing.draft);
}

/** Judges the rewritten draft, if anything in it changed. */
export function checkRewrite(state: ResearchState, tools: Tools): Step[] {
	return isChanged(state) ? supportSteps(state, tools, 2, state.writing.rewrite) : [];
}

function supportSteps(state: ResearchState, tools: Tools, version: 1 | 2, draft: Draft | undefined): Step[] {
	if (!draft || !optionsOf(state).model?.support) return [];
	tools.onActivity?.("checking what the quotes support");
	const step: Step = {
		instead: "rules",
		name: `judge:${version}:${shortHash(draft)}`,
		work: async (role) => ({
			type: "judged",
			version,
			judgements: await judgementsOf(state, draft, tools, role),
		}),
	};
	return [step];
}

/** The judgements of a model; empty when the rules had to judge. A statement that was judged before keeps its verdict. */
async function judgementsOf(state: ResearchState, draft: Draft, tools: Tools, role: StepContext): Promise<Judgement[]> {
	const pages = await pagesOf(state, tools, role.signal);
	const { draft: passed } = verify(draft, evidenceFrom(state, pages));
	const statements = statementsOf(state.question, passed);
	const judgementByKey = new Map((state.writing.judgements[0] ?? []).map((one) => [statementKey(one), one]));
	for (const one of statements)
		if (isRecordedAbsence(one.sentence, state))
			judgementByKey.set(
				statementKey(one),
				judgementOf(one, { verdict: "supported", reason: "the run looked for it and did not find it" }),
			);
	const fresh = distinctBy(
		statements.filter((one) => !judgementByKey.has(statementKey(one))),
		statementKey,
	);
	let byRules = false;
	const context: StepContext = {
		...role,
		onFallback: (fallback) => {
			byRules = true;
			role.onFallback(fallback);
		},
	};
	const before = precedingSentences(passed);
	const ask = async (statementsToJudge: readonly Statement[]) => {
		const items = statementsToJudge.map((one) => ({
			...supportItemOf(state, one, pages),
			...before.get(statementKey(one)),
		}));
		const verdicts = items.length === 0 ? [] : await tools.reasoner.judgeSupport(items, context);
		if (byRules || verdicts.length !== items.length) return false;
		statementsToJudge.forEach((one, index) => {
			const verdict = verdicts[index];
			if (verdict) judgementByKey.set(statementKey(one), judgementOf(one, verdict));
		});
		return true;
	};
	const represented = representativeCells(fresh, state.claims);
	if (!(await ask(fresh.filter((one) => !represented.has(one))))) return [];
	const open = [...represented].flatMap(([one, sample]) => {
		if (judgementByKey.get(statementKey(sample))?.verdict !== "supported") return [one];
		judgementByKey.set(
			statementKey(one),
			judgementOf(one, { verdict: "supported", reason: "as the first cell of its column" }),
		);
		return [];
	});
	if (!(await ask(open))) return [];
	return statements.flatMap((one) => judgementByKey.get(statementKey(one)) ?? []);
}

function judgementOf({ sentence, claimIds, kind, code }: Statement, verdict: Support): Judgement {
	const { mended, ...rest } = verdict;
	const words = mended === undefined ? undefined : withoutCode(mended, code);
	return { sentence, claimIds, ...(kind ? { kind } : {}), ...rest, ...(words === undefined ? {} : { mended: words }) };
}

/** A judge's wording without the code that stays below it; undefined where it does not lead to that code. */
function withoutCode(wording: string, code: string | undefined): string | undefined {
	if (code === undefined) return wording;
	const at = wording.lastIndexOf(`\`${code.replace(/\s+/g, " ").trim()}\``);
	const words = wording.slice(0, Math.max(0, at)).trim();
	return words.endsWith(":") ? words : undefined;
}

/** The sentence before each statement, within its section, by the statement's key. */
function precedingSentences({ sections }: Pick<Draft, "sections">): Map<string, Pick<SupportItem, "before">> {
	return new Map(
		sections.flatMap(({ sentences }) =>
			sentences.slice(1).flatMap(({ text, claimIds, cell }, at) => {
				const before = sentences[at];
				if (before === undefined || cell) return [];
				return [
					[
						statementKey({ sentence: text, claimIds }),
						{ before: textWithCode({ ...before, text: statedText(before) }) },
					] as const,
				];
			}),
		),
	);
}

function supportItemOf(
	{ claims, sources }: ResearchState,
	{ sentence, claimIds, kind, code }: Statement,
	pages: ReadonlyMap<string, Page>,
): SupportItem {
	const cited = claims.filter(({ id }) => claimIds.includes(id));
	const titles = new Map(
		sources.map((source) => [
			source.id,
			[source.title, ...describeSpeaker(source), source.date].filter(Boolean).join(", "),
		]),
	);
	return {
		sentence: textWithCode({ text: sentence, code }),
		...(kind ? { kind } : {}),
		quotes: cited.map(({ quote }) => quote),
		about: cited.map((claim) => {
			const page = pages.get(claim.sourceId);
			const columns = tableHeaderOf(claim, page);
			return {
				title: titles.get(claim.sourceId) ?? "",
				...(claim.holder === undefined ? {} : { holder: claim.holder }),
				...(claim.asOf === undefined || claim.asOf === page?.date ? {} : { asOf: claim.asOf }),
				...(columns === undefined ? {} : { columns }),
				...(page && columns === undefined ? { around: surroundingTextOf(page.text, claim) } : {}),
				...(claim.text === claim.quote ? {} : { reading: claim.text }),
			};
		}),
	};
}

/** The header above a row of a table: a value without its column says nothing. */
function tableHeaderOf({ start, cell }: Claim, page: Page | undefined): string | undefined {
	const table = page?.tables?.find((one) => one.start <= start && start < one.end);
	const words = table
		? [table.caption, table.unit, table.columns.join(" | ")]
		: [cell?.caption, cell?.unit, cell?.period, cell?.column];
	const headings = words.filter((one) => one !== undefined && one !== "");
	return headings.length === 0 ? undefined : headings.join("; ");
}

/** The one rewrite of a draft of which too little is supported, with the sentences that their quotes do not support. */
export function rewriteDraft(state: ResearchState, tools: Tools): Step[] {
	const { draft, judgements } = state.writing;
	if (!draft || !optionsOf(state).model?.rewrite || passRate(judgements[0] ?? []) >= passRateMin) return [];
	const faults = (judgements[0] ?? [])
		.filter(isUnsupported)
		.map(({ sentence, reason, verdict }) => ({ sentence, reason: `${verdict}: ${reason}` }));
	tools.onActivity?.("rewriting what the quotes do not support");
	const step: Step = {
		instead: "rules",
		name: `rewrite:${shortHash([draft, faults])}`,
		work: async (role) => {
			if (isResearchOver(role)) return { type: "redrafted", draft };
			const { removed } = verify(draft, await evidenceOf(state, tools, role.signal));
			const all = [...faults, ...removed.map(({ text, reason }) => ({ sentence: text, reason }))];
			const again = await tools.reasoner.revise({ ...writeInput(state), draft, faults: all }, role);
			return { type: "redrafted", draft: withoutNarration(again, draft) };
		},
	};
	return [step];
}

function isChanged({ writing: { draft, rewrite: again } }: ResearchState): boolean {
	return draft !== undefined && again !== undefined && shortHash(withoutNarration(draft, draft)) !== shortHash(again);
}

/** The better version with its verdicts; the first when they are equal. Undefined when nothing was drafted. */
export function betterVersion(state: ResearchState): { draft: Draft; support: SupportCheck | undefined } | undefined {
	const { draft, rewrite: again, judgements } = state.writing;
	if (!draft) return undefined;
	const [first, second] = judgements;
	if (!first || first.length === 0) return { draft, support: undefined };
	if (again && second && isBetter(second, first))
		return {
			draft: { ...again, ...(draft.answer ? { answer: draft.answer } : {}) },
			support: supportCheckOf(second, "kept"),
		};
	return { draft, support: supportCheckOf(first, rewriteOutcome(state, first)) };
}

function rewriteOutcome(state: ResearchState, first: readonly Judgement[]): SupportCheck["rewrite"] {
	if (!optionsOf(state).model?.rewrite) return "off";
	if (passRate(first) >= passRateMin) return "not needed";
	const second = state.writing.judgements[1] ?? [];
	return isChanged(state) && second.length > 0 ? "refused" : "failed";
}

function supportCheckOf(judgements: Judgement[], rewritten: SupportCheck["rewrite"]): SupportCheck {
	return { judged: judgements.length, passed: supportedCount(judgements), judgements, rewrite: rewritten };
}

function isBetter(second: readonly Judgement[], first: readonly Judgement[]): boolean {
	return passRate(second) > passRate(first) && supportedCount(second) >= supportedCount(first) * supportKeptMin;
}

/**
 * The share of statements that are supported, in full or in part, or that the judge reworded. It is 1 when none was judged, so
 * that no rewrite is requested.
 */
function passRate(judgements: readonly Judgement[]): number {
	const failed = judgements.filter((one) => isUnsupported(one) && one.mended === undefined);
	return judgements.length === 0 ? 1 : 1 - failed.length / judgements.length;
}

function supportedCount(judgements: readonly Judgement[]): number {
	return judgements.filter((one) => !isUnsupported(one)).length;
}

function isUnsupported({ verdict }: Judgement): boolean {
	return verdict === "unsupported" || verdict === "contradicted";
}

/**
 * A draft with the judge's wording of what its quotes support in part or not at all, and how many sentences that changed (RARR,
 * Gao et al. 2023: what is attributed wrongly is edited, not only deleted). Code checks each new sentence; one that fails keeps
 * its old wording.
 */
export function rewordByJudge(
	draft: Draft,
	judgements: readonly Judgement[],
	evidence: Parameters<typeof verify>[1],
): { draft: Draft; count: number } {
	const corrections = new Map(
		judgements.flatMap((one) => (one.mended === undefined ? [] : [[statementKey(one), one.mended] as const])),
	);
	const corrected = (refused: ReadonlySet<string>) => {
		let count = 0;
		const correct = <T extends Pick<Sentence, "text" | "claimIds" | "cell">>(one: T): T => {
			const mended = corrections.get(statementKey({ sentence: statedText(one), claimIds: one.claimIds }));
			const text = mended === undefined ? undefined : textInPlace(mended, one);
			if (text === undefined || refused.has(statedText({ ...one, text }))) return one;
			count++;
			return { ...one, text };
		};
		const { bottomLine, sections } = draft;
		const correctedDraft: Draft = {
			...draft,
			...(bottomLine ? { bottomLine: bottomLine.map(correct) } : {}),
			sections: sections.map((section) => ({ ...section, sentences: section.sentences.map(correct) })),
		};
		return { draft: correctedDraft, count };
	};
	const tried = verify(corrected(new Set()).draft, evidence);
	return corrected(new Set(tried.removed.map(({ text }) => text)));
}

/** A judge's wording without the row and column that stand beside a cell; undefined where it has lost them. */
function textInPlace(mended: string, one: Pick<Sentence, "cell">): string | undefined {
	if (one.cell === undefined) return mended;
	const place = statedText({ ...one, text: "" });
	return mended.startsWith(place) ? mended.slice(place.length).replace(/\.$/, "") || undefined : undefined;
}

/** No source, no claim: removes the statements that were judged unsupported, and returns them with the reason. */
export function withoutUnsupported(
	question: string,
	draft: Draft,
	judgements: readonly Judgement[],
): ReturnType<typeof withoutStatements> {
	const faults = new Map(judgements.filter(isUnsupported).map((one) => [statementKey(one), faultText(one)]));
	return withoutStatements(question, draft, (statement) => faults.get(statementKey(statement)));
}

function faultText({ verdict, reason, kind }: Judgement): string {
	if (kind === "inference") return `it goes beyond its findings: ${reason}`;
	return `its quotes ${verdict === "contradicted" ? "contradict it" : "do not support it"}: ${reason}`;
}

function statementKey({ sentence, claimIds }: Pick<Judgement, "sentence" | "claimIds">): string {
	return shortHash([sentence, claimIds.toSorted()]);
}
