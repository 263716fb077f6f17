import { limits } from "../../base/limits.ts";
import type { Signs } from "../read/web/signs.ts";

/** Why a page as it was sent is not yet the page, in words that follow "it". */
export interface Need {
	why: string;
	/** It is clear that its scripts write it; else it may be all that there is. */
	sure: boolean;
}

const asks =
	/\b(?:enable|turn on|activate|requires?|needs?|without) (?:java ?script|js\b)|java ?script (?:is )?(?:disabled|required|must be enabled|to (?:view|run|use|continue))|^(?:please wait|loading)[.… ]*$/i;

/** Whether a browser would show more than was sent; undefined when it would not. `text`: the content. */
export function needOfScripts(signs: Signs, text: string): Need | undefined {
	const few = text.length < limits.pageTextMin;
	if (signs.frames > 0 && few) return { why: "is put together of frames", sure: true };
	if (signs.scriptRedirect && few) return { why: "leads on by a script", sure: true };
	if (signs.scripts === 0) return undefined;
	const asked = asks.test(signs.withoutScripts) || signs.lines.some((line) => line.length < 200 && asks.test(line));
	const shell = signs.shell && signs.visible < 5 * limits.pageTextMin;
	if ((asked || shell) && text.length < 3 * limits.pageTextMin) return { why: "is written by its scripts", sure: true };
	if (!few) return undefined;
	return { why: "shows little text before its scripts have run", sure: !/\p{L}[^\n]{60,}[.!?]/u.test(text) };
}
