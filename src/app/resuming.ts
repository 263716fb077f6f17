/**
 * A hint without its words on resuming: the parts below do not know by which command a run is gone on with, and sometimes there
 * is none. Undefined when nothing else was said.
 */
export function withoutResuming(hint: string | undefined): string | undefined {
	return hint?.replace(/(?:^|[;,] then )resume the run(?:: .*)?$/, "") || undefined;
}
