import { z } from "zod";
import { AssayError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { scrub } from "../../base/scrub.ts";
import type { Secret } from "../../base/secret.ts";
import type { Gate } from "../../net/gate.ts";
import type { Web, WebResponse } from "../../net/web.ts";
import { PageError } from "../provider.ts";
import type { Rendered, Renderer } from "./reader.ts";

export interface SteelOptions {
	web: Web;
	gate: Gate;
	/** Required by Steel's own service. The user's own server may need none. */
	key?: Secret | undefined;
	/** The address of the user's own Steel server, with or without `/v1`; Steel's service by default. */
	baseUrl?: string | undefined;
}

const responseSchema = z.object({
	content: z.object({ html: z.string() }),
	metadata: z.object({ statusCode: z.number().optional(), urlSource: z.string().optional() }).nullish(),
});

/**
 * Renders pages with Steel (`POST /v1/scrape`). The gate checks a page's address before Steel gets it, and the final address before
 * its text is used. Throws an `AssayError` `STEEL_KEY`, `STEEL_LIMITED`, `STEEL_AWAY` or `STEEL_FORMAT`, or what `web` throws.
 */
export function openSteel({ web, gate, key, baseUrl }: SteelOptions): Renderer {
	const base = (baseUrl ?? "https://api.steel.dev").replace(/\/+(?:v1\/*)?$/, "");
	const closing = new AbortController();

	/** Throws for addresses that this machine would not open itself, by the name and by what it resolves to here. */
	async function assertAllowed(url: string, signal: AbortSignal): Promise<void> {
		const { hostname, port, protocol } = gate.check(url);
		await gate.open(hostname, Number(port || (protocol === "https:" ? 443 : 80)), { signal });
	}

	async function requestRender(url: string, signal: AbortSignal): Promise<WebResponse> {
		return web.request({
			url: `${base}/v1/scrape`,
			headers: { "content-type": "application/json", ...(key ? { "steel-api-key": key.reveal() } : {}) },
			body: JSON.stringify({ url, format: ["html"] }),
			trusted: baseUrl !== undefined,
			bytes: limits.renderBytes,
			ms: limits.steelMs,
			redirects: 0,
			signal,
		});
	}

	return {
		how: "steel",
		at: new URL(base).host,
		async render(url, signal) {
			const both = AbortSignal.any(signal ? [signal, closing.signal] : [closing.signal]);
			await assertAllowed(url, both);
			const rendered = parseRendered(await requestRender(url, both), url);
			if (rendered.url !== url) await assertAllowed(rendered.url, both).catch(throwRefusedTarget);
			return rendered;
		},
		async close() {
			closing.abort(new Error("Steel is no longer asked"));
		},
	};
}

/** When a page redirects Steel to a refused address, the page is the cause. */
function throwRefusedTarget(cause: unknown): never {
	if (!(cause instanceof AssayError)) throw cause;
	throw new PageError("refused", `it leads where nothing is opened: ${cause.message}`, { cause });
}

function parseRendered({ status, body }: WebResponse, url: string): Rendered {
	const text = scrub(new TextDecoder().decode(body));
	if (status !== 200) throw steelError(status, text, url);
	const parsed = responseSchema.safeParse(parseJson(text));
	if (!parsed.success)
		throw new AssayError("STEEL_FORMAT", "Steel answered with something else than a page", {
			hint: "check that STEEL_BASE_URL is the address of a Steel server",
		});
	const { content, metadata } = parsed.data;
	if (content.html.length > limits.pageBytes)
		throw new PageError("unreadable", `the page of ${new URL(url).host} is larger than a page may be`);
	return { url: metadata?.urlSource ?? url, status: metadata?.statusCode ?? 200, html: content.html };
}

function steelError(status: number, text: string, url: string): AssayError {
	if (status === 401 || status === 403)
		return new AssayError("STEEL_KEY", `Steel refuses the key (${status})`, {
			hint: "check STEEL_API_KEY, or set STEEL_BASE_URL to a server of your own",
		});
	if (status === 402 || status === 429)
		return new AssayError("STEEL_LIMITED", `Steel's plan allows no more pages now (${status})`, {
			hint: "go on later, or without Steel",
		});
	// The error code of Steel's browser for a page that did not load.
	const browserError = /net::(ERR_\w+)/.exec(text)?.[1];
	if (browserError) return new PageError("away", `${new URL(url).host} did not give Steel the page: ${browserError}`);
	return new AssayError("STEEL_AWAY", `Steel could not do its work (${status})`, {
		hint: "go on later, or without Steel",
	});
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
