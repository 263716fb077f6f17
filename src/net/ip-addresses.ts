import { BlockList, isIP } from "node:net";
import type { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/** Addresses in public ranges that are internal all the same: Azure's service that gives a machine its secrets. */
const metadataAddresses = new Set(["168.63.129.16"]);

/** Descriptions of the ranges of `ipaddr.js` for messages; any other range is "special". */
const rangeDescriptions: Record<string, string> = {
	loopback: "on this machine",
	private: "in a private network",
	uniqueLocal: "in a private network",
	deprecatedSiteLocal: "in a private network",
	carrierGradeNat: "in a provider's private network",
	linkLocal: "link-local",
	multicast: "a multicast address",
	broadcast: "a broadcast address",
	unspecified: "unspecified",
	reserved: "reserved",
};

/**
 * The reason why an IP address is not public, as the end of "its address is …"; undefined when it is public. IPv6 addresses that
 * embed an IPv4 address (mapped, compatible, 6to4, Teredo, ISATAP) are always refused: no public site needs them. Only NAT64's own
 * prefix is judged by the embedded address, because a network without IPv4 reaches every public site through it.
 */
export function nonPublicReason(address: string): string | undefined {
	// Node's parser must accept it, too: `010` is ten to one program and eight to another.
	if (!isIP(address) || !ipaddr.isValid(address) || address.includes("%")) return "no address";
	const parsed = ipaddr.parse(address);
	if (parsed instanceof ipaddr.IPv4) return nonPublicReason4(parsed);
	const embedded = nat64Address(parsed);
	if (embedded) return nonPublicReason4(embedded);
	const range = parsed.range();
	if (range !== "unicast") return rangeDescriptions[range] ?? "special";
	// Only 2000::/3 is allocated for the internet: this excludes `::/96` and others that are in no named range.
	const [first = 0, , , , fifth = 0, sixth = 0] = parsed.parts;
	if (first >> 13 !== 1) return "special";
	return sixth === 0x5efe && (fifth & ~0x0300) === 0 ? "special" : undefined;
}

/**
 * Whether an IP address, or the IPv4 address that it embeds by NAT64, leads to this machine: it is the address of an interface, or
 * in the network of a loopback interface.
 */
export function isOwnAddress(address: string, interfaces: ReturnType<typeof networkInterfaces>): boolean {
	const ownAddresses = new BlockList();
	for (const one of Object.values(interfaces).flatMap((ofOne) => ofOne ?? [])) {
		const family = one.family === "IPv6" ? "ipv6" : "ipv4";
		ownAddresses.addAddress(one.address, family);
		const [, prefix] = one.cidr?.split("/") ?? [];
		if (one.internal && prefix !== undefined) ownAddresses.addSubnet(one.address, Number(prefix), family);
	}
	const parsed = ipaddr.parse(address);
	const embedded = parsed instanceof ipaddr.IPv6 ? nat64Address(parsed) : undefined;
	return ownAddresses.check((embedded ?? parsed).toString(), (embedded ?? parsed).kind());
}

function nonPublicReason4(address: ipaddr.IPv4): string | undefined {
	const range = address.range();
	if (range !== "unicast") return rangeDescriptions[range] ?? "special";
	return metadataAddresses.has(address.toString()) ? "a cloud's metadata service" : undefined;
}

/** The IPv4 address in `64:ff9b::/96`. */
function nat64Address(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
	const [a, b, c, d, e, f, high = 0, low = 0] = address.parts;
	if (a !== 0x64 || b !== 0xff9b || c || d || e || f) return undefined;
	return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}
