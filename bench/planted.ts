/**
 * `npm run bench -- planted --model provider:name [--base-url URL] [--seed N] [--count N] RUN_FOLDER…`: what a model's support check
 * sees. Of the sentences that it judged supported in finished runs, half get an error planted by rule (another number, a denial, the
 * other subject, more certainty, an invented cause); all are judged again, shuffled. Printed: verdicts by kind of error.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../src/app/config.ts";
import { modelSettingsOf } from "../src/app/options/models.ts";
import type { Claim } from "../src/evidence/claim.ts";
import type { SupportCheck } from "../src/evidence/report.ts";
import type { Source } from "../src/evidence/source.ts";
import { createAsker } from "../src/reasoning/model/asking/create-asker.ts";
import { openLedger } from "../src/reasoning/model/money/ledger.ts";
import { judgeSupport } from "../src/reasoning/model/roles/judge-support.ts";
import { openModel } from "../src/reasoning/model/wire/open-model.ts";
import type { SupportItem } from "../src/reasoning/reasoner.ts";
import { memoryCalls } from "../test/support/memory.ts";
import { seededRandom } from "../test/support/random.ts";
import { wilson } from "./support/statistics.ts";

/** A sentence with an error of its kind, or undefined where none can be planted. */
type Plant = (sentence: string) => string | undefined;

const plants: Record<string, Plant> = {
	number: (s) => changed(s, /\d+(?=\D*$)/, (n) => String(Number(n) + (n.length > 2 ? 100 : 3))),
	negation: (s) =>
		/ not | no /.test(s) ? undefined : changed(s, / (is|are|can|does|do|will|has|have) /, (verb) => `${verb}not `),
	subject: (s) => {
		const [first, second] = [...new Set(s.match(/\b[A-Z]{3,}\b/g))];
		return first && second ? s.replaceAll(first, "\0").replaceAll(second, first).replaceAll("\0", second) : undefined;
	},
	strength: (s) => changed(s, / (might|may|can|likely) /, () => " always "),
	cause: (s) => changed(s, /\.$/, () => ", because this is faster on most machines."),
};

function changed(text: string, what: RegExp, how: (found: string) => string): string | undefined {
	const other = text.replace(what, how);
	return other === text ? undefined : other;
}

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			model: { type: "string" },
			"base-url": { type: "string" },
			seed: { type: "string", default: "20261121" },
			count: { type: "string", default: "40" },
		},
	});
	if (!values.model || positionals.length === 0) throw new Error("name a model and the folders of finished runs");
	const random = seededRandom(Number(values.seed));
	const sound = positionals.flatMap(supportedIn);
	const drawn = sound
		.map((item) => ({ item, order: random() }))
		.sort((a, b) => a.order - b.order)
		.slice(0, Number(values.count))
		.map(({ item }, at) => (at % 2 === 0 ? { item, kind: "none" } : planted(item, Math.floor(at / 2))));
	const models = readConfig().models();
	const asked = { lead: values.model, utility: values.model, baseUrl: values["base-url"] };
	const settings = modelSettingsOf(
		{ ...asked, gather: "pipeline", session: "isolated", review: true, support: true, rewrite: true },
		models,
		models.options,
	);
	const model = openModel(settings.utility);
	const ledger = openLedger({ log: memoryCalls(), records: [] });
	const asker = createAsker({ lead: model, utility: model, ledger, session: "isolated" });
	const verdicts = await judgeSupport(
		asker,
		drawn.map(({ item }) => item),
	);
	const table = new Map<string, Map<string, number>>();
	for (const [at, { kind }] of drawn.entries()) {
		const row = table.get(kind) ?? new Map<string, number>();
		const verdict = verdicts[at]?.verdict ?? "none";
		table.set(kind, row.set(verdict, (row.get(verdict) ?? 0) + 1));
	}
	console.log(`${values.model}, seed ${values.seed}: ${drawn.length} sentences of ${positionals.length} runs`);
	for (const [kind, row] of table)
		console.log(`  ${kind.padEnd(9)} ${[...row].map(([v, n]) => `${v} ${n}`).join(", ")}`);
	const errors = drawn.flatMap(({ kind }, at) => (kind === "none" ? [] : [verdicts[at]?.verdict]));
	const seen = errors.filter((verdict) => verdict !== "supported").length;
	const [low, high] = wilson(seen, errors.length);
	console.log(
		`  planted errors not called supported: ${seen} of ${errors.length} [${low.toFixed(2)}, ${high.toFixed(2)}]`,
	);
}

/** The sentences of a run that were judged supported, with the quotes that they cite. */
function supportedIn(folder: string): SupportItem[] {
	const text = readFileSync(join(folder, "evidence.json"), "utf8");
	const { claims, sources, support } = JSON.parse(text) as {
		claims: Claim[];
		sources: Source[];
		support?: SupportCheck;
	};
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	return (support?.judgements ?? [])
		.filter(({ verdict, sentence }) => verdict === "supported" && sentence.endsWith("."))
		.map(({ sentence, claimIds }) => {
			const cited = claimIds.flatMap((id) => byId.get(id) ?? []);
			const about = cited.map((claim) => ({
				title: titles.get(claim.sourceId) ?? "",
				...(claim.text === claim.quote ? {} : { reading: claim.text }),
			}));
			return { sentence, quotes: cited.map(({ quote }) => quote), about };
		});
}

/** The sentence with the first error that can be planted in it, beginning with the nth kind. */
function planted(item: SupportItem, nth: number): { item: SupportItem; kind: string } {
	const kinds = Object.entries(plants);
	for (let tries = 0; tries < kinds.length; tries++) {
		const [kind, plant] = kinds[(nth + tries) % kinds.length] ?? [];
		const sentence = plant?.(item.sentence);
		if (kind && sentence) return { item: { ...item, sentence }, kind };
	}
	return { item, kind: "none" };
}
