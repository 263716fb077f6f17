import { limits } from "../../base/limits.ts";
import type { Signs } from "../read/web/signs.ts";

/** Why a page as it was sent is not yet the page: in words that follow "it"; undefined when it is. */
export function needOfScripts(signs: Signs, characters: number): string | undefined {
	if (signs.frames > 0 && characters < limits.pageTextMin) return "is put together of frames";
	if (signs.scriptRedirect && characters < limits.pageTextMin) return "leads on by a script";
	if (signs.scripts === 0) return undefined;
	const asks =
		/\b(?:enable|turn on|activate|requires?|needs?|without) (?:java ?script)|java ?script (?:is )?(?:disabled|required|must be enabled|to (?:view|run|use|continue))|doesn['’]t work (?:properly )?without javascript/i;
	if (
		characters < 3 * limits.pageTextMin &&
		(signs.shell || asks.test(signs.withoutScripts) || signs.lines.some((line) => line.length < 200 && asks.test(line)))
	)
		return "is written by its scripts";
	if (signs.shell && characters < 5 * limits.pageTextMin && signs.visible < 5 * limits.pageTextMin)
		return "is written by its scripts";
	return characters < limits.pageTextMin ? "shows little text before its scripts have run" : undefined;
}
