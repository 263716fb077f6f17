import type { Capture } from "../../evidence/source.ts";
import { PageFault } from "../provider.ts";
import type { WebDraft } from "../read/web/page.ts";
import type { Signs } from "../read/web/signs.ts";
import { obstacleOf } from "./obstacle/judge.ts";
import type { Seen } from "./obstacle/seen.ts";
import { nameOf } from "./page.ts";

/** A response of the web, parsed. */
export interface Got {
	draft: WebDraft;
	capture: Capture;
	headers: Record<string, string>;
}

/** The draft of a response that is no document. */
export const nothing: WebDraft = { kind: "text", text: "", marks: [], headings: [] };
const noSigns: Signs = {
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
export function seenOf(asked: string, { draft, capture, headers }: Got): Seen | undefined {
	const { url, status } = capture;
	if (!draft.signs && status < 400) return undefined;
	return {
		asked,
		url,
		status,
		headers,
		name: nameOf(draft.site ?? draft.origin, url),
		text: draft.text,
		signs: draft.signs ?? noSigns,
	};
}

export function isRobots(error: unknown): boolean {
	return error instanceof PageFault && error.obstacle === "robots";
}

/** Throws a `PageError` when the response is a blocked page. */
export function refuse(seen: Seen, judge = obstacleOf): void {
	const verdict = judge(seen);
	if (verdict) throw new PageFault(verdict.obstacle, verdict.reason);
}
