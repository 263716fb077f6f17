import { BlockList } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nonPublicReason } from "./ip-addresses.ts";

/** The addresses that are not globally reachable by IANA's registries, checked by Node's own code. */
const special = new BlockList();
for (const subnet of [
	...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
	...["192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"],
	...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32"],
	...["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"],
]) {
	const [address = "", length] = subnet.split("/");
	special.addSubnet(address, Number(length), address.includes(":") ? "ipv6" : "ipv4");
}

const byte = fc.integer({ min: 0, max: 255 });
const group = fc.integer({ min: 0, max: 0xffff });
const beginnings = [
	"0",
	"10",
	"100.64",
	"127",
	"169.254",
	"172.16",
	"192.0.0",
	"192.168",
	"198.18",
	"224",
	"255",
	"8",
	"168.63.129",
];
const four = fc.oneof(
	fc.tuple(byte, byte, byte, byte).map((parts) => parts.join(".")),
	fc
		.tuple(fc.constantFrom(...beginnings), byte, byte, byte)
		.map(([begin, ...rest]) => [...begin.split("."), ...rest].slice(0, 4).join(".")),
);

test("an IPv4 address is public exactly when it is in no registry of special addresses", () => {
	fc.assert(
		fc.property(four, (address) => {
			expect(nonPublicReason(address) !== undefined).toBe(special.check(address, "ipv4"));
		}),
		{ numRuns: 5_000 },
	);
});

test("an IPv6 address is public only in the block allocated for the internet, without its special parts", () => {
	const heads = [0x2001, 0x2002, 0x2620, 0x3fff, 0x2a00, 0x64, 0xfe80, 0xfd00, 0];
	const six = fc
		.tuple(fc.oneof(group, fc.constantFrom(...heads)), fc.array(group, { minLength: 7, maxLength: 7 }))
		.filter(([, rest]) => rest[4] !== 0x5efe)
		.map(([head, rest]) => [head, ...rest]);
	fc.assert(
		fc.property(six, (groups) => {
			const address = groups.map((part) => part.toString(16)).join(":");
			const outside = ((groups[0] ?? 0) & 0xe000) === 0x2000 && !special.check(address, "ipv6");
			expect(nonPublicReason(address) === undefined).toBe(outside);
		}),
		{ numRuns: 5_000 },
	);
});

test("an IPv4 address embedded by NAT64 is judged as itself; other addresses that embed one are refused", () => {
	fc.assert(
		fc.property(four, (address) => {
			expect(nonPublicReason(`64:ff9b::${address}`)).toBe(nonPublicReason(address));
			for (const head of [
				"::ffff:",
				"::",
				"::ffff:0:",
				"64:ff9b:1::",
				"fe80::5efe:",
				"2a00:1::5efe:",
				"2a00:1::200:5efe:",
			])
				expect(nonPublicReason(`${head}${address}`)).toBeDefined();
		}),
	);
	expect(nonPublicReason("fe80::1%eth0")).toBeDefined();
	for (const text of ["example.com", "", "8.8.8", "010.8.8.8", "0x8.8.8.8", "134744072", "8.8.8.8 ", "8.8.8.8\0"])
		expect(nonPublicReason(text)).toBe("no address");
});
