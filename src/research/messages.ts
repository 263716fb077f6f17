import { comparisonForm } from "../base/text.ts";
import { questionInContext } from "../evidence/clarification.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { MessageOutcome, PlanChange, UserMessage } from "../evidence/user-message.ts";
import { waveCount } from "../evidence/wave.ts";
import type { SteerResult } from "../reasoning/steering.ts";
import { newSubQuestion } from "./confirm.ts";
import { EndedByUser } from "./inbox.ts";
import type { Journal, Stage, Step, StepContext } from "./journal.ts";
import type { Tools } from "./tools.ts";

/** New sub-questions of one message, at most: a redirect is no new plan. */
const addedMax = 3;

/**
 * The barrier before a wave's decision: takes the messages that have come, one after the other. Which messages a barrier took is in the
 * names of its steps, so a resumed run takes the same ones there, and none that came later. Throws `EndedByUser` for a pause.
 */
export async function takeMessages(journal: Journal, wave: number): Promise<void> {
	const isDecided = journal.recorded.includes(`decide:${wave}`);
	for (;;) {
		const before = journal.state.messages?.length ?? 0;
		await journal.run(nextMessage(journal.recorded, isDecided ? "none" : "taken"), wave);
		const taken = journal.state.messages?.[before];
		if (!taken) return;
		const isNew = !journal.recorded.includes(stepName(wave, taken.id));
		if (isNew && taken.kind === "pause" && taken.outcome === "taken") throw new EndedByUser(taken);
	}
}

/**
 * Runs stages one after the other. A request to pause is obeyed before each: what is recorded is not done again. All other messages wait
 * for a barrier. Throws `EndedByUser`.
 */
export async function runStages(journal: Journal, stages: readonly Stage[], turn = 0): Promise<void> {
	for (const stage of stages) {
		const before = journal.state.messages?.length ?? 0;
		await journal.run(pauseRequest(journal.recorded), barrierAfter(journal));
		const taken = journal.state.messages?.[before];
		if (taken) throw new EndedByUser(taken);
		await journal.run(stage, turn);
	}
}

/** The step of a request to pause. What an earlier process took, the barrier that follows takes from the log. */
function pauseRequest(recorded: readonly string[]): Stage {
	return async (state, tools, wave) => {
		const isTaken = (id: string) => isReceived(state, id) || recorded.some((name) => takenId(name) === id);
		const next = (await tools.inbox?.messages())?.find(
			({ id, kind, isOutdated }) => kind === "pause" && !isOutdated && !isTaken(id),
		);
		return next ? [receiveStep(state, tools, next, wave, "taken")] : [];
	};
}

/** Records the messages that came too late to change anything, because the report was being written. */
export async function noteLateMessages(journal: Journal): Promise<void> {
	const wave = barrierAfter(journal);
	for (let before = -1; before !== (journal.state.messages?.length ?? 0); ) {
		before = journal.state.messages?.length ?? 0;
		await journal.run(nextMessage(journal.recorded, "late"), wave);
	}
}

/** Records that the run ends as the user asked, if its log does not say so yet: a pass has a log of its own. */
export async function noteEnd(journal: Journal, tools: Tools, messageId: string): Promise<void> {
	if (isReceived(journal.state, messageId)) return;
	const message = (await tools.inbox?.messages())?.find(({ id }) => id === messageId);
	// The barrier that follows takes it from the log, when the run is resumed.
	const wave = barrierAfter(journal);
	if (message) await journal.run(() => [receiveStep(journal.state, tools, message, wave, "taken")], wave);
}

/** The next barrier's wave: the steps that are recorded under it are replayed there. */
function barrierAfter({ state }: Journal): number {
	const round = Math.max(0, ...(state.passes ?? []).map((pass) => pass.round));
	return (state.passes ? round : waveCount(state)) + 1;
}

function stepName(wave: number, id: string): string {
	return `message:${wave}:${id}`;
}

/** The id of the message that a step took; undefined for another step. */
export function takenId(step: string): string | undefined {
	return /^message:\d+:(.*)$/s.exec(step)?.[1];
}

function isReceived({ messages = [] }: ResearchState, id: string): boolean {
	return messages.some((one) => one.id === id);
}

/** The step of the next message at a barrier: those in the log come first. `fresh`: how other messages are received. */
function nextMessage(recorded: readonly string[], fresh: MessageOutcome | "none"): Stage {
	return async (state, tools, wave) => {
		const logged = recorded.find(
			(name) => name.startsWith(stepName(wave, "")) && !isReceived(state, name.slice(stepName(wave, "").length)),
		);
		if (logged !== undefined) return [{ name: logged, work: () => Promise.reject(new Error(`${logged} is recorded`)) }];
		if (fresh === "none") return [];
		const next = (await tools.inbox?.messages())?.find(({ id }) => !isReceived(state, id));
		return next ? [receiveStep(state, tools, next, wave, fresh)] : [];
	};
}

function receiveStep(
	state: ResearchState,
	tools: Tools,
	{ isOutdated, ...message }: UserMessage & { isOutdated: boolean },
	wave: number,
	fresh: MessageOutcome,
): Step {
	const outcome = isOutdated ? "outdated" : fresh;
	return {
		name: stepName(wave, message.id),
		instead: "rules",
		work: async (context) => ({
			...{ type: "received", message, outcome },
			...(message.kind === "redirect" && outcome === "taken"
				? { change: await changePlan(state, message, tools, context) }
				: {}),
		}),
	};
}

/** What a redirect changes: by a model's judgement, else the user's words become a sub-question. */
async function changePlan(
	state: ResearchState,
	{ text }: UserMessage,
	{ reasoner }: Tools,
	context: StepContext,
): Promise<PlanChange> {
	const shown = state.subQuestions.filter(({ worker, dropped }) => !worker && !dropped);
	const subQuestions = shown.map((one) => ({ ...one, status: statusWords(state, one) }));
	const input = { question: questionInContext(state), subQuestions, redirect: text, max: addedMax };
	const byModel = await reasoner.steer?.(input, context);
	return byModel ? changeOf(state, byModel) : changeByRules(state, text);
}

function statusWords({ coverage }: ResearchState, { id }: SubQuestion): string {
	const { turns = 0, status = "uncovered" } = coverage[id] ?? {};
	return turns === 0 ? "not searched yet" : `searched, ${status}`;
}

/** A sub-question that was worked on is not reworded, since claims were found for its words: the new words are a new sub-question. */
function changeOf(state: ResearchState, { added, dropped, refocused }: SteerResult): PlanChange {
	const isBegun = ({ id }: { id: string }) => (state.coverage[id]?.turns ?? 0) > 0;
	const further = refocused.filter(isBegun).map(({ id: _id, ...wording }) => {
		return { ...wording, priority: "core" as const, stance: "supporting" as const };
	});
	return {
		added: [...added, ...further].map(({ text, stance, priority, focus, threads }, at) => {
			const planned = newSubQuestion(text, stance, state);
			return { ...planned, id: nextId(state, at), priority, threads, focus: focus.length > 0 ? focus : planned.focus };
		}),
		dropped,
		refocused: refocused.filter((one) => !isBegun(one)),
		by: "model",
	};
}

function changeByRules(state: ResearchState, text: string): PlanChange {
	const isAsked = state.subQuestions.some((one) => comparisonForm(one.text) === comparisonForm(text));
	const added = isAsked ? [] : [{ ...newSubQuestion(text, "supporting", state), id: nextId(state, 0) }];
	return { added, dropped: [], refocused: [], by: "rules" };
}

function nextId({ subQuestions }: ResearchState, at: number): string {
	return `q${subQuestions.length + at + 1}`;
}
