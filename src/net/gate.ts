import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { AssayError, messageOf } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import { nonPublicNameReason, normalizeHost } from "./hostnames.ts";
import { isOwnAddress, nonPublicReason } from "./ip-addresses.ts";
import { isBlockedPort, portOf } from "./ports.ts";
import { rejectOnAbort } from "./reject-on-abort.ts";

/** An approved address to connect to. Its name was looked up once and is not looked up again. */
export interface Endpoint {
	/** An IP address, never a name. */
	address: string;
	family: 4 | 6;
	port: number;
	/** The name's other addresses, approved as well, in case the first does not answer. */
	others?: readonly { address: string; family: 4 | 6 }[] | undefined;
}

/** Decides which hosts may be connected to, and at which address. */
export interface Gate {
	/**
	 * Checks a host and returns the address to connect to. Throws an `AssayError` `ADDRESS_REFUSED` with the reason, or `HOST_UNKNOWN`.
	 * `trusted`: the user named exactly this host and port, so its address may be private.
	 */
	open(hostname: string, port: number, options?: { trusted?: boolean; signal?: AbortSignal }): Promise<Endpoint>;
	/** Checks an address without a lookup: scheme, credentials, port, IP literals. Throws `ADDRESS_REFUSED`. */
	check(url: string, options?: { trusted?: boolean }): URL;
}

export interface GateOptions {
	/** Resolves a name to all its addresses; by default the system's resolver. */
	resolve?: ((hostname: string) => Promise<{ address: string; family: number }[]>) | undefined;
	/** This machine's interfaces, read for each checked address because they change; by default the system's. */
	interfaces?: typeof networkInterfaces | undefined;
	/**
	 * A closed world: only these names exist (lower case). One endpoint serves them all by `Host`, on any port. No other name is looked
	 * up, and IP literals are refused unless trusted and on this machine.
	 */
	world?: { hosts: readonly string[]; endpoint: Endpoint } | undefined;
}

export function openGate(options: GateOptions = {}): Gate {
	const { resolve = (hostname) => lookup(hostname, { all: true, order: "verbatim" }), world } = options;
	const { interfaces = networkInterfaces } = options;
	const refusalOf = (address: string): string | undefined =>
		nonPublicReason(address) ?? (isOwnAddress(address, interfaces()) ? "this machine's own" : undefined);
	const isWorldHost = (host: string) => world?.hosts.includes(host) ?? false;

	function assertAllowed(host: string, port: number, trusted: boolean) {
		if (trusted || isWorldHost(host)) return;
		if (isBlockedPort(port)) throw addressRefused(`${displayHost(host)}:${port}`, `port ${port} is not one of the web`);
		const reason = isIP(host) ? refusalOf(host) : undefined;
		if (reason) throw addressRefused(displayHost(host), `its address is ${reason}`);
		const name = isIP(host) ? undefined : nonPublicNameReason(host);
		if (name) throw addressRefused(host, `its name ${name}`);
	}

	return {
		check(text, { trusted = false } = {}) {
			if (text.length > limits.urlCharacters) throw addressRefused(text, "the address is too long");
			if (!URL.canParse(text)) throw addressRefused(text, "it is no address");
			const url = new URL(text);
			if (url.protocol !== "http:" && url.protocol !== "https:")
				throw addressRefused(text, `${url.protocol} is not of the web, only http: and https: are`);
			if (url.username || url.password) throw addressRefused(url.host, "the address holds a name or password");
			const host = normalizeHost(url.hostname);
			if (host === undefined) throw addressRefused(url.host, "it names no host");
			assertAllowed(host, portOf(url), trusted);
			return url;
		},

		async open(hostname, port, { trusted = false, signal } = {}) {
			const host = normalizeHost(hostname);
			if (host === undefined) throw addressRefused(hostname, "it names no host");
			assertAllowed(host, port, trusted);
			if (world && isWorldHost(host)) return world.endpoint;
			const family = isIP(host);
			if (world && !family && !trusted)
				throw new AssayError("HOST_UNKNOWN", `${host} is not part of this closed world`);
			const addresses = family ? [{ address: host, family }] : await addressesOf(host, resolve, signal);
			for (const { address } of addresses) {
				const reason = trusted ? undefined : refusalOf(address);
				if (reason) throw addressRefused(displayHost(host), `its address is ${reason}`);
				if (world && !isLoopback(address))
					throw addressRefused(displayHost(host), "it is not part of this closed world");
			}
			const [first, ...others] = addresses.map(
				({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 }) as const,
			);
			if (!first) throw new AssayError("HOST_UNKNOWN", `${host} has no address`);
			return { ...first, port, ...(others.length > 0 ? { others } : {}) };
		},
	};
}

async function addressesOf(
	host: string,
	resolve: NonNullable<GateOptions["resolve"]>,
	signal: AbortSignal | undefined,
) {
	signal?.throwIfAborted();
	try {
		return await rejectOnAbort(signal, resolve(host));
	} catch (cause) {
		signal?.throwIfAborted();
		const code = cause instanceof Error && "code" in cause ? String(cause.code) : messageOf(cause);
		const message =
			code === "ENOTFOUND" || code === "ENODATA"
				? `there is no host ${host}`
				: `the host ${host} could not be looked up (${code})`;
		throw new AssayError("HOST_UNKNOWN", message, {
			cause,
			hint: "check the address, and that this machine is online",
		});
	}
}

/** Whether an IP address is a loopback address of this machine. */
function isLoopback(address: string): boolean {
	return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

function addressRefused(what: string, reason: string): AssayError {
	const short = what.length > 200 ? `${what.slice(0, 200)}…` : what;
	return new AssayError("ADDRESS_REFUSED", `${short} is not opened: ${reason}`);
}

function displayHost(host: string): string {
	return host.includes(":") ? `[${host}]` : host;
}
