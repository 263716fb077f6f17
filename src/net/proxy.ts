import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	request,
	type ServerResponse,
} from "node:http";
import { connect, type LookupFunction } from "node:net";
import type { Duplex, Readable } from "node:stream";
import { AssayError, messageOf } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import type { Endpoint, Gate } from "./gate.ts";
import { type OpenSession, openSession, type ProxySession } from "./proxy-session.ts";

export type { ProxySession } from "./proxy-session.ts";

/**
 * A loopback proxy for the browser. The gate checks each request and each tunnel, and the proxy connects to the approved address, not
 * to the name. It serves only holders of the password of an open session, so that no other program uses it.
 */
export interface BrowserProxy {
	/** `http://127.0.0.1:PORT` */
	readonly url: string;
	/** Number of requests that the gate refused. */
	readonly refused: number;
	/** Opens a session for one page. */
	session(onFull?: () => void): ProxySession;
	close(): Promise<void>;
}

/** Headers that concern one connection only (RFC 9110 §7.6.1), and those for this proxy. */
const hopByHopHeaders = new Set([
	"connection",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

export async function openBrowserProxy(gate: Gate): Promise<BrowserProxy> {
	const sessions = new Map<string, OpenSession>();
	let refused = 0;

	function sessionOf({ headers }: IncomingMessage): OpenSession | undefined {
		const [scheme = "", encoded = ""] = (headers["proxy-authorization"] ?? "").split(" ");
		const [name = "", password = ""] = Buffer.from(encoded, "base64").toString("latin1").split(":");
		const session = sessions.get(name);
		return scheme.toLowerCase() === "basic" && session?.knows(password) ? session : undefined;
	}

	/** The approved address of a host; undefined if the gate refuses it, which the session records. */
	async function approvedEndpoint(session: OpenSession, { hostname, port }: URL): Promise<Endpoint | undefined> {
		try {
			return await session.inTurn((signal) => gate.open(hostname, Number(port || 80), { signal }));
		} catch (error) {
			if (!(error instanceof AssayError)) throw error;
			if (error.code === "ADDRESS_REFUSED") refused++;
			session.failed(hostname, Number(port || 80), error);
			return undefined;
		}
	}

	async function forward(session: OpenSession, url: URL, inward: IncomingMessage, answer: ServerResponse) {
		const endpoint = await approvedEndpoint(session, url);
		if (!endpoint || !session.register(inward.socket)) return answer.destroy();
		const outward = request({
			...connectOptions(endpoint),
			agent: false,
			method: inward.method,
			path: url.pathname + url.search,
			// A body without a length stays chunked: unframed, it would be read as the next request.
			headers: {
				...forwardableHeaders(inward.headers),
				...(inward.headers["transfer-encoding"] === undefined ? {} : { "transfer-encoding": "chunked" }),
				host: url.host,
			},
		});
		outward.on("socket", (socket) => session.register(socket) || socket.destroy());
		outward.on("timeout", () => outward.destroy(new Error("no answer came")));
		outward.on("error", (error) => {
			if (!answer.headersSent) session.failed(url.hostname, Number(url.port || 80), unreachableError(url, error));
			answer.destroy();
		});
		outward.on("response", (incoming) => {
			try {
				answer.writeHead(incoming.statusCode ?? 502, forwardableHeaders(incoming.headers));
			} catch (error) {
				outward.destroy(new Error(`its answer has no sense: ${messageOf(error)}`));
				return;
			}
			incoming.on("error", () => answer.destroy());
			countBytes(incoming, session).pipe(answer);
		});
		answer.on("close", () => outward.destroy());
		countBytes(inward, session).pipe(outward);
	}

	async function tunnel(session: OpenSession, url: URL, inward: Duplex, head: Buffer) {
		const endpoint = await approvedEndpoint(session, url);
		if (!endpoint || !session.register(inward)) return refuse(inward, 403);
		if (inward.destroyed) return;
		const outward = connect(connectOptions(endpoint));
		if (!session.register(outward)) return inward.destroy();
		outward.on("timeout", () => outward.destroy(new Error("no answer came")));
		outward.on("error", (error) => {
			if (outward.bytesRead === 0) session.failed(url.hostname, Number(url.port || 80), unreachableError(url, error));
		});
		outward.on("connect", () => {
			outward.setTimeout(0);
			inward.write("HTTP/1.1 200 Connection Established\r\n\r\n");
			if (head.length > 0) outward.write(head);
			countBytes(inward, session).pipe(outward);
			countBytes(outward, session).pipe(inward);
		});
		outward.on("close", () => inward.destroy());
		inward.on("close", () => outward.destroy());
	}

	const server = createServer((inward, answer) => {
		const session = sessionOf(inward);
		if (!session) return answer.writeHead(407, { ...passwordChallenge, connection: "close" }).end();
		const url = targetOf(inward.url);
		// A request to the proxy itself, or an unencrypted one for `https:`: no browser sends these to a proxy.
		if (url?.protocol !== "http:") return answer.writeHead(400, { connection: "close" }).end();
		forward(session, url, inward, answer).catch(() => answer.destroy());
	});
	server.on("connect", (inward: IncomingMessage, socket: Duplex, head: Buffer) => {
		socket.on("error", () => socket.destroy());
		const session = sessionOf(inward);
		if (!session) return refuse(socket, 407, passwordChallenge);
		const url = targetOf(`http://${inward.url}`);
		if (url?.pathname !== "/" || url.username || url.password) return refuse(socket, 400);
		tunnel(session, url, socket, head).catch(() => socket.destroy());
	});
	// WebSockets come as tunnels; an unencrypted upgrade would not be counted.
	server.on("upgrade", (_inward, socket: Duplex) => socket.destroy());
	server.on("clientError", (_error, socket) => socket.destroy());
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	const address = server.address();
	if (address === null || typeof address === "string") throw new TypeError("a server that listens has a port");

	return {
		url: `http://127.0.0.1:${address.port}`,
		get refused() {
			return refused;
		},
		session(onFull) {
			const session = openSession({ onFull, onClose: () => sessions.delete(session.username) });
			sessions.set(session.username, session);
			return session;
		},
		async close() {
			for (const session of [...sessions.values()]) session.close();
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeAllConnections();
			await closed;
		},
	};
}

const passwordChallenge = { "proxy-authenticate": 'Basic realm="assay"' };

function targetOf(text = ""): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

/** Options that connect to the approved addresses: every lookup returns them, whatever the name. */
function connectOptions({ address, family, port, others = [] }: Endpoint) {
	const lookup: LookupFunction = (_name, { all }, done) =>
		all ? done(null, [{ address, family }, ...others]) : done(null, address, family);
	return {
		host: "judged",
		port,
		lookup,
		autoSelectFamily: true,
		autoSelectFamilyAttemptTimeout: limits.addressConnectMs,
		timeout: limits.pageConnectMs,
	};
}

function forwardableHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.has(name)));
}

function countBytes<Stream extends Readable>(stream: Stream, session: OpenSession): Stream {
	return stream.on("data", (chunk: Buffer) => session.count(chunk.length));
}

function refuse(socket: Duplex, status: number, headers: Record<string, string> = {}): void {
	const lines = Object.entries({ connection: "close", "content-length": "0", ...headers });
	socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
}

function unreachableError({ host }: URL, cause: Error): AssayError {
	return new AssayError("CONNECTION_FAILED", `${host} could not be reached: ${messageOf(cause)}`, { cause });
}
