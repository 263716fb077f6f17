import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { readRobotsFile } from "./robots-file.ts";

/** Our name in `robots.txt` files. */
export const PRODUCT = "assay";

interface Rules {
	allowed(url: string): boolean;
	/** The wait between two requests, at most `limits.crawlDelayMaxMs`. ms. */
	delay: number;
	/** Why nothing is allowed, if the file itself does not say so. */
	reason?: string;
}

type Get = (url: string) => Promise<{ status: number; body: Uint8Array }>;

/** Returns the rules of an origin (`https://host`). Reads each file once; reads again later if that failed. */
export function createRobots(get: Get): (origin: string) => Promise<Rules> {
	const known = new Map<string, { rules: Promise<Rules>; until: number }>();
	return async (origin) => {
		const last = known.get(origin);
		if (last && performance.now() < last.until) return last.rules;
		const entry = { rules: readRules(origin, get), until: Number.POSITIVE_INFINITY };
		known.set(origin, entry);
		try {
			const rules = await entry.rules;
			if (rules.reason) entry.until = performance.now() + limits.robotsAgainMs;
			return rules;
		} catch (error) {
			entry.until = performance.now() + limits.robotsAgainMs;
			throw error;
		}
	};
}

/** Reads `robots.txt` by RFC 9309: a missing file allows everything, a failing server allows nothing for now. */
async function readRules(origin: string, get: Get): Promise<Rules> {
	const url = `${origin}/robots.txt`;
	try {
		const answer = await get(url);
		if (answer.status === 429 || answer.status >= 500)
			return {
				allowed: () => false,
				delay: 0,
				reason: `its robots.txt could not be read (status ${answer.status}), so that nothing there may be read for now`,
			};
		return answer.status >= 200 && answer.status < 300 ? parsed(new TextDecoder().decode(answer.body)) : open();
	} catch (error) {
		if (error instanceof AssayError && error.code === "TOO_MANY_REDIRECTS") return open();
		throw error;
	}
}

function open(): Rules {
	return { allowed: () => true, delay: 0 };
}

function parsed(text: string): Rules {
	const file = readRobotsFile(text, PRODUCT);
	const asked = file.delay ?? 0;
	return {
		allowed(page) {
			const { pathname, search } = new URL(page);
			return file.allowed(pathname + search);
		},
		delay: asked > 0 ? Math.min(asked * 1_000, limits.crawlDelayMaxMs) : 0,
	};
}
