import { AssayError, UsageError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import type { Json } from "../base/json.ts";
import type { Findings } from "../evidence/findings.ts";
import type { ResearchState } from "../evidence/state.ts";
import { type Assignment, assignmentsOf } from "./investigator/assignment.ts";
import { runInvestigator } from "./investigator/investigator.ts";
import { searchOnce, shareSearches } from "./investigator/shared-searches.ts";
import { shareCalls, withSourceTools } from "./investigator/source-tool.ts";
import type { EarlierClaims, ParentRun } from "./investigator/workspace.ts";
import type { EventBody, Step, StepContext } from "./journal.ts";
import { namedPageResults } from "./named-pages.ts";
import { optionsOf } from "./state-access.ts";
import { researchMs } from "./time.ts";
import type { Tools } from "./tools.ts";

/** METHOD §8: runs one investigator per sub-question, in parallel, each as a run of its own. The lead sees only their findings. */
export function investigate(state: ResearchState, tools: Tools, wave: number): Step[] {
	const assignments = assignmentsOf(state, namedPageResults(state)).map((one) => withSourceTools(one, tools));
	const before = earlierClaims(state);
	const shared = shareSearches(assignments, (query, child) => searchOnce(tools, state, child)(query));
	const calls = shareCalls(tools);
	return assignments.map((assignment) => investigateStep(state, tools, wave, assignment, { before, shared, calls }));
}

/** What the run has extracted from each page so far, by the page's url. */
function earlierClaims({ claims, sources, extractedFor }: ResearchState): EarlierClaims {
	const ids = new Map(sources.map(({ id, url }) => [url, id]));
	const byPage = Map.groupBy(claims, ({ sourceId }) => sourceId);
	return {
		claims,
		ofPage(url) {
			const id = ids.get(url) ?? "";
			return { claims: byPage.get(id) ?? [], whole: extractedFor[id] ?? [] };
		},
	};
}

function investigateStep(
	state: ResearchState,
	tools: Tools,
	wave: number,
	assignment: Assignment,
	{
		before,
		shared,
		calls,
	}: {
		before: EarlierClaims;
		shared: ReturnType<typeof shareSearches>;
		calls: ReturnType<typeof shareCalls>;
	},
): Step {
	const name = `investigate:${wave}:${shortHash([assignment.subQuestion, assignment.known])}`;
	const instead = (reason: string, { elapsedMs }: Pick<StepContext, "elapsedMs">): EventBody => {
		const findings = { ...emptyFindings, gaps: [`it was not looked for to the end: ${reason}`] };
		const { spec, subQuestion } = assignment;
		return { type: "investigated", subQuestionId: subQuestion.id, spec, findings, elapsedMs: elapsedMs() };
	};
	return {
		name,
		instead,
		hasChildren: true,
		work: async (context) => {
			const { onFallback, leftMs, elapsedMs, advanceTo, child } = context;
			const parent: ParentRun = {
				nextAction: investigatorRole(tools),
				elapsedMs,
				advanceTo,
				researchMs: researchMs(optionsOf(state)),
				step: name,
				onFallback,
				leftMs,
				before,
				shared: { ...shared(child), call: calls(child, leftMs) },
			};
			const input = assignment as unknown as Json;
			const output = await child(
				name,
				input,
				async (run) => (await runInvestigator(run, assignment, tools, parent)) as unknown as Json,
			).catch((error: unknown) => {
				if (!(error instanceof AssayError && error.code === "STEP_CRASHED")) throw error;
				return error;
			});
			if (output instanceof AssayError) return { ...instead(output.message, context), crash: output.message };
			return {
				type: "investigated",
				subQuestionId: assignment.subQuestion.id,
				spec: assignment.spec,
				findings: output as unknown as Findings,
				elapsedMs: elapsedMs(),
			};
		},
	};
}

const emptyFindings: Findings = {
	...{ summary: "", gaps: [], queries: [], found: 0, sources: [], unread: [], claims: [] },
	...{ dropped: 0, messages: 0, ended: "failed" },
};

/** The reasoner's role that drives an investigator. Throws a `UsageError` `AGENT_NEEDS_MODEL` when the reasoner has none. */
export function investigatorRole({ reasoner }: Tools): ParentRun["nextAction"] {
	if (!reasoner.nextAction)
		throw new UsageError("AGENT_NEEDS_MODEL", `investigators need a language model, and ${reasoner.name} is none`, {
			hint: "Name one with --model provider:name, or gather without investigators: --gather pipeline",
		});
	return reasoner.nextAction.bind(reasoner);
}
