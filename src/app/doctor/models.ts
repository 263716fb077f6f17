import { z } from "zod";
import { distinctBy } from "../../base/distinct.ts";
import { AssayError, messageOf } from "../../base/errors.ts";
import { answerSchema } from "../../reasoning/model/asking/answer-schema.ts";
import { parseAnswer } from "../../reasoning/model/asking/parse-answer.ts";
import type { Model } from "../../reasoning/model/model.ts";
import { costOf } from "../../reasoning/model/money/cost.ts";
import { balanceOf } from "../../reasoning/model/wire/account.ts";
import { capabilitiesOf } from "../../reasoning/model/wire/capabilities.ts";
import { announceModelTests } from "../announce-destinations.ts";
import type { Config } from "../config.ts";
import { openModels } from "../open-models.ts";
import { modelOptionsOf } from "../options/models.ts";
import type { Options } from "../options/schema.ts";
import type { Hooks } from "../progress.ts";
import { formatDollars, formatTokens } from "../report/spending-words.ts";
import { checkPart, type DoctorCheck } from "./check.ts";

/** Time limit of a test request. ms */
const timeoutMs = 90_000;
/** Maximum output: the answer, and the reasoning of a model that reasons unasked. Tokens. */
const answerTokens = 2_000;

/** Checks each language model that is named, by one tiny request of the kind that the roles send. */
export async function* modelChecks(
	config: Config,
	options: Options,
	hooks: Pick<Hooks, "onProgress">,
): AsyncGenerator<DoctorCheck> {
	let models: { part: string; model: Model }[];
	try {
		const settings = config.models();
		const chosen = modelOptionsOf(options, settings);
		if (!chosen) {
			yield { part: "models", ok: true, text: "none is named, and assay works without one", hint: addModelHint };
			return;
		}
		const { lead, utility, reviewer } = await openModels({ depth: "quick" }, chosen, settings, options);
		const all = [
			{ part: "lead model", model: lead },
			{ part: "utility model", model: utility },
			...(reviewer ? [{ part: "review model", model: reviewer }] : []),
		];
		models = distinctBy(all, ({ model: { name, settings } }) => `${name} ${settings.effort ?? ""}`);
		if (models.length === 1) models = [{ part: "model", model: lead }];
	} catch (error) {
		yield {
			part: "models",
			ok: false,
			text: messageOf(error),
			hint: error instanceof AssayError ? error.hint : undefined,
		};
		return;
	}
	announceModelTests(
		models.map(({ model }) => model),
		hooks,
	);
	for (const { part, model } of models) yield await checkPart(part, () => testModel(model), "try again");
}

const addModelHint =
	"to add one: set a key, e.g. ANTHROPIC_API_KEY, in your environment or a file .env, then: assay doctor --model anthropic";

const replySchema = z.object({ word: z.string().describe("The word `ready`.") });

/** Sends a test request. Throws what `send` throws, `MODEL_SILENT`, or `MODEL_ANSWER_UNUSABLE`. */
async function testModel(model: Model): Promise<string> {
	const signal = AbortSignal.timeout(timeoutMs);
	const { wire } = answerSchema(replySchema);
	const messages = [
		{ role: "user" as const, text: 'Answer with the JSON object {"word": "ready"}, and nothing else.' },
	];
	const maxOutput = Math.min(answerTokens, model.maxOutput);
	const request = { messages, schema: { name: "reply", json: wire }, maxOutput };
	const startedAt = performance.now();
	const { message, usage } = await model.send(request, { signal }).catch((error: unknown) => {
		if (!signal.aborted) throw error;
		throw new AssayError("MODEL_SILENT", `${model.name} did not answer in ${timeoutMs / 1_000} s`, {
			hint: "try again, or name another model: --model provider:name",
		});
	});
	const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
	const parsed = parseAnswer(message.text, replySchema);
	if ("fault" in parsed)
		throw new AssayError(
			"MODEL_ANSWER_UNUSABLE",
			`${model.name} answered, but with nothing of the form that was asked for`,
			{
				hint: "a run would do most of its work by rules; name another model: --model provider:name",
			},
		);
	const price = model.price;
	const account = await balanceOf(model.settings);
	return [
		`${model.name} answered in ${seconds} s`,
		schemaModeWords[capabilitiesOf(model.settings).schema],
		`window ${formatTokens(model.window)}`,
		price ? priceWords(price) : "price unknown (--max-cost needs one: see models.json)",
		...(price ? [`this cost ${formatDollars(costOf(usage, price))}`] : []),
		...(account ? [`${formatDollars(account.usd)} ${account.note ?? "on the account"}`] : []),
	].join(", ");
}

const schemaModeWords = {
	native: "keeps a schema",
	tool: "keeps a schema by a tool call",
	json: "gives JSON, no schema",
	text: "is asked for JSON in words",
} as const;

function priceWords({ input, output }: { input: number; output: number }): string {
	return input === 0 && output === 0
		? "costs nothing"
		: `${formatDollars(input)} in and ${formatDollars(output)} out a million tokens`;
}
