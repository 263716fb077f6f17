import type { Config } from "../app/config.ts";
import type { ResearchRequest, RunMatch } from "../app/index.ts";
import { UsageError } from "../base/errors.ts";
import { ageWords } from "./list.ts";
import type { CommonFlags } from "./program.ts";
import { askLine, canAsk } from "./terminal/ask.ts";
import { say } from "./terminal/output.ts";
import { oneLine, truncate } from "./terminal/text.ts";
import { withApp } from "./with-app.ts";
import { shortId } from "./words.ts";

/** What to do with a question that a finished run may answer. */
export type MatchChoice = { kind: "new" } | { kind: "view" | "extend"; id: string; otherWording?: string };

const choices = ["view", "extend", "new"] as const;
/** Width of a question in a line. Cells. */
const questionWidthMax = 100;

/**
 * Looks for a finished run that asked the same and decides what to do with it: what the flags say; on a terminal, what the user types;
 * else a new run, with a line that names the match; with `--quiet` without that line. Throws `UsageError` `MATCH_CHOICE_AMBIGUOUS`.
 */
export async function chooseRun(
	request: ResearchRequest,
	{ json, quiet }: CommonFlags,
	config: Config,
): Promise<MatchChoice> {
	const chosen = choices.filter((choice) => request[choice]);
	if (chosen.length > 1)
		throw new UsageError(
			"MATCH_CHOICE_AMBIGUOUS",
			`only one of ${chosen.map((one) => `--${one}`).join(" and ")} can be`,
			{
				hint: "leave out the others",
			},
		);
	const [typed] = chosen;
	// `--quiet` prints only the result, so a match that no flag asks for would be looked up for nobody.
	if (typed === "new" || (typed === undefined && quiet)) return { kind: "new" };
	const match = await withApp(config, (app) => app.findMatch(request));
	if (!match) return { kind: "new" };
	const choice = typed ?? (canAsk({ json }) ? await askChoice(match) : undefined);
	if (choice === undefined) say(`assay: ${matchWords(match)}; to use it: --view or --extend`);
	if (choice !== "view" && choice !== "extend") return { kind: "new" };
	if (match.kind === "exact") return { kind: choice, id: match.id };
	return { kind: choice, id: match.id, otherWording: otherWordingOf(request.question, match) };
}

/** Both questions, so that the user sees what the report answers. */
function otherWordingOf(asked: string, { id, question, kind, similarity }: RunMatch): string {
	return `You asked "${oneLine(asked)}". This is the report of run ${shortId(id)} on a question in other words: "${oneLine(question)}" (similarity ${similarity.toFixed(2)} by ${kind}). If it is not what you asked, use --new.`;
}

/** Nobody answers: a new run, as in a script. */
async function askChoice(match: RunMatch): Promise<(typeof choices)[number] | undefined> {
	say(matchWords(match));
	for (;;) {
		const answer = await askLine("[v]iew its report, [e]xtend it, or start a [n]ew run? [V/e/n] ");
		if (answer === undefined) return undefined;
		const word = answer.toLowerCase() || "view";
		const choice = choices.find((one) => one.startsWith(word));
		if (choice) return choice;
	}
}

/** `run 1a2b3c4d asked the same 2 d ago, in other words (similarity 0.95 by meaning): "…"`. */
function matchWords({ id, question, createdAt, kind, similarity, isWithoutModel }: RunMatch): string {
	const how = kind === "exact" ? "" : `, in other words (similarity ${similarity.toFixed(2)} by ${kind})`;
	const age = ageWords(createdAt, new Date());
	const when = age === "now" ? "just now" : /^\d+ /.test(age) ? `${age} ago` : `on ${age}`;
	const without = isWithoutModel ? ", without a model" : "";
	return `run ${shortId(id)} asked the same ${when}${without}${how}: "${truncate(oneLine(question), questionWidthMax)}"`;
}
