import { limits } from "../../base/limits.ts";
import type { PageSigns } from "../read/web/signs.ts";

/** Why a fetched page is not yet complete, in words that follow "it". */
export interface ScriptNeed {
	why: string;
	/** True when its scripts certainly write the text. Otherwise the fetched page may be complete. */
	isCertain: boolean;
}

const scriptNotice =
	/\b(?:enable|turn on|activate|requires?|needs?|without) (?:java ?script|js\b)|java ?script (?:is )?(?:disabled|required|must be enabled|to (?:view|run|use|continue))|^(?:please wait|loading)[.… ]*$/i;

/** Why a browser would show more than the fetched page; undefined when it would not. `text`: the content. */
export function scriptNeedOf(signs: PageSigns, text: string): ScriptNeed | undefined {
	const isShort = text.length < limits.pageTextMin;
	if (signs.frames > 0 && isShort) return { why: "is put together of frames", isCertain: true };
	if (signs.scriptRedirect && isShort) return { why: "leads on by a script", isCertain: true };
	if (signs.scripts === 0) return undefined;
	const asksForScripts =
		scriptNotice.test(signs.withoutScripts) || signs.lines.some((line) => line.length < 200 && scriptNotice.test(line));
	const isShell = signs.shell && signs.visible < 5 * limits.pageTextMin;
	if ((asksForScripts || isShell) && text.length < 3 * limits.pageTextMin)
		return { why: "is written by its scripts", isCertain: true };
	if (!isShort) return undefined;
	return { why: "shows little text before its scripts have run", isCertain: !/\p{L}[^\n]{60,}[.!?]/u.test(text) };
}
