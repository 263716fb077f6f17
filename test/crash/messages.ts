import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallRecord } from "../../src/evidence/call.ts";
import { openStore } from "../../src/store/open.ts";
import { type ChatBody, keyOf } from "../support/chat.ts";
import { follow } from "../support/process.ts";
import { type ProviderAnswer, startProvider } from "../support/provider.ts";

const main = join(import.meta.dirname, "../../src/cli/main.ts");
/** More processes than any run here has messages: something goes in circles. */
const livesMax = 150;
/** How long a process may take to record an answer that it was given, or to end by itself. ms */
const patienceMs = 60_000;

export interface Lives {
	/** What the last process printed. */
	stdout: string;
	stderr: string;
	code: number | null;
	/** Processes that were killed, each after its messages were recorded. */
	killed: number;
	/** Keys of the requests that were answered, in order. */
	answered: string[];
	calls: CallRecord[];
}

/**
 * Runs a command again and again. The model answers `messages(n)` requests of the n-th process, from 0 on; once they are recorded
 * the process gets a SIGKILL, with whatever else was in flight. The process that needs no further answer ends by itself.
 */
export async function killedAfterEachMessage(
	args: readonly string[],
	answerTo: (body: ChatBody) => ProviderAnswer,
	place: { home: string; databaseUrl?: string | undefined; messages: (life: number) => number },
): Promise<Lives> {
	const answered: string[] = [];
	let mayAnswer = 0;
	const provider = await startProvider(({ body }) => {
		if (mayAnswer-- <= 0) return { pieces: ["hang"] };
		const asked = body as unknown as ChatBody;
		answered.push(keyOf(asked));
		return answerTo(asked);
	});
	const store = await openStore({ home: place.home, databaseUrl: place.databaseUrl });
	const rows = async () => {
		const [run] = await store.runs();
		return run ? store.calls(run.id) : [];
	};
	try {
		for (let killed = 0; killed < livesMax; killed++) {
			const each = place.messages(killed);
			mayAnswer = each;
			const before = answered.length;
			const child = spawn(process.execPath, [main, ...args, "--base-url", provider.baseUrl], {
				detached: true,
				stdio: ["ignore", "pipe", "pipe"],
				env: { ...process.env, ASSAY_HOME: place.home, DATABASE_URL: place.databaseUrl ?? "", NO_COLOR: "1" },
			});
			const { ended } = follow(child);
			const isRecorded = async () => {
				const giveUpAt = Date.now() + patienceMs;
				while (Date.now() < giveUpAt) {
					const recorded = (await rows()).filter(({ result }) => result?.message).length;
					if (answered.length >= before + each && recorded >= answered.length) return true;
					if (child.exitCode !== null) return false;
					await sleep(10);
				}
				return true;
			};
			const first = await Promise.race([ended, isRecorded().then(() => "recorded" as const)]);
			if (first === "recorded" && child.exitCode === null && child.pid !== undefined)
				process.kill(-child.pid, "SIGKILL");
			const { code, stdout, stderr } = await ended;
			if (code !== null) return { stdout, stderr, code, killed, answered, calls: await rows() };
		}
		throw new Error(`still not done after ${livesMax} processes`);
	} finally {
		await store.close();
		await provider.close();
	}
}
