/** Domains that are never on the public internet, whatever a resolver says: RFC 6761, 6762, 7686, 8375, 9476, and custom. */
const localDomains = [
	"localhost",
	"localdomain",
	"localdomain6",
	"local",
	"internal",
	"intranet",
	"private",
	"corp",
	"home",
	"lan",
	"home.arpa",
	"onion",
	"alt",
];

/** The reason why a name may not be looked up, as the end of "its name …". `name`: lower case, without a trailing dot. */
export function nonPublicNameReason(name: string): string | undefined {
	if (!name.includes(".")) return "is one of a local network";
	const zone = localDomains.find((inside) => name.endsWith(`.${inside}`));
	return zone && `ends in .${zone}, which is never on the public internet`;
}

/** Normalises a host: lower case, IDN and numbers decoded, no brackets, no trailing dot; undefined if it is no host. */
export function normalizeHost(hostname: string): string | undefined {
	const bare = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
	if (!URL.canParse(`http://${bare}/`)) return undefined;
	const url = new URL(`http://${bare}/`);
	// `name@other`, `name:80` and `name/path` parse, too, but are no hosts.
	if (url.username || url.password || url.port || url.pathname !== "/" || url.search || url.hash) return undefined;
	const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
	return host.split(".").includes("") ? undefined : host;
}
