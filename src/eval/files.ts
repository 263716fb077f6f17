import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EvaluationAccess } from "../app/evaluation/access.ts";
import { scrub } from "../base/scrub.ts";
import { type EvaluationResult, filesOf } from "./result.ts";
import { evaluationText } from "./words.ts";

/** Writes the files of an evaluation into its folder, and returns the folder. */
export async function writeEvaluation(access: EvaluationAccess, result: EvaluationResult): Promise<string> {
	const folder = filesOf(access, result);
	await mkdir(folder, { recursive: true });
	const write = (name: string, text: string) => writeFile(join(folder, name), scrub(text));
	await write("evaluation.md", `${evaluationText(result)}\n`);
	await write("evaluation.json", `${JSON.stringify(result, null, "\t")}\n`);
	return folder;
}
