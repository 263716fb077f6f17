import { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { parseRobotsFile } from "./robots-file.ts";

/** The user agent that `robots.txt` rules address. */
export const productName = "assay";

interface OriginRules {
	allowed(url: string): boolean;
	/** The wait between two requests, at most `limits.crawlDelayMaxMs`. ms. */
	delay: number;
	/** Why everything is refused when the file could not be read. */
	reason?: string;
}

type Get = (url: string) => Promise<{ status: number; body: Uint8Array }>;

/** Returns the rules of an origin (`https://host`). Reads each file once; reads again later if that failed. */
export function createRobots(get: Get): (origin: string) => Promise<OriginRules> {
	const cache = new Map<string, { rules: Promise<OriginRules>; until: number }>();
	return async (origin) => {
		const cached = cache.get(origin);
		if (cached && performance.now() < cached.until) return cached.rules;
		const entry = { rules: readRules(origin, get), until: Number.POSITIVE_INFINITY };
		cache.set(origin, entry);
		try {
			const rules = await entry.rules;
			if (rules.reason) entry.until = performance.now() + limits.robotsRetryMs;
			return rules;
		} catch (error) {
			entry.until = performance.now() + limits.robotsRetryMs;
			throw error;
		}
	};
}

/** Reads `robots.txt` by RFC 9309: a missing file allows everything, a failing server allows nothing for now. */
async function readRules(origin: string, get: Get): Promise<OriginRules> {
	const url = `${origin}/robots.txt`;
	try {
		const answer = await get(url);
		if (answer.status === 429 || answer.status >= 500)
			return {
				allowed: () => false,
				delay: 0,
				reason: `its robots.txt could not be read (status ${answer.status}), so that nothing there may be read for now`,
			};
		return answer.status >= 200 && answer.status < 300 ? rulesFrom(new TextDecoder().decode(answer.body)) : allowAll();
	} catch (error) {
		if (error instanceof AssayError && error.code === "TOO_MANY_REDIRECTS") return allowAll();
		throw error;
	}
}

function allowAll(): OriginRules {
	return { allowed: () => true, delay: 0 };
}

function rulesFrom(text: string): OriginRules {
	const file = parseRobotsFile(text, productName);
	const delaySeconds = file.delay ?? 0;
	return {
		allowed(page) {
			const { pathname, search } = new URL(page);
			return file.allowed(pathname + search);
		},
		delay: delaySeconds > 0 ? Math.min(delaySeconds * 1_000, limits.crawlDelayMaxMs) : 0,
	};
}
