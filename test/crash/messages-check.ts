import { isDeepStrictEqual } from "node:util";
import { type ChatBody, keyOf } from "../support/chat.ts";
import { type ProviderAnswer, startProvider } from "../support/provider.ts";
import { type Exchange, recordedAnswer } from "../support/replay.ts";
import { assay, idOf } from "./kill.ts";
import { killedAfterEachMessage, type Lives } from "./messages.ts";

/** A command whose model is answered by `answerTo`. */
export interface Asked {
	args: string[];
	answerTo: (body: ChatBody) => ProviderAnswer;
}

/** Answers as it was recorded; what was never recorded is refused. */
export function byRecording(exchanges: readonly Exchange[]): Asked["answerTo"] {
	const known = new Map(exchanges.map(({ key, answer }) => [key, answer]));
	return (body) => {
		const answer = known.get(keyOf(body));
		if (answer === undefined) return { status: 400, json: { error: { message: "this request was never recorded" } } };
		return recordedAnswer(body, answer);
	};
}

/**
 * Runs a command unbroken in one home, and killed after every `messages(n)` messages of its n-th process in another (one by one
 * when not given); gives what went wrong, a line each, and the lives that it took.
 */
export async function survives(
	{ args, answerTo }: Asked,
	place: { calmHome: string; home: string; databaseUrl?: string | undefined; messages?: (life: number) => number },
): Promise<{ wrong: string[]; lives: Lives }> {
	const model = await startProvider(({ body }) => answerTo(body as unknown as ChatBody));
	const calm = await assay([...args, "--base-url", model.baseUrl], place.calmHome).finally(() => model.close());
	if (calm.code !== 0) throw new Error(`the unbroken run ended with ${calm.code}: ${calm.stderr}`);
	const messages = place.messages ?? (() => 1);
	const lives = await killedAfterEachMessage(args, answerTo, { ...place, messages });
	const { answered, calls, code, stdout, stderr } = lives;
	// The process that gets the very last message may be done before it is killed.
	const killsMin = fullLives(answered.length - 1, messages);
	const recorded = calls.filter(({ result }) => result?.message).length;
	const wrong = [
		...(code === 0 ? [] : [`the last process ended with ${code}: ${stderr}`]),
		...(new Set(answered).size === answered.length ? [] : ["an answer that was recorded was asked for again"]),
		...(recorded === answered.length ? [] : [`${answered.length} answers were given, ${recorded} are recorded`]),
		...(lives.killed >= killsMin ? [] : [`only ${lives.killed} were killed`]),
		...(code === 0 && !isDeepStrictEqual(foundIn(stdout), foundIn(calm.stdout)) ? ["the report differs"] : []),
	];
	return { wrong, lives };
}

/** How many processes have had all their messages when `count` were answered. */
function fullLives(count: number, messages: (life: number) => number): number {
	let lives = 0;
	for (let left = count - messages(0); left >= 0; left -= messages(lives)) lives++;
	return lives;
}

/** What no crash may change: what was found and written. What was paid and lost on the way differs, and is told. */
function foundIn(stdout: string): unknown {
	const { report, claims, sources, answer, gaps, disputes, stopReason } = JSON.parse(stdout) as Record<string, unknown>;
	const [written] = String(report).split("\n## How this was made");
	return JSON.parse(
		JSON.stringify({ written, claims, sources, answer, gaps, disputes, stopReason }).replaceAll(idOf(stdout), "ID"),
	);
}
