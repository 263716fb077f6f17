import { UsageError } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import type { Json } from "../../base/json.ts";
import type { RunRecord, Store } from "../../store/store.ts";
import type { ModelConnection } from "../config/model-config.ts";
import type { Config } from "../config.ts";
import { modelOptionsOf } from "../options/models.ts";
import { parseOptions, refuseUserInput } from "../options/parse.ts";
import type { OptionsInput } from "../options/schema.ts";
import { webOptionsOf } from "../options/web.ts";
import { noteWithoutEffect } from "../options/without-effect.ts";
import type { Hooks } from "../progress.ts";
import { type RunInput, runInputOf } from "../run.ts";
import type { TrialOptions } from "../step-trial/start-trial.ts";
import { assertFollowed } from "../workers/hand-over.ts";
import type { WhereToWork } from "../workers/job.ts";
import type { CampaignOutput, CampaignResult } from "./campaign.ts";
import { type CampaignInput, campaignInputOf, parseCampaignInput } from "./campaign-input.ts";
import { checkModels, openJudge, reportTextOf } from "./judge.ts";
import { judgeShare } from "./pulses.ts";
import { runCampaign } from "./run-campaign.ts";
import { campaignCourse, campaignResult } from "./show-campaign.ts";

/** The commands of campaigns, as a part of `App`. */
export interface Campaigns {
	/**
	 * A long study in pulses, each a run of its own; a judge decides after each whether another follows. Throws as `research`. It resumes an
	 * unfinished campaign of the same question and options.
	 */
	campaign(request: CampaignRequest, hooks: Hooks): Promise<CampaignResult>;
	/** A campaign as far as it is, with the report of its finished pulses. Throws `UsageError` `CAMPAIGN_UNKNOWN`. */
	showCampaign(id: string): Promise<CampaignResult>;
	/** The same without the report: fast, and nothing is written. Throws `UsageError` `CAMPAIGN_UNKNOWN`. */
	campaignCourse(id: string): Promise<CampaignOutput>;
	/** Whether an id names a campaign. Throws `RUN_UNKNOWN`. */
	isCampaign(id: string): Promise<boolean>;
	resumeCampaign(id: string, hooks: Hooks, connection?: ModelConnection & WhereToWork): Promise<CampaignResult>;
}

/** A question with its options, and the most pulses that it may take. */
export type CampaignRequest = { question: string; pulses: number } & OptionsInput;

interface CampaignWork {
	store: Store;
	config: Config;
	toRead: boolean;
	/** The web is an invented one. */
	inventsWeb: boolean;
	trials: TrialOptions;
	workOnRun(
		input: RunInput,
		hooks: Hooks,
		resumed: RunRecord | undefined,
		begin: (input: RunInput) => Promise<RunRecord>,
		connection: ModelConnection & WhereToWork,
	): Promise<unknown>;
}

export function createCampaigns({ store, config, toRead, inventsWeb, workOnRun, trials }: CampaignWork): Campaigns {
	/** Works on a campaign until it ends. Its pulses are runs of the same store. */
	async function work(
		record: RunRecord,
		hooks: Hooks,
		connection: ModelConnection & WhereToWork,
	): Promise<CampaignResult> {
		const campaign = campaignInputOf(record);
		hooks.onProgress({ type: "run", id: record.id });
		// To go on, the user resumes the campaign and not its pulse.
		const onProgress: Hooks["onProgress"] = (progress) => {
			if (progress.type !== "run") hooks.onProgress(progress);
		};
		const begin = async (input: RunInput) => store.run(await store.create(input as unknown as Json));
		if (record.status !== "completed")
			await store.execute(
				record.id,
				(run) => {
					const pulseHooks: Hooks = { signal: run.signal, onProgress };
					return runCampaign(run, campaign, {
						store,
						hooks: pulseHooks,
						work: async (input, existing) => {
							await workOnRun(input, pulseHooks, existing, begin, connection);
						},
						judge: (run, first) => openJudge(run, campaign.options, first, config, pulseHooks, connection),
						reportText: reportTextOf,
					});
				},
				hooks.signal,
				trials(connection, hooks),
			);
		return campaignResult(store, await store.run(record.id), campaign.out, toRead);
	}

	return {
		async campaign(request, hooks) {
			const { question, pulses, ...given } = request;
			const options = parseOptions(given);
			refuseUserInput(options);
			const model = options.model === false ? undefined : modelOptionsOf(options, config.models());
			const webOf = (question: string) => webOptionsOf(options, question, config.web(), inventsWeb);
			const run = runInputOf(question, options, model, { web: webOf, typed: given });
			await checkFirstPulse(run, pulses, config, options);
			const input: CampaignInput = {
				...{ question: run.question, options: run.options, pulses, out: config.out },
				...(run.withoutEffect ? { withoutEffect: run.withoutEffect } : {}),
				key: shortHash([run.key, pulses]),
			};
			noteWithoutEffect(input.withoutEffect, hooks);
			const isSame = (one: RunRecord) => parseCampaignInput(one.input)?.key === input.key;
			const isUnfinished = ({ status }: RunRecord) => status !== "completed" && status !== "failed";
			const unfinished = (await store.runs()).find((one) => isSame(one) && isUnfinished(one));
			if (unfinished) hooks.onProgress({ type: "note", text: `goes on with campaign ${unfinished.id.slice(0, 8)}` });
			const id = unfinished?.id ?? (await store.create({ campaign: input } as unknown as Json, isSame));
			return work(await store.run(id), hooks, options);
		},
		async showCampaign(id) {
			const record = await store.run(id);
			return campaignResult(store, record, campaignInputOf(record).out, toRead);
		},
		campaignCourse: async (id) => campaignCourse(store, await store.run(id)),
		isCampaign: async (id) => parseCampaignInput((await store.run(id)).input) !== undefined,
		async resumeCampaign(id, hooks, connection = {}) {
			assertFollowed(connection);
			return work(await store.run(id), hooks, connection);
		},
	};
}

/** Checks that the models can be used and the first pulse paid for, before anything is recorded. Nothing is sent. */
async function checkFirstPulse(
	{ options }: RunInput,
	pulses: number,
	config: Config,
	connection: ModelConnection,
): Promise<void> {
	const { model } = options;
	const cap = model?.maxCostUsd;
	if (!model || cap === undefined) return checkModels(options, config, connection);
	const share = (cap * (1 - judgeShare)) / pulses;
	try {
		await checkModels({ ...options, model: { ...model, maxCostUsd: share } }, config, connection);
	} catch (error) {
		if (!(error instanceof UsageError && error.code === "MAX_COST_TOO_SMALL")) throw error;
		throw new UsageError(
			error.code,
			`--max-cost ${cap} is too small for ${pulses} pulses, with ${share.toFixed(4)} each`,
			{
				hint: `fewer pulses (--pulses), a higher limit, or a cheaper model; of one pulse: ${error.message}`,
				cause: error,
			},
		);
	}
}
