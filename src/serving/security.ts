import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Secret } from "../base/secret.ts";
import { HttpFault } from "./fault.ts";
import { createRateLimit } from "./rate-limit.ts";
import { cookieValueOf, isSameSecret } from "./token.ts";

/** The pages to which a link with a token may lead: the list of runs, or one run. */
const linkedPaths = /^\/(?:runs\/[\w-]+)?$/;

/** Requests of one address: a page with a few open runs makes some ten a second. */
const known = { burst: 200, perSecond: 50 };
/** Requests without the token, so that they cannot use up what the user needs. */
const unknown = { burst: 20, perSecond: 2 };

/** The browser loads nothing from elsewhere, runs no inline script, and shows the page in no frame of another site. */
export function pagePolicy(scriptHash = ""): string {
	return (
		`default-src 'none'; script-src 'self' ${scriptHash}; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; ` +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	);
}

/** Headers of every response. A handler may set a narrower policy of its own. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
	await next();
	const { headers } = context.res;
	const isPage = headers.get("content-type")?.startsWith("text/html");
	if (!headers.has("content-security-policy"))
		headers.set("Content-Security-Policy", isPage ? pagePolicy() : "default-src 'none'; frame-ancestors 'none'");
	headers.set("X-Content-Type-Options", "nosniff");
	headers.set("Referrer-Policy", "no-referrer");
	headers.set("Cross-Origin-Resource-Policy", "same-origin");
	headers.set("Cross-Origin-Opener-Policy", "same-origin");
	if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store");
};

/**
 * Refuses a request whose `Host` is a name of somebody else. With DNS rebinding, a site gives its own name the address of this machine:
 * its page then reaches the server, but under its name. Addresses and `localhost` cannot be taken in this way.
 */
export function checkHost(names: readonly string[]): MiddlewareHandler {
	const allowed = new Set(["localhost", ...names.map((name) => name.toLowerCase())]);
	return async (context, next) => {
		const host = context.req.header("host") ?? "";
		const name = host.replace(/:\d+$/, "").toLowerCase();
		if (!isAddress(name) && !allowed.has(name))
			throw new HttpFault(
				403,
				"HOST_FOREIGN",
				`this server is not ${JSON.stringify(host)}`,
				"open it at the address that it printed at its start",
			);
		await next();
	};
}

function isAddress(name: string): boolean {
	return /^(?:\d{1,3}\.){3}\d{1,3}$/.test(name) || /^\[[0-9a-f:.]+\]$/.test(name);
}

/**
 * Refuses what a page of another origin sent. Another port of this machine is another origin, though browsers send it the same
 * cookies. A link that is followed to a page is allowed.
 */
export const checkOrigin: MiddlewareHandler = async (context, next) => {
	const { req } = context;
	const origin = req.header("origin");
	const site = req.header("sec-fetch-site");
	const followsLink =
		req.method === "GET" && req.header("sec-fetch-mode") === "navigate" && req.header("sec-fetch-dest") === "document";
	const isOwn = origin === undefined || origin === `http://${req.header("host")}`;
	const isOwnSite = site === undefined || site === "same-origin" || site === "none" || followsLink;
	if (!isOwn || !isOwnSite)
		throw new HttpFault(
			403,
			"ORIGIN_FOREIGN",
			"a page of another origin sent this request",
			"use the page of this server, or a program",
		);
	await next();
};

/** Lets through who knows the token, as a bearer or by the cookie of this server, at a limited rate. `port`: of the server. */
export function checkToken(token: Secret, port: () => number): MiddlewareHandler {
	const value = token.reveal();
	const cookieValue = cookieValueOf(token);
	const [knownRate, unknownRate] = [known, unknown].map(({ burst, perSecond }) => createRateLimit(burst, perSecond));
	return async (context, next) => {
		const { req } = context;
		const bearer = /^Bearer +(\S+)$/i.exec(req.header("authorization") ?? "")?.[1];
		const linked = req.method === "GET" && linkedPaths.test(req.path) ? req.query("token") : undefined;
		const cookie = getCookie(context, cookieName(port()));
		const given = bearer ?? linked;
		const isKnown =
			given === undefined ? cookie !== undefined && isSameSecret(cookie, cookieValue) : isSameSecret(given, value);
		if (!(isKnown ? knownRate : unknownRate)?.take(clientOf(context)))
			throw new HttpFault(429, "REQUESTS_TOO_MANY", "too many requests", "wait a second, then send it again");
		if (!isKnown)
			throw new HttpFault(
				401,
				given === undefined && cookie === undefined ? "TOKEN_MISSING" : "TOKEN_WRONG",
				given === undefined && cookie === undefined
					? "this request has no token"
					: "this is not the token of this server",
				"open the link that the server printed, or send its token: Authorization: Bearer TOKEN",
			);
		if (linked !== undefined) return enter(context, cookieName(port()), cookieValue, req.path);
		await next();
	};
}

/**
 * Gives the browser its cookie, and leads it to the page without the token in the address. A redirect by status would not do: after a
 * link on another site, browsers keep a strict cookie back until a page of this site leads on.
 */
function enter(context: Context, name: string, value: string, path: string): Response {
	setCookie(context, name, value, { httpOnly: true, sameSite: "Strict", path: "/" });
	return context.html(
		`<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${path}"><link rel="icon" href="data:,"><title>assay</title>`,
	);
}

/** Ports share their cookies, so each server has a name of its own. */
function cookieName(port: number): string {
	return `assay_${port}`;
}

function clientOf(context: Context): string {
	return getConnInfo(context).remote.address ?? "unknown";
}
