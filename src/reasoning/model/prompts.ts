import { readFileSync } from "node:fs";
import { AssayError } from "../../base/errors.ts";
import { contentHash } from "../../base/hash.ts";
import type { Role } from "../../evidence/call.ts";
import type { Shape } from "../../evidence/question.ts";

/** The instructions at the beginning of a role's request. */
export interface Prompt {
	/** The instructions of the role's own files. */
	task: string;
	/** The rules on data and form, the same for every role (`prompts/_data.md`). */
	rules: string;
	/** The hash of both. */
	hash: string;
}

/** The files of each role in `prompts/`, in the order in which they are read. */
export const promptFiles: Record<Role, readonly string[]> = {
	begin: ["begin", "route", "interpret", "plan"],
	clarify: ["clarify"],
	route: ["route"],
	interpret: ["interpret"],
	plan: ["plan"],
	steer: ["steer"],
	rewriteQuery: ["rewrite-query"],
	choosePages: ["choose-pages"],
	extractClaims: ["extract-claims"],
	compareClaims: ["compare-claims"],
	findGaps: ["find-gaps"],
	nextAction: ["next-action"],
	answer: ["answer"],
	draft: ["draft", "evidence"],
	review: ["review"],
	revise: ["revise", "evidence"],
	judgeSupport: ["judge-support", "evidence"],
	conclude: ["conclude"],
	polish: ["polish"],
	judgePulse: ["judge-pulse"],
	vote: ["vote"],
	grade: ["grade"],
};

const folder = new URL("../../../prompts/", import.meta.url);
const promptCache = new Map<string, Prompt>();

/** A role's prompt, read once per process. `from`: a folder's URL, ending in `/`. Throws an `AssayError` `PROMPT_MISSING`. */
export function promptOf(role: Role, from: URL = folder): Prompt {
	const name = `${role} ${from.href}`;
	const cached = promptCache.get(name);
	if (cached) return cached;
	const task = promptFiles[role].map((file) => readPromptFile(file, role, from)).join("\n\n");
	const rules = readPromptFile("_data", role, from);
	const prompt = { task, rules, hash: contentHash([task, rules]) };
	promptCache.set(name, prompt);
	return prompt;
}

/** The instructions for a draft of this shape, sent beside its evidence. Throws an `AssayError` `PROMPT_MISSING`. */
export function draftTask(shape: Shape, from: URL = folder): string {
	return readPromptFile(`draft-${shape}`, "draft", from);
}

/** The instructions for a redundant worker, beside its role's own. Throws an `AssayError` `PROMPT_MISSING`. */
export function workerTask(role: Role, from: URL = folder): string {
	return readPromptFile("worker", role, from);
}

/**
 * The prompt of a judge: what all judges are told, and the instructions of one kind of criterion, from `prompts/` or, where a benchmark
 * has its own, from its text. Throws an `AssayError` `PROMPT_MISSING`.
 */
export function gradePrompt(kind: string, theirs?: string, from: URL = folder): Prompt {
	const { task: common, rules } = promptOf("grade", from);
	const task = [common, theirs ?? readPromptFile(`grade-${kind}`, "grade", from)].join("\n\n");
	return { task, rules, hash: contentHash([task, rules]) };
}

function readPromptFile(name: string, role: Role, from: URL): string {
	try {
		return readFileSync(new URL(`${name}.md`, from), "utf8").trim();
	} catch (cause) {
		throw new AssayError("PROMPT_MISSING", `the prompt of the role ${role} cannot be read: prompts/${name}.md`, {
			hint: "Restore the folder prompts/, which belongs to the program, e.g. by installing assay again",
			cause,
			keepsRun: true,
		});
	}
}
