import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { roleWords } from "../../src/app/report/spending-words.ts";
import type { CallRecord, Role } from "../../src/evidence/call.ts";
import type { Claim } from "../../src/evidence/claim.ts";

/** What a run with a misbehaving model left behind. */
export interface Left {
	home: string;
	runId: string;
	/** Of every process, all that it wrote. */
	outputs: readonly string[];
	exitCode: number | null;
	calls: readonly CallRecord[];
	apiKey: string;
	/** Roles that were asked and never got a usable answer. */
	unusable: readonly string[];
	/** What the server charged. USD. */
	chargedUsd: number;
	capUsd: number | undefined;
	/** The limit on requests or tokens. */
	limit: { kind: "requests" | "tokens"; most: number } | undefined;
	/** Whether the server told its usage rightly. */
	honest: boolean;
}

/** Broken promises, in words. */
export function wrongsOf(left: Left): string[] {
	const folder = join(left.home, "runs", left.runId);
	const report = existsSync(join(folder, "report.md")) ? readFileSync(join(folder, "report.md"), "utf8") : undefined;
	const isDone = left.exitCode === 0 || left.exitCode === 4;
	return [
		...left.outputs.flatMap(wordsWrong),
		...(isDone && report === undefined ? ["it ended with a report, and there is no report.md"] : []),
		...(report === undefined ? [] : unmarked(report)),
		...(existsSync(join(folder, "evidence.json")) ? evidenceWrong(folder, report, left.unusable) : []),
		...ledgerWrong(left),
		...keyIn(left),
	];
}

/** What no person should be shown. */
function wordsWrong(output: string): string[] {
	const patterns = [
		/^\s+at .+[:(]\d+/m,
		/unhandled/i,
		/UNEXPECTED|RUN_FAILED|error of its own/,
		/\[object \w+\]|(?<!received )\bundefined\b|\bNaN\b/,
	];
	return patterns.flatMap((pattern) => {
		const found = pattern.exec(output);
		return found ? [`it says ${JSON.stringify(output.slice(Math.max(0, found.index - 100), found.index + 160))}`] : [];
	});
}

/** Sentences of the report's body that state something and lead to no source, and markers that lead nowhere. */
export function unmarked(report: string): string[] {
	const [, rest = ""] = report.split(/^\*Written (?:by|without) .*\*$/m);
	const [body = ""] = rest.split(/^## (?:Where sources disagree|What was not found|Sources)$/m);
	const sources = (/^## Sources\n([\s\S]*?)\n## /m.exec(report)?.[1] ?? "").match(/^\d+\. /gm)?.length ?? 0;
	const nowhere = [...body.matchAll(/ \[(\d+)\]/g)].filter(
		([, number]) => Number(number) > sources || Number(number) < 1,
	);
	const paragraphs = body.split(/\n+/).filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("|"));
	const bare = paragraphs
		.flatMap((paragraph) => paragraph.split(/(?<=(?: ?\[\d+\])+)(?= |$)/))
		.map((piece) => piece.trim())
		.filter((piece) => piece !== "" && !/\[\d+\]$/.test(piece));
	const cells = body
		.split("\n")
		.filter((line) => line.startsWith("| **"))
		.flatMap((line) => line.split(" | ").slice(1))
		.filter((cell) => !/\[\d+\] ?\|?$|\*not found\*/.test(cell));
	return [
		...nowhere.map(([mark]) => `the marker${mark} leads nowhere`),
		// What joins sentences holds no number, no quotation, and no name but the ones a sentence begins with.
		...bare
			.filter((piece) => /[\d“”]/.test(piece) || /\S \p{Lu}/u.test(piece))
			.map((piece) => `no marker: ${piece.slice(0, 200)}`),
		...cells.map((cell) => `no marker in the cell: ${cell.slice(0, 200)}`),
	];
}

interface Found {
	claims: Claim[];
	fallbacks?: { role: Role }[];
}

function evidenceWrong(folder: string, report: string | undefined, unusable: readonly string[]): string[] {
	const { claims, fallbacks = [] } = JSON.parse(readFileSync(join(folder, "evidence.json"), "utf8")) as Found;
	const misplaced = claims.filter(({ sourceId, quote, start }) => {
		const page = join(folder, "pages", `${sourceId}.txt`);
		return !existsSync(page) || quote.trim() === "" || !readFileSync(page, "utf8").startsWith(quote, start);
	});
	const told = /^- \*\*Done by rules:\*\* .*$/m.exec(report ?? "")?.[0] ?? "";
	const roles = new Set([...fallbacks.map(({ role }) => role), ...unusable]);
	return [
		...misplaced.map(({ quote, sourceId }) => `not at its place in ${sourceId}: ${quote.slice(0, 200)}`),
		...(report === undefined
			? []
			: [...roles]
					.filter((role) => !told.includes(roleWords[role as Role]))
					.map((role) => `the report does not say that rules did ${role}`)),
	];
}

function ledgerWrong({ calls, chargedUsd, capUsd, limit, honest }: Left): string[] {
	const again = calls.filter(({ request, attempt }) =>
		calls.some((other) => other.request.key === request.key && other.result?.message && other.attempt < attempt),
	);
	const told = calls.reduce((sum, { request, result }) => sum + ((result ? result.usd : request.reservedUsd) ?? 0), 0);
	const tokens = calls.reduce((sum, { request, result }) => {
		const { input, output } = result?.usage ?? { input: request.reservedTokens ?? 0, output: 0 };
		return sum + input + output;
	}, 0);
	const used = limit?.kind === "requests" ? calls.length : tokens;
	return [
		...(limit && (honest || limit.kind === "requests") && used > limit.most
			? [`it used ${used} of at most ${limit.most} ${limit.kind}`]
			: []),
		...again.map(({ request }) => `asked again though answered: ${request.role} ${request.key}`),
		...(capUsd !== undefined && chargedUsd > capUsd ? [`it cost $${chargedUsd} of at most $${capUsd}`] : []),
		...(capUsd !== undefined && honest && told > capUsd + 1e-9
			? [`it says it cost $${told} of at most $${capUsd}`]
			: []),
		...(capUsd !== undefined && honest && chargedUsd > told + 1e-9 ? [`it cost $${chargedUsd} and says $${told}`] : []),
	];
}

function keyIn({ home, outputs, apiKey }: Left): string[] {
	const files = readdirSync(home, { recursive: true, encoding: "utf8" })
		.map((name) => join(home, name))
		.filter((path) => statSync(path).isFile() && readFileSync(path, "latin1").includes(apiKey));
	return [
		...files.map((path) => `the key stands in ${path}`),
		...(outputs.some((output) => output.includes(apiKey)) ? ["the key was printed"] : []),
	];
}
