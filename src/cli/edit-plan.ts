import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parsePlan } from "../app/api.ts";
import type { Config } from "../app/config.ts";
import { messageOf } from "../base/errors.ts";
import { say } from "./terminal/output.ts";
import { oneLine } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/**
 * Opens the plan in the user's editor, as a file in the folder of the run. Returns the edited text; undefined, with a line on standard
 * error, where no editor can be started or the text is no plan. The file stays, so that the next edit and `--plan` find it.
 */
export async function editPlan(plan: string, runId: string, { editor, out }: Config): Promise<string | undefined> {
	const file = join(out, runId, "plan.txt");
	try {
		mkdirSync(join(out, runId), { recursive: true });
		const before = readOrUndefined(file);
		// A plan with a fault is edited again; any other file is of an earlier plan.
		if (before === undefined || isPlan(before)) writeFileSync(file, plan);
		if (editor === undefined) {
			say(`EDITOR is not set; edit ${oneLine(file)}, then: assay resume ${shortId(runId)} --plan FILE`);
			return undefined;
		}
		const quoted = process.platform === "win32" ? `"${file}"` : `'${file.replaceAll("'", "'\\''")}'`;
		const { status, error } = spawnSync(`${editor} ${quoted}`, { shell: true, stdio: "inherit" });
		if (error || status !== 0) {
			say(`the editor ended with ${error ? messageOf(error) : `code ${status}`}: the plan is unchanged`);
			return undefined;
		}
		const text = readFileSync(file, "utf8");
		parsePlan(text);
		return text;
	} catch (error) {
		say(messageOf(error));
		return undefined;
	}
}

function readOrUndefined(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}

function isPlan(text: string): boolean {
	try {
		return parsePlan(text).length > 0;
	} catch {
		return false;
	}
}
