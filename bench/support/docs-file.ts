import { UsageError } from "../../src/base/errors.ts";

/** The file that `--questions FILE` names: questions over installed manuals; undefined where it is not said. */
export function questionsFile(args: readonly string[]): string | undefined {
	const at = args.indexOf("--questions");
	if (at >= 0 && args[at + 1] === undefined) throw new UsageError("BAD_OPTION", "--questions needs a file");
	return at < 0 ? undefined : args[at + 1];
}
