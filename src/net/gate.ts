/** Where a connection is made: an address that was looked up once, judged, and is not looked up again. */
export interface Endpoint {
	/** An IP address, no name. */
	address: string;
	family: 4 | 6;
	port: number;
}

/** The policy of the only way out: which host may be connected to, and at which address. */
export interface Gate {
	/**
	 * Judges a host and gives the address to dial. Throws an `AssayError` `ADDRESS_REFUSED` with the reason, or `HOST_UNKNOWN`.
	 * `trusted`: the user named this very host and port, so that its address may be private.
	 */
	open(hostname: string, port: number, options?: { trusted?: boolean; signal?: AbortSignal }): Promise<Endpoint>;
	/** Judges an address as a text, before anything is looked up: scheme, credentials, port, IP literals. Throws `ADDRESS_REFUSED`. */
	check(url: string, options?: { trusted?: boolean }): URL;
}

export interface GateOptions {
	/** All addresses of a name; the system's resolver when not given. */
	resolve?: ((hostname: string) => Promise<{ address: string; family: number }[]>) | undefined;
	/**
	 * A closed world: only these names exist (lower case), all served by one endpoint that answers by `Host`, whatever the port. No
	 * other name is looked up; IP literals stay refused.
	 */
	world?: { hosts: readonly string[]; endpoint: Endpoint } | undefined;
}
