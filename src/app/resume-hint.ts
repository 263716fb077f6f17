/**
 * A hint without its words on resuming. Lower layers do not know which command resumes a run, and sometimes there is no run.
 * Undefined when no words are left.
 */
export function withoutResumeHint(hint: string | undefined): string | undefined {
	return hint?.replace(/(?:^|[;,] then )resume the run(?:: .*)?$/, "") || undefined;
}
