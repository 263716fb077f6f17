import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Duplex } from "node:stream";
import type { AssayError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { createSemaphore } from "./host-queue.ts";

/** The proxy access of one browser page: what it may load and has loaded. */
export interface ProxySession {
	readonly username: string;
	readonly password: string;
	/** Bytes on the wire, in both directions. */
	readonly bytes: number;
	/** Whether it was cut off because it loaded more than `limits.renderBytes`. */
	readonly full: boolean;
	/** The gate's or connection's error for a requested address; undefined if there was none. */
	fault(url: string): AssayError | undefined;
	/** Ends its connections and revokes its password. */
	close(): void;
}

/** A session with the operations that only the proxy uses. */
export interface OpenSession extends ProxySession {
	knows(password: string): boolean;
	/** Runs a DNS lookup in its turn, so that no page takes all lookups of the system. Rejects once the session is closed. */
	inTurn<T>(lookUp: (signal: AbortSignal) => Promise<T>): Promise<T>;
	/** Registers a connection that ends with the session; false when the session is full or closed. */
	register(socket: Duplex): boolean;
	/** Counts transferred bytes, and cuts the session off when they are too many. */
	count(bytes: number): void;
	failed(hostname: string, port: number, error: AssayError): void;
}

export function openSession(events: { onFull?: (() => void) | undefined; onClose: () => void }): OpenSession {
	const username = randomBytes(12).toString("hex");
	const password = randomBytes(24).toString("hex");
	const secret = Buffer.from(password);
	const faults = new Map<string, AssayError>();
	const sockets = new Set<Duplex>();
	const turns = createSemaphore(limits.renderLookups);
	const closing = new AbortController();
	let bytes = 0;
	let full = false;
	let closed = false;

	const disconnect = (): void => {
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
			const defaultPort = protocol === "https:" || protocol === "wss:" ? 443 : 80;
			return faults.get(`${hostname}:${port || defaultPort}`);
		},
		close() {
			closed = true;
			closing.abort(new Error("the page is closed"));
			events.onClose();
			disconnect();
		},
		knows(text) {
			// Compare lengths in bytes: the same number of characters may have more bytes.
			const received = Buffer.from(text);
			return received.length === secret.length && timingSafeEqual(received, secret);
		},
		async inTurn(lookUp) {
			const release = await turns.take(closing.signal);
			try {
				return await lookUp(closing.signal);
			} finally {
				release();
			}
		},
		register(socket) {
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
			disconnect();
			events.onFull?.();
		},
		failed(hostname, port, error) {
			faults.set(`${hostname}:${port}`, error);
		},
	};
}
