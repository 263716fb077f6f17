import { BlockList, isIP } from "node:net";

/** Loopback, private, link-local and shared (100.64/10: Tailscale) addresses. */
const localAddresses = new BlockList();
localAddresses.addSubnet("127.0.0.0", 8);
localAddresses.addSubnet("10.0.0.0", 8);
localAddresses.addSubnet("172.16.0.0", 12);
localAddresses.addSubnet("192.168.0.0", 16);
localAddresses.addSubnet("169.254.0.0", 16);
localAddresses.addSubnet("100.64.0.0", 10);
localAddresses.addAddress("0.0.0.0");
localAddresses.addAddress("::1", "ipv6");
localAddresses.addAddress("::", "ipv6");
localAddresses.addSubnet("fc00::", 7, "ipv6");
localAddresses.addSubnet("fe80::", 10, "ipv6");

/** Host names that exist on local networks only (RFC 6761, 6762, 8375; Docker). */
const localNames = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/;

/** Whether a URL's host is this machine or one on the same private network, which costs nothing. Looks nothing up. */
export function isOwnMachine(url: string): boolean {
	const host = URL.parse(url)
		?.hostname.replace(/^\[|\]$/g, "")
		.toLowerCase();
	if (!host) return false;
	const family = isIP(host);
	if (family > 0) return localAddresses.check(host, family === 6 ? "ipv6" : "ipv4");
	// A bare name, such as a container's, resolves on the local network only.
	return localNames.test(host) || !host.includes(".");
}

/** Whether a URL's host is this machine itself. */
export function isLoopback(url: string): boolean {
	return /^(?:(?:.*\.)?localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(url)?.hostname ?? "");
}
