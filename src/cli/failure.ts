import { roleWords } from "../app/report/spending-words.ts";
import { withoutResumeHint } from "../app/resume-hint.ts";
import { AssayError, messageOf, UsageError } from "../base/errors.ts";
import { safeText } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/** Why a command ended, for a screen or for the `error` of a JSON object. */
export interface CommandFailure {
	code: string;
	message: string;
	hint: string | undefined;
	exitCode: number;
}

/** The user asked the process to end. Exit code 130. */
export class Interrupted extends AssayError {
	/**
	 * `again`: the only command that can continue the work, e.g. `assay demo`. `goesOn`: a worker works on the run, and this process only
	 * followed it.
	 */
	constructor(runId: string | undefined, again?: string, goesOn = false) {
		const kept = goesOn ? "goes on on the workers" : "is kept";
		super("INTERRUPTED", runId === undefined ? "stopped; nothing was lost" : `stopped; run ${shortId(runId)} ${kept}`, {
			hint: goesOn && runId !== undefined ? followHint(runId) : resumeHint(runId, again),
			exitCode: 130,
		});
	}
}

/** The hint on a run that goes on on a worker. */
export function followHint(runId: string): string {
	return `to follow it: assay watch ${shortId(runId)}; to stop it: assay stop ${shortId(runId)}`;
}

/** The hint on what to type. */
function resumeHint(runId: string | undefined, again: string | undefined): string {
	if (again !== undefined) return `to go on, type: ${again}`;
	return `to go on, ${runId === undefined ? "type the same command again" : `type it again, or: assay resume ${shortId(runId)}`}`;
}

/** Describes an error so that a person can act on it. `runId`: the run that was in progress. */
export function describeFailure(error: unknown, runId: string | undefined): CommandFailure {
	const fault = error instanceof AssayError ? error : systemError(error);
	const { code, exitCode } = fault;
	const prefix = code === "RUN_FAILED" ? "assay met an error of its own, and the run ended with it: " : "";
	// The log names the role of the request. The fault is the same for all roles.
	const message = prefix + (code.startsWith("MODEL_") ? fault.message.replace(rolePrefix, "") : fault.message);
	const resume =
		runId === undefined || fault instanceof UsageError
			? undefined
			: `the run is kept; to go on: assay resume ${shortId(runId)}`;
	const faultHint = commandHint(code, runId) ?? fault.hint;
	// The layers below do not know the command that resumes a run.
	const fixHint = fault.keepsRun ? withoutResumeHint(faultHint) : faultHint;
	// The fault is outside the run: the hint says what to fix, then how to resume.
	const nextStep = code === "MODEL_UNKNOWN" && runId !== undefined ? otherModelHint(faultHint, runId) : resume;
	const hint =
		fixHint !== undefined && fault.keepsRun && nextStep !== undefined
			? `${fixHint}; ${nextStep}`
			: (fixHint ?? nextStep);
	return { code, message: safeText(message), hint: hint === undefined ? undefined : safeText(hint), exitCode };
}

const rolePrefix = new RegExp(`^(?:${Object.keys(roleWords).join("|")}): `);

/** A run resumes with the models and the address that it started with. */
function otherModelHint(faultHint: string | undefined, runId: string): string {
	const other = faultHint?.includes("--base-url") ? "another of either" : "another --model";
	return `${other} makes a new run; once the server has this model: assay resume ${shortId(runId)}`;
}

/** Hints for errors that a command resolves. The layers below do not know the commands. */
function commandHint(code: string, runId: string | undefined): string | undefined {
	if (code === "RUN_UNKNOWN") return "see all runs: assay list";
	if (code === "RUN_FAILED") return "type the command again for a new run; with ASSAY_DEBUG=1 it says more";
	if (code === "RUN_BUSY") return `follow it from here: assay watch ${runId === undefined ? "ID" : shortId(runId)}`;
	if (code === "MODEL_SILENT") return "a slow model needs more time: --model-timeout SECONDS";
	if (code === "UNEXPECTED" && runId === undefined) return "with ASSAY_DEBUG=1 it says more";
	return undefined;
}

const systemErrors: Record<string, [code: string, words: string, hint?: string]> = {
	ENOSPC: [
		"DISK_FULL",
		"no space left on the disk",
		"free some space, then type the same command again: what was recorded is kept",
	],
	EDQUOT: [
		"DISK_FULL",
		"the disk quota is used up",
		"free some space, then type the same command again: what was recorded is kept",
	],
	EACCES: ["NOT_PERMITTED", "no permission", "check who owns it, or choose other folders: --home DIR, --out DIR"],
	EPERM: ["NOT_PERMITTED", "no permission", "check who owns it, or choose other folders: --home DIR, --out DIR"],
	EROFS: ["NOT_PERMITTED", "the disk is read-only", "choose another folder: --home DIR, --out DIR"],
	ENOTDIR: ["NOT_A_FOLDER", "a file stands where a folder is needed", "choose another folder: --home DIR, --out DIR"],
	EEXIST: ["NOT_A_FOLDER", "a file stands where a folder is needed", "choose another folder: --home DIR, --out DIR"],
	EMFILE: ["TOO_MANY_FILES", "too many open files", "raise the limit: ulimit -n 4096"],
	ENFILE: ["TOO_MANY_FILES", "too many open files on this machine"],
	ENOMEM: ["OUT_OF_MEMORY", "not enough memory", "close other programs, or add --no-vectors"],
	ERR_MODULE_NOT_FOUND: ["INSTALLATION_BROKEN", "a part of assay is missing", "install again: npm ci"],
	MODULE_NOT_FOUND: ["INSTALLATION_BROKEN", "a part of assay is missing", "install again: npm ci"],
};

function systemError(error: unknown): AssayError {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	const entry = systemErrors[code];
	if (!entry)
		return new AssayError("UNEXPECTED", `assay met an error of its own: ${firstLine(messageOf(error))}`, {
			cause: error,
		});
	const [ownCode, words, hint] = entry;
	const path = error instanceof Error && "path" in error ? ` (${String(error.path)})` : "";
	return new AssayError(ownCode, `${words}${path || `: ${firstLine(messageOf(error))}`}`, { hint, cause: error });
}

function firstLine(text: string): string {
	return text.split("\n", 1)[0] ?? "";
}
