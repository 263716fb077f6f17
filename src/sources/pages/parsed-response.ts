import type { Capture } from "../../evidence/source.ts";
import { PageError } from "../provider.ts";
import type { PageSigns } from "../read/web/signs.ts";
import type { ParsedWebPage } from "../read/web/web-html.ts";
import { detectBlockedPage } from "./obstacle/detect.ts";
import type { JudgedResponse } from "./obstacle/judged-response.ts";
import { siteNameOf } from "./page.ts";

/** A response of the web, parsed. */
export interface ParsedResponse {
	draft: ParsedWebPage;
	capture: Capture;
	headers: Record<string, string>;
}

/** The draft of a response that is no document. */
export const emptyDraft: ParsedWebPage = { kind: "text", text: "", marks: [], headings: [] };
const emptySigns: PageSigns = {
	pageTitle: "",
	headings: [],
	lines: [],
	visible: 0,
	buttons: [],
	blocks: [],
	loads: [],
	scripts: 0,
	passwordField: false,
	emailForm: false,
	noindex: false,
	scriptRedirect: false,
	frames: 0,
	shell: false,
	withoutScripts: "",
};

/**
 * The response in the form that the checks for blocked pages use. Undefined for documents that need no check: not HTML, and no error
 * status.
 */
export function toJudgedResponse(
	requested: string,
	{ draft, capture, headers }: ParsedResponse,
): JudgedResponse | undefined {
	const { url, status } = capture;
	if (!draft.signs && status < 400) return undefined;
	return {
		asked: requested,
		url,
		status,
		headers,
		name: siteNameOf(draft.site ?? draft.origin, url),
		text: draft.text,
		signs: draft.signs ?? emptySigns,
	};
}

export function isRobotsRefusal(error: unknown): boolean {
	return error instanceof PageError && error.obstacle === "robots";
}

/** Throws a `PageError` when the response is a blocked page. */
export function throwIfBlocked(response: JudgedResponse, detect = detectBlockedPage): void {
	const verdict = detect(response);
	if (verdict) throw new PageError(verdict.obstacle, verdict.reason);
}
