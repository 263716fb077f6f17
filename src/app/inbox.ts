import { type AssayError, UsageError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import type { Json } from "../base/json.ts";
import { limits } from "../base/limits.ts";
import { type MessageKind, messageKinds, type UserMessage } from "../evidence/user-message.ts";
import type { Inbox } from "../research/inbox.ts";
import { takenId } from "../research/messages.ts";
import type { InboxMessage, RunRecord, RunStatus, Store } from "../store/store.ts";
import { parseCampaignInput } from "./campaign/campaign-input.ts";
import { nextCommand } from "./next-command.ts";
import type { Hooks } from "./progress.ts";
import { cleanText, parseRunInput } from "./run.ts";
import { eventsOf } from "./run-log.ts";
import { assertNoEvaluation } from "./run-named.ts";

/** What a user sends to a run. */
export interface MessageRequest {
	kind: MessageKind;
	/** The user's words; only of a redirect. */
	text?: string | undefined;
	/** A message with a known id is recorded once, so a client may repeat its request. Absent: derived from the content. */
	messageId?: string | undefined;
}

/** A message that was recorded. */
export interface SentMessage {
	/** The run that takes it: of a campaign, the pulse in flight. */
	runId: string;
	messageId: string;
	/** False: it was recorded before. */
	isNew: boolean;
	/**
	 * `running`: taken at the next barrier, a stop at once. `queued`: taken when a worker takes the run. `interrupted`: taken when the run is
	 * resumed; of a request to pause or stop: the run was in the queue, and is no longer.
	 */
	status: RunStatus;
	/** A redirect to it waits until the passes at work have ended. */
	isSurvey: boolean;
	/** The report is being written: a redirect does not change it, and an extension of the run searches for it; there is nothing left to finish. */
	isLate: boolean;
}

/** The commands that send messages to a run, as a part of `App`. */
export interface Messages {
	/**
	 * Sends a message to a run that any process works on, or that is to be resumed: a redirect, or a request to pause, finish or stop. It is
	 * on the disk when this resolves. A redirect becomes a part of the plan before the next wave. Throws `UsageError` `MESSAGE_EMPTY`,
	 * `MESSAGE_TOO_LONG`, `RUN_FINISHED`, `RUN_NOT_RUNNING`, `CAMPAIGN_IDLE`.
	 */
	send(id: string, message: MessageRequest): Promise<SentMessage>;
	/** What a run should look for from now on; as `send`. */
	steer(id: string, text: string): Promise<SentMessage>;
	/** The run ends its process after the steps in progress, and can be resumed; as `send`. */
	pause(id: string): Promise<SentMessage>;
	/** The run begins no further wave, and writes its report from what there is; as `send`. */
	finish(id: string): Promise<SentMessage>;
	/** The run ends its process now, and can be resumed; as `send`. */
	stop(id: string): Promise<SentMessage>;
}

/**
 * Records a message to a run. Throws `UsageError` `MESSAGE_EMPTY`, `MESSAGE_TOO_LONG`, `MESSAGE_ID_INVALID`, `RUN_FINISHED`, `RUN_NOT_RUNNING` (nothing to pause or
 * stop) and `CAMPAIGN_IDLE` (no pulse of it is unfinished).
 */
async function sendToRun(store: Store, id: string, request: MessageRequest): Promise<SentMessage> {
	const { kind } = request;
	const text = kind === "redirect" ? redirectText(request.text ?? "") : "";
	const named = await store.run(id);
	assertNoEvaluation(named);
	const run = parseCampaignInput(named.input) ? await pulseOf(store, named) : named;
	await assertTakes(store, run, kind);
	if (request.messageId !== undefined) assertMessageId(request.messageId);
	const messageId = request.messageId ?? (await usualId(store, run.id, kind, text));
	// It ends at once, on a worker that takes it now, too. As a message, the request would wait until the run is resumed: it would be
	// outdated then, and a new one would be taken for the same.
	const isWithdrawable = run.status === "queued" && (kind === "pause" || kind === "stop");
	if (isWithdrawable && (await store.shared?.queue.withdraw(run.id)))
		return {
			...{ runId: run.id, messageId, isNew: true, status: (await store.run(run.id)).status },
			...{ isSurvey: isSurvey(run), isLate: false },
		};
	const isNew = await store.sendMessage(run.id, { id: messageId, body: { kind, text } });
	// The campaign's judge reads it after the pulse.
	if (run !== named && kind === "finish") await store.sendMessage(named.id, { id: messageId, body: { kind, text } });
	const { status } = await store.run(run.id);
	if (status === "completed" || status === "failed") throw finishedError(run, kind);
	return { runId: run.id, messageId, isNew, status, isSurvey: isSurvey(run), isLate: await isWriting(store, run.id) };
}

/** Whether the run has decided to search no further. */
async function isWriting(store: Store, runId: string): Promise<boolean> {
	const decisions = eventsOf(await store.log(runId, ["decide"]));
	return decisions.some((event) => event.type === "decided" && event.action.kind === "stop");
}

function isSurvey({ input }: Pick<RunRecord, "input">): boolean {
	return parseRunInput(input)?.options.depth === "survey";
}

/** It becomes a part of a step's name. */
function assertMessageId(id: string): void {
	if (/^[\w.:-]{1,100}$/.test(id)) return;
	throw new UsageError("MESSAGE_ID_INVALID", "the id of the message is not usable", {
		hint: "use 1 to 100 letters, digits, or . : _ -, for example a UUID",
	});
}

function redirectText(typed: string): string {
	const text = cleanText(typed);
	if (!/[\p{L}\p{N}]/u.test(text))
		throw new UsageError("MESSAGE_EMPTY", "the message holds no word", {
			hint: 'say what to look for: assay steer ID "also the cost"',
		});
	if (text.length > limits.questionCharacters)
		throw new UsageError(
			"MESSAGE_TOO_LONG",
			`the message has ${text.length} characters, and ${limits.questionCharacters} are allowed`,
			{
				hint: "say it in fewer words",
			},
		);
	return text;
}

/** The pulse that a campaign works on. */
async function pulseOf(store: Store, campaign: RunRecord): Promise<RunRecord> {
	const pulses = (await store.runs()).filter(({ input }) => parseRunInput(input)?.pulseOf?.campaign === campaign.id);
	const pulse = pulses.find(({ status }) => status !== "completed" && status !== "failed");
	if (pulse) return pulse;
	const id = campaign.id.slice(0, 8);
	const show = `see it: assay campaign show ${id}`;
	if (campaign.status === "completed" || campaign.status === "failed")
		throw new UsageError(
			"RUN_FINISHED",
			`the campaign ${id} has ${campaign.status === "failed" ? "failed" : "ended"} already`,
			{
				hint: show,
			},
		);
	throw new UsageError("CAMPAIGN_IDLE", `no run of the campaign ${id} can take a message now`, {
		hint: `try again when its next run has begun; ${show}`,
	});
}

async function assertTakes(store: Store, run: RunRecord, kind: MessageKind): Promise<void> {
	if (run.status === "completed" || run.status === "failed") throw finishedError(run, kind);
	if (run.status === "interrupted" && (kind === "pause" || kind === "stop"))
		throw new UsageError(
			"RUN_NOT_RUNNING",
			`no process works on run ${run.id.slice(0, 8)}: there is nothing to ${kind}`,
			{
				hint: await nextCommand(store, run),
			},
		);
}

function finishedError({ id, status }: RunRecord, kind: MessageKind): AssayError {
	const shown = id.slice(0, 8);
	return new UsageError("RUN_FINISHED", `run ${shown} has ${status === "failed" ? "failed" : "ended"} already`, {
		hint:
			kind === "redirect"
				? `search further from what it found: assay extend ${shown} --focus "TEXT"`
				: `see it: assay show ${shown}`,
	});
}

/** A redirect is recorded once by its words. A request to pause, finish or stop is the same one until the run has taken it. */
async function usualId(store: Store, runId: string, kind: MessageKind, text: string): Promise<string> {
	if (kind === "redirect") return shortHash([kind, text]);
	const taken = await receivedIds(store, runId);
	const waiting = (await store.messages(runId)).map(messageOf).find((one) => one?.kind === kind && !taken.has(one.id));
	return waiting?.id ?? shortHash([kind, crypto.randomUUID()]);
}

/** Ids of the messages that a run's log holds. */
async function receivedIds(store: Store, runId: string): Promise<Set<string>> {
	const steps = await store.log(runId, ["message"]);
	return new Set(steps.flatMap(({ name }) => takenId(name) ?? []));
}

/** The messages that a run has not taken yet, in order. */
export async function waitingMessages(store: Store, runId: string): Promise<UserMessage[]> {
	const messages = (await store.messages(runId)).flatMap((one) => messageOf(one) ?? []);
	if (messages.length === 0) return [];
	const taken = await receivedIds(store, runId);
	return messages.filter(({ id }) => !taken.has(id));
}

/** A message that a run has not taken yet, as its watchers are shown it. */
export interface WaitingMessage {
	message: UserMessage;
	/** A redirect waits until the passes at work have ended. */
	isSurvey: boolean;
	/** The report is being written: as of a `SentMessage`. */
	isLate: boolean;
}

/** Returns how to look into the inbox of a run of another process: the messages that are new since the last look, and not taken. */
export function watchInbox(store: Store, runId: string): (run: RunRecord) => Promise<WaitingMessage[]> {
	const seen = new Set<string>();
	let lookedAt = Number.NEGATIVE_INFINITY;
	return async (run) => {
		if (run.status !== "running" || performance.now() - lookedAt < limits.inboxMs) return [];
		lookedAt = performance.now();
		const waiting = (await waitingMessages(store, runId)).filter(({ id }) => !seen.has(id));
		for (const { id } of waiting) seen.add(id);
		const isLate = waiting.length > 0 && (await isWriting(store, runId));
		return waiting.map((message) => ({ message, isSurvey: isSurvey(run), isLate }));
	};
}

/** Undefined where another program wrote it. */
function messageOf({ id, at, body }: InboxMessage): UserMessage | undefined {
	if (body === null || typeof body !== "object" || Array.isArray(body)) return undefined;
	const { kind, text }: Record<string, Json | undefined> = body;
	const known = messageKinds.find((one) => one === kind);
	return known && typeof text === "string" ? { id, kind: known, text, at: at.toISOString() } : undefined;
}

/**
 * The inbox of a run that this process works on. It looks for new messages every `limits.inboxMs` and shows them; a request to stop
 * resolves `whenStopped`. What asked to pause or stop before this process began is outdated. `close` ends it.
 */
export async function openInbox(store: Store, runId: string, hooks: Hooks): Promise<Inbox & { close(): void }> {
	// A message that cannot be read now is taken at a later barrier.
	const read = async () => (await store.messages(runId).catch(() => [])).flatMap((one) => messageOf(one) ?? []);
	const atStart = new Set((await read()).map(({ id }) => id));
	const seen = new Set(await receivedIds(store, runId).catch(() => new Set<string>()));
	const isOutdated = ({ id, kind }: UserMessage) => atStart.has(id) && (kind === "pause" || kind === "stop");
	const stopped = Promise.withResolvers<UserMessage>();
	const survey = isSurvey(await store.run(runId));
	const look = async () => {
		const messages = await read();
		for (const message of messages) {
			if (seen.has(message.id)) continue;
			seen.add(message.id);
			if (isOutdated(message)) continue;
			const isLate = await isWriting(store, runId).catch(() => false);
			hooks.onProgress({ type: "message", message, isSurvey: survey, isLate });
			if (message.kind === "stop") stopped.resolve(message);
		}
		return messages;
	};
	let timer: NodeJS.Timeout | undefined;
	let isClosed = false;
	const lookAgain = async () => {
		await look();
		if (isClosed) return;
		timer = setTimeout(() => void lookAgain(), limits.inboxMs);
		timer.unref();
	};
	await lookAgain();
	return {
		messages: async () => (await look()).map((message) => ({ ...message, isOutdated: isOutdated(message) })),
		whenStopped: stopped.promise,
		close() {
			isClosed = true;
			clearTimeout(timer);
		},
	};
}

/** The commands of `App` that send messages. */
export function messagesTo(store: Store): Messages {
	return {
		send: (id, message) => sendToRun(store, id, message),
		steer: (id, text) => sendToRun(store, id, { kind: "redirect", text }),
		pause: (id) => sendToRun(store, id, { kind: "pause" }),
		finish: (id) => sendToRun(store, id, { kind: "finish" }),
		stop: (id) => sendToRun(store, id, { kind: "stop" }),
	};
}
