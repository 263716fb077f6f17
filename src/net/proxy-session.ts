import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Duplex } from "node:stream";
import type { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { createTurns } from "./hosts.ts";

/** What one page of a browser may load, and has loaded. */
export interface ProxySession {
	readonly username: string;
	readonly password: string;
	/** Both directions, as they went over the wire. */
	readonly bytes: number;
	/** Whether it was cut because it loaded more than `limits.renderBytes`. */
	readonly full: boolean;
	/** Why an address was not reached, when it was asked for: the gate's error, or that of the connection. */
	fault(url: string): AssayError | undefined;
	/** Ends its connections; its password is worth nothing any more. */
	close(): void;
}

/** A session as the proxy sees it. */
export interface OpenSession extends ProxySession {
	knows(password: string): boolean;
	/** Waits for its turn to look a name up, so that no page takes all of the system's; rejects once it is closed. */
	inTurn<T>(lookUp: (signal: AbortSignal) => Promise<T>): Promise<T>;
	/** Ties a connection to the session, so that it ends with it; false when the session has had its share. */
	keep(socket: Duplex): boolean;
	/** Counts what passes, and cuts the session when it was too much. */
	count(bytes: number): void;
	failed(hostname: string, port: number, error: AssayError): void;
}

export function openSession(events: { onFull?: (() => void) | undefined; onClose: () => void }): OpenSession {
	const username = randomBytes(12).toString("hex");
	const password = randomBytes(24).toString("hex");
	const secret = Buffer.from(password);
	const faults = new Map<string, AssayError>();
	const sockets = new Set<Duplex>();
	const turns = createTurns(limits.renderLookups);
	const closing = new AbortController();
	let bytes = 0;
	let full = false;
	let closed = false;

	const cut = (): void => {
		for (const socket of sockets) socket.destroy();
		sockets.clear();
	};

	return {
		username,
		password,
		get bytes() {
			return bytes;
		},
		get full() {
			return full;
		},
		fault(url) {
			if (!URL.canParse(url)) return undefined;
			const { hostname, port, protocol } = new URL(url);
			const usual = protocol === "https:" || protocol === "wss:" ? 443 : 80;
			return faults.get(`${hostname}:${port || usual}`);
		},
		close() {
			closed = true;
			closing.abort(new Error("the page is closed"));
			events.onClose();
			cut();
		},
		knows(text) {
			// Counted in bytes: as many characters may be more of them.
			const said = Buffer.from(text);
			return said.length === secret.length && timingSafeEqual(said, secret);
		},
		async inTurn(lookUp) {
			const release = await turns.take(closing.signal);
			try {
				return await lookUp(closing.signal);
			} finally {
				release();
			}
		},
		keep(socket) {
			if (full || closed) return false;
			if (!sockets.has(socket)) {
				sockets.add(socket);
				socket.once("close", () => sockets.delete(socket));
			}
			return true;
		},
		count(more) {
			bytes += more;
			if (full || bytes <= limits.renderBytes) return;
			full = true;
			cut();
			events.onFull?.();
		},
		failed(hostname, port, error) {
			faults.set(`${hostname}:${port}`, error);
		},
	};
}
