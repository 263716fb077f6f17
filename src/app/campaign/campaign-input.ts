import { UsageError } from "../../base/errors.ts";
import type { Json } from "../../base/json.ts";
import type { RunOptions } from "../../evidence/event.ts";
import type { RunRecord } from "../../store/store.ts";
import type { WithoutEffect } from "../options/without-effect.ts";

/** The stored input of a campaign: enough to resume it from anywhere, weeks later. */
export interface CampaignInput {
	question: string;
	/** The options of each pulse; the cost limit is the campaign's. */
	options: RunOptions;
	pulses: number;
	/** Options that were typed and change nothing of it. Not a part of `key`. */
	withoutEffect?: WithoutEffect[] | undefined;
	/** Equal for equal questions and options, so that a repeated command finds its unfinished campaign. */
	key: string;
	out: string;
}

/** A stored campaign's input; undefined if the record is a run. */
export function parseCampaignInput(stored: Json): CampaignInput | undefined {
	if (stored === null || typeof stored !== "object" || Array.isArray(stored)) return undefined;
	return stored.campaign ? (stored.campaign as unknown as CampaignInput) : undefined;
}

/** Throws `UsageError` `CAMPAIGN_UNKNOWN` if the record is no campaign. */
export function campaignInputOf({ id, input }: Pick<RunRecord, "id" | "input">): CampaignInput {
	const campaign = parseCampaignInput(input);
	if (campaign) return campaign;
	throw new UsageError("CAMPAIGN_UNKNOWN", `${id.slice(0, 8)} is a run, not a campaign`, {
		hint: `show it: assay show ${id.slice(0, 8)}; all runs and campaigns: assay list`,
	});
}
