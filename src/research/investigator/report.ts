import type { z } from "zod";
import type { Json } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import { saysNothing, shortLine } from "../../base/text.ts";
import type { Claim } from "../../evidence/claim.ts";
import { claimOf } from "../../reasoning/model/roles/claimed.ts";
import { quoteFinder } from "../../verification/find-quote.ts";
import { placed } from "../placed.ts";
import type { ReadPage } from "../read.ts";
import type { Desk } from "./desk.ts";
import { reportedClaim } from "./specs.ts";

type Given = z.infer<typeof reportedClaim>;

/** A report after parsing: claims with their places, and the faults in it, in words for the model. */
export interface Taken {
	summary: string;
	gaps: string[];
	claims: Claim[];
	faults: string[];
}

/** The characters of a quote that a fault shows. */
const quoteNamed = 120;
/** A model rates how well a claim answers only by its class. 1–5. */
const relevance = { direct: 4, adjacent: 2 } as const;
const lineLongest = 300;
const gapsMost = 10;
const summaryLongest = 1_200;

/** Parses a report leniently: one claim that cannot be read does not lose the others. */
export function takeReport(desk: Desk, value: Json): Taken {
	const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
	const list = Array.isArray(fields.claims) ? fields.claims : [];
	const isUnclear = fields.claims !== undefined && fields.claims !== null && !Array.isArray(fields.claims);
	const faults = isUnclear ? ["claims must be a list, empty when there is none to add"] : [];
	const claims: Claim[] = [];
	for (const [at, one] of list.slice(0, limits.reportedClaims).entries()) {
		const given = reportedClaim.safeParse(lenient(one));
		const found = given.success ? claimsFrom(desk, given.data) : `it lacks ${missingIn(given.error)}`;
		if (typeof found === "string") faults.push(`claim ${at + 1}: ${found}`);
		else claims.push(...found.filter((claim) => !claims.some(({ id }) => id === claim.id)));
	}
	return {
		summary: typeof fields.summary === "string" ? shortLine(fields.summary, summaryLongest) : "",
		gaps: (Array.isArray(fields.gaps) ? fields.gaps : [])
			.flatMap((gap) => (typeof gap === "string" && !saysNothing(gap) ? shortLine(gap, lineLongest) : []))
			.slice(0, gapsMost),
		claims,
		faults,
	};
}

/** Fills in what weak models leave out and code can do without. */
function lenient(claim: Json): Json {
	if (typeof claim !== "object" || claim === null || Array.isArray(claim)) return claim;
	const one = (value: Json | undefined, of: readonly string[], usual: string) =>
		typeof value === "string" && of.includes(value.toLowerCase()) ? value.toLowerCase() : usual;
	return {
		...claim,
		claim: claim.claim ?? claim.quote,
		confidence: one(claim.confidence, ["low", "medium", "high"], "medium"),
		stance: one(claim.stance, ["supporting", "adversarial"], "supporting"),
		class: one(claim.class, ["direct", "adjacent"], "direct"),
	};
}

/** The claim with its place, or what is wrong with it. The page that it names is searched first, then the others. */
function claimsFrom(desk: Desk, given: Given): Claim[] | string {
	const read = [...desk.pages.values()];
	if (read.length === 0) return "no page was read";
	const named = desk.found.get(given.source_id.trim().toLowerCase())?.hit.url;
	const first = named === undefined ? undefined : desk.pages.get(named);
	for (const page of [...(first ? [first] : []), ...read.filter((one) => one !== first)]) {
		const claims = claimsIn(desk, given, page);
		if (claims.length > 0) return claims;
	}
	const quote = `"${shortLine(given.quote, quoteNamed)}"`;
	return first
		? `its quote is not in ${given.source_id}: ${quote}`
		: `${given.source_id} was not read, and no page that was holds ${quote}`;
}

function claimsIn(desk: Desk, given: Given, read: ReadPage): Claim[] {
	const found = quoteFinder(read.page.text)(given.quote);
	if (!found) return [];
	const kind = given.class ?? "direct";
	const stated = claimOf({ ...given, class: kind, relevance: relevance[kind], asOf: "" }, found, read);
	return placed(stated, read, [desk.assignment.subQuestion.id]);
}

function missingIn(error: z.ZodError): string {
	return [...new Set(error.issues.map(({ path }) => path.join(".") || "its fields"))].join(", ");
}
