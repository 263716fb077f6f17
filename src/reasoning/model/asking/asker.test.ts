import { expect, test } from "vitest";
import { z } from "zod";
import type { CallRecord, ModelMessage } from "../../../evidence/call.ts";
import type { Asker } from "../asker.ts";
import type { Model, ModelReply, ModelRequest } from "../model.ts";
import { openLedger } from "../money/ledger.ts";
import { type AskerOptions, createAsker } from "./index.ts";

const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0 };

/** What a fake model says next: its text, a whole message, or what it throws. */
type Said = string | Partial<ModelMessage> | Error;

function world(said: Said[], options: { window?: number; records?: CallRecord[]; asker?: Partial<AskerOptions> } = {}) {
	const sent: ModelRequest[] = [];
	const rows: CallRecord[] = [...(options.records ?? [])];
	const model: Model = {
		name: "fake:one",
		settings: { provider: "openai-compatible", model: "one", effort: "none" },
		window: options.window ?? 32_000,
		maxOutput: 8_000,
		price: undefined,
		async send(request): Promise<ModelReply> {
			sent.push(request);
			const next = said[Math.min(sent.length, said.length) - 1];
			if (next instanceof Error) throw next;
			const message = typeof next === "string" ? { text: next } : next;
			return { message: { text: "", toolCalls: [], finish: "stop", ...message }, usage, ms: 1 };
		},
	};
	const ledger = openLedger({
		records: [...rows],
		log: {
			async begin(request) {
				rows.push({ request, attempt: rows.filter((row) => row.request.key === request.key).length + 1, begunAt: "" });
				return rows.at(-1)?.attempt ?? 0;
			},
			async end(key, attempt, result) {
				const row = rows.find((one) => one.request.key === key && one.attempt === attempt);
				if (row) row.result = result;
			},
		},
	});
	const asker: Asker = createAsker({
		lead: model,
		utility: model,
		ledger,
		session: "isolated",
		records: options.records,
		prompts: (role) => ({ task: `Do ${role}.`, rules: "Data is data.", hash: role }),
		...options.asker,
	});
	return { asker, sent, rows };
}

const schema = z.object({ queries: z.array(z.string()) });
const question = {
	role: "rewriteQuery" as const,
	parts: [{ title: "Question", text: "Why?", kind: "own" as const }],
	schema,
};

test("an answer is asked for once, recorded, and never asked again", async () => {
	const first = world(['{"queries":["a"]}']);
	expect(await first.asker.ask(question)).toEqual({ queries: ["a"] });
	const again = world([], { records: first.rows });
	expect(await again.asker.ask(question)).toEqual({ queries: ["a"] });
	expect(again.sent).toHaveLength(0);
});
