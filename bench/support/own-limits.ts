import { UsageError } from "../../src/base/errors.ts";

const flags = ["--max-cost", "--max-requests", "--max-tokens"];

/**
 * Arguments of `assay eval run` for one of several suites: of each limit the share of its questions among all, so that all suites together keep it,
 * also where some of them are run again after a crash. Whole numbers but for the cost.
 */
export function shareOfLimits(args: readonly string[], questions: number, all: number): string[] {
	const out: string[] = [];
	for (let at = 0; at < args.length; at++) {
		const arg = args[at] ?? "";
		const [flag = "", joined] = arg.split("=", 2);
		if (!flags.includes(flag)) {
			out.push(arg);
			continue;
		}
		const given = joined ?? args[++at] ?? "";
		const share = (Number(given) * questions) / all;
		const unit = flag === "--max-cost" ? 1e6 : 1;
		const most = Math.floor(share * unit + 1e-6) / unit;
		if (!(most > 0))
			throw new UsageError("LIMIT_TOO_SMALL", `${flag} ${given} is for all ${all} questions together`, {
				hint: `a higher ${flag}`,
			});
		out.push(flag, String(most));
	}
	return out;
}
