import type { CallRecord, ModelMessage } from "../../src/evidence/call.ts";
import type { Asker } from "../../src/reasoning/model/asker.ts";
import { type AskerOptions, createAsker } from "../../src/reasoning/model/asking/create-asker.ts";
import type { Model, ModelReply, ModelRequest } from "../../src/reasoning/model/model.ts";
import { openLedger } from "../../src/reasoning/model/money/ledger.ts";

export const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0 };

/** What a fake model says next: its text, a whole message, or what it throws. */
export type Said = string | Partial<ModelMessage> | Error;

/** An asker over a fake model and a real ledger: what was sent, and the rows as they would stand on the disk. */
export function world(
	said: Said[],
	options: { window?: number; records?: CallRecord[]; asker?: Partial<AskerOptions> } = {},
) {
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
