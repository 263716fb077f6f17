import { limits } from "../../base/limits.ts";
import type { Signs } from "../read/web/signs.ts";

/** Why a fetched page is not yet complete, in words that follow "it". */
export interface Need {
	why: string;
	/** True when its scripts certainly write the text. Otherwise the fetched page may be complete. */
	sure: boolean;
}

const asks =
	/\b(?:enable|turn on|activate|requires?|needs?|without) (?:java ?script|js\b)|java ?script (?:is )?(?:disabled|required|must be enabled|to (?:view|run|use|continue))|^(?:please wait|loading)[.… ]*$/i;

/** Why a browser would show more than the fetched page; undefined when it would not. `text`: the content. */
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
