import type { z } from "zod";
import type { Json } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import { isEmptyAnswer, shortLine } from "../../base/text.ts";
import type { Claim } from "../../evidence/claim.ts";
import { toExtractedClaim } from "../../reasoning/model/roles/stated-claim.ts";
import { quoteFinder } from "../../verification/find-quote.ts";
import { locateClaim } from "../locate-claims.ts";
import type { ReadPage } from "../read.ts";
import { reportedClaimSchema } from "./tool-specs.ts";
import { type Workspace, wasReadBefore } from "./workspace.ts";

type ReportedClaim = z.infer<typeof reportedClaimSchema>;

/** A report after parsing: claims with their places, and the faults in it, in words for the model. */
export interface ParsedReport {
	summary: string;
	gaps: string[];
	claims: Claim[];
	faults: string[];
}

/** The characters of a quote that a fault shows. */
const quoteShownMost = 120;
/** A model rates how well a claim answers only by its class. 1–5. */
const relevanceByClass = { direct: 4, adjacent: 2 } as const;
const lineLongest = 300;
const gapsMost = 10;
const summaryLongest = 1_200;

/** Parses a report leniently: one claim that cannot be read does not lose the others. */
export function parseReport(workspace: Workspace, value: Json): ParsedReport {
	const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
	const list = Array.isArray(fields.claims) ? fields.claims : [];
	const isUnclear = fields.claims !== undefined && fields.claims !== null && !Array.isArray(fields.claims);
	const faults = isUnclear ? ["claims must be a list, empty when there is none to add"] : [];
	const claims: Claim[] = [];
	for (const [at, one] of list.slice(0, limits.reportedClaims).entries()) {
		const reported = reportedClaimSchema.safeParse(withDefaults(one));
		const found = reported.success ? claimsFrom(workspace, reported.data) : `it lacks ${missingIn(reported.error)}`;
		if (typeof found === "string") faults.push(`claim ${at + 1}: ${found}`);
		else claims.push(...found.filter((claim) => !claims.some(({ id }) => id === claim.id)));
	}
	return {
		summary: typeof fields.summary === "string" ? shortLine(fields.summary, summaryLongest) : "",
		gaps: (Array.isArray(fields.gaps) ? fields.gaps : [])
			.flatMap((gap) => (typeof gap === "string" && !isEmptyAnswer(gap) ? shortLine(gap, lineLongest) : []))
			.slice(0, gapsMost),
		claims,
		faults,
	};
}

/** Fills in what weak models leave out and code can do without. */
function withDefaults(claim: Json): Json {
	if (typeof claim !== "object" || claim === null || Array.isArray(claim)) return claim;
	const oneOf = (value: Json | undefined, of: readonly string[], usual: string) =>
		typeof value === "string" && of.includes(value.toLowerCase()) ? value.toLowerCase() : usual;
	return {
		...claim,
		claim: claim.claim ?? claim.quote,
		confidence: oneOf(claim.confidence, ["low", "medium", "high"], "medium"),
		stance: oneOf(claim.stance, ["supporting", "adversarial"], "supporting"),
		class: oneOf(claim.class, ["direct", "adjacent"], "direct"),
	};
}

/** The claim with its place, or what is wrong with it. The page that it names is searched first, then the others. */
function claimsFrom(workspace: Workspace, reported: ReportedClaim): Claim[] | string {
	const read = [...workspace.pages.values()];
	const named = workspace.found.get(reported.source_id.trim().toLowerCase())?.hit.url;
	// What bears on the question was taken from such a page already, so its claim is neither new nor a fault.
	if (named !== undefined && !workspace.pages.has(named) && wasReadBefore(workspace.parent, named)) return [];
	if (read.length === 0) return "no page was read";
	const first = named === undefined ? undefined : workspace.pages.get(named);
	for (const page of [...(first ? [first] : []), ...read.filter((one) => one !== first)]) {
		const claims = claimsIn(workspace, reported, page);
		if (claims.length > 0) return claims;
	}
	const quote = `"${shortLine(reported.quote, quoteShownMost)}"`;
	return first
		? `its quote is not in ${reported.source_id}: ${quote}`
		: `${reported.source_id} was not read, and no page that was holds ${quote}`;
}

function claimsIn(workspace: Workspace, reported: ReportedClaim, read: ReadPage): Claim[] {
	const found = quoteFinder(read.page.text)(reported.quote);
	if (!found) return [];
	const kind = reported.class ?? "direct";
	const stated = toExtractedClaim(
		{ ...reported, class: kind, relevance: relevanceByClass[kind], asOf: "" },
		found,
		read,
	);
	return locateClaim(stated, read, [workspace.assignment.subQuestion.id]);
}

function missingIn(error: z.ZodError): string {
	return [...new Set(error.issues.map(({ path }) => path.join(".") || "its fields"))].join(", ");
}
