import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EvaluationAccess } from "../app/evaluation/access.ts";
import { scrub } from "../base/scrub.ts";
import { type EventText, failuresPage, pictureOf } from "./failures/page.ts";
import type { LostCriterion } from "./failures/stage.ts";
import { type EvaluationResult, filesOf } from "./result.ts";
import { evaluationText } from "./words.ts";

/** Writes the files of an evaluation into its folder, and returns the folder. */
export async function writeEvaluation(access: EvaluationAccess, result: EvaluationResult): Promise<string> {
	const folder = filesOf(access, result);
	await mkdir(folder, { recursive: true });
	const write = (name: string, text: string) => writeFile(join(folder, name), scrub(text));
	await write("evaluation.md", `${evaluationText(result)}\n`);
	if (result.losses) {
		const { lost } = result.losses;
		await write("failures.svg", `${pictureOf(result)}\n`);
		await write("failures.html", failuresPage(result, await eventsOf(access, lost)));
	}
	await write("evaluation.json", `${JSON.stringify(result, null, "\t")}\n`);
	return folder;
}

/** Characters of an event that the page shows. */
const eventLongest = 3_000;

/** The events of the runs' logs at which something was lost. A run that was deleted since has none. */
async function eventsOf({ store }: EvaluationAccess, lost: readonly LostCriterion[]): Promise<EventText> {
	const texts = new Map<string, string>();
	for (const [run, some] of Map.groupBy(lost, (one) => one.run)) {
		const wanted = new Set(some.flatMap(({ position }) => position ?? []));
		const kinds = [...new Set(some.flatMap(({ step }) => step?.split(":")[0] ?? []))];
		if (wanted.size === 0) continue;
		const log = await store.log(run, kinds).catch(() => []);
		for (const { position, output } of log)
			if (wanted.has(position)) texts.set(`${run} ${position}`, shownEvent(JSON.stringify(output, null, 2)));
	}
	return ({ run, position }) => texts.get(`${run} ${position}`);
}

function shownEvent(json: string): string {
	return json.length <= eventLongest
		? json
		: `${json.slice(0, eventLongest).toWellFormed()}\n… (the rest: assay trace)`;
}
