import { isIP } from "node:net";
import type { networkInterfaces } from "node:os";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileUrls } from "../../test/hostile/urls.ts";
import type { AssayError } from "../base/errors.ts";
import { openGate } from "./gate.ts";
import { nonPublicReason } from "./ip-addresses.ts";

const here = { address: "127.0.0.1", family: 4, port: 4321 } as const;
const refusal = (asked: Promise<unknown>) =>
	asked.then(
		() => "opened",
		(error: AssayError) => error.code,
	);
const at = (...addresses: string[]) =>
	openGate({ resolve: async () => addresses.map((address) => ({ address, family: isIP(address) })) });

describe("the gate", () => {
	test("returns all addresses of a name, all checked, after one lookup", async () => {
		const asked: string[] = [];
		const gate = openGate({
			async resolve(hostname) {
				asked.push(hostname);
				return ["2a00:1450::5", "8.8.8.8", "8.8.4.4"].map((address) => ({ address, family: isIP(address) }));
			},
		});
		expect(await gate.open("Docs.Example.COM.", 443)).toEqual({
			address: "2a00:1450::5",
			family: 6,
			port: 443,
			others: [
				{ address: "8.8.8.8", family: 4 },
				{ address: "8.8.4.4", family: 4 },
			],
		});
		expect(asked).toEqual(["docs.example.com"]);
	});

	test("opens a name only if all its addresses are public", async () => {
		const four = fc
			.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 })))
			.map((parts) => parts.join("."));
		const address = fc.oneof(
			four,
			fc.constantFrom("8.8.8.8", "127.0.0.1", "10.1.2.3", "2a00::1", "::1", "fd00::1", "no address"),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 6 }), async (addresses) => {
				const isPublic = addresses.every((one) => nonPublicReason(one) === undefined);
				expect(await refusal(at(...addresses).open("site.example.com", 443))).toBe(
					isPublic ? "opened" : "ADDRESS_REFUSED",
				);
			}),
		);
		expect(await refusal(at().open("site.example.com", 443))).toBe("HOST_UNKNOWN");
	});

	test("checks a bare host like an address, because proxies receive hosts", async () => {
		const gate = at("8.8.8.8");
		const inside = [
			"2130706433",
			"0x7f.1",
			"[::1]",
			"::1",
			"::ffff:127.0.0.1",
			"127.0.0.1.",
			"１２７.1",
			"localhost",
			"LocalHost.",
			"a.local",
		];
		const none = [
			"",
			".",
			"a..b.",
			"a/b",
			"user@8.8.8.8",
			"8.8.8.8:80",
			"8.8.8.8#",
			"8.8.8.8?",
			"fe80::1%lo",
			"1.2.3.256",
			"a b",
			"[8.8.8.8]",
		];
		for (const host of [...inside, ...none])
			expect([host, await refusal(gate.open(host, 80))]).toEqual([host, "ADDRESS_REFUSED"]);
		expect((await gate.open("134744072", 80)).address).toBe("8.8.8.8");
		for (const port of [25, 6667, -1, 70_000, Number.NaN])
			expect(await refusal(gate.open("8.8.8.8", port))).toBe("ADDRESS_REFUSED");
	});

	test("opens private addresses that the user named, and no others", async () => {
		const gate = at("192.168.1.5");
		expect(await gate.open("search.lan", 8080, { trusted: true })).toMatchObject({
			address: "192.168.1.5",
			port: 8080,
		});
		expect(await refusal(gate.open("search.lan", 8080))).toBe("ADDRESS_REFUSED");
		expect(gate.check("http://[::1]:8080/search", { trusted: true }).port).toBe("8080");
		for (const url of ["file:///etc/passwd", "http://me:secret@localhost/"])
			expect(() => gate.check(url, { trusted: true })).toThrow();
	});

	test("refuses the current addresses of this machine's interfaces", async () => {
		let interfaces: ReturnType<typeof networkInterfaces> = {};
		const gate = openGate({
			interfaces: () => interfaces,
			resolve: async (name) => [name === "six.example.com" ? six : { address: "8.8.8.8", family: 4 }],
		});
		const six = { address: "2a00:1450::5", family: 6 };
		const own = ["8.8.8.8", "134744072", "[64:ff9b::8.8.8.8]", "[2A00:1450:0::5]", "8.8.9.200"];
		const outcomes = () =>
			Promise.all([...own, "four.example.com", "six.example.com"].map((host) => refusal(gate.open(host, 443))));
		const checks = () => own.map((host) => URL.canParse(`http://${host}/`) && isPassed(`http://${host}/`));
		const isPassed = (url: string): boolean => {
			try {
				return gate.check(url) !== undefined;
			} catch {
				return false;
			}
		};
		expect(await outcomes()).toEqual(Array(7).fill("opened"));
		expect(checks()).toEqual(Array(5).fill(true));

		const ipv4 = { netmask: "", mac: "", family: "IPv4" } as const;
		interfaces = {
			eth0: [
				{ ...ipv4, address: "8.8.8.8", cidr: "8.8.8.8/24", internal: false },
				{ ...six, family: "IPv6", scopeid: 0, netmask: "", mac: "", cidr: "2a00:1450::5/64", internal: false },
			],
			// The whole network of a loopback interface is this machine.
			lo: [{ ...ipv4, address: "8.8.9.1", cidr: "8.8.9.1/24", internal: true }],
		};
		expect(await outcomes()).toEqual(Array(7).fill("ADDRESS_REFUSED"));
		expect(checks()).toEqual(Array(5).fill(false));
		// Neighbours are not this machine.
		expect(await refusal(gate.open("8.8.8.4", 443))).toBe("opened");
		await expect(gate.open("four.example.com", 443)).rejects.toThrow("its address is this machine's own");
		expect(await gate.open("four.example.com", 8888, { trusted: true })).toMatchObject({ address: "8.8.8.8" });
	});

	test("explains a refusal, and shows at most a line of a long address", () => {
		const gate = at("8.8.8.8");
		expect(() => gate.check("http://10.0.0.8/admin")).toThrow(
			"10.0.0.8 is not opened: its address is in a private network",
		);
		expect(() => gate.check("ftp://example.com/")).toThrow("ftp: is not of the web");
		expect(() => gate.check(`http://example.com/${"x".repeat(5_000)}`)).toThrow(/^.{0,250}$/s);
	});

	test("a hostile address that passes is a web address, stays unchanged, and leads to no internal host", () => {
		const gate = at("8.8.8.8");
		const parts = [
			"@",
			":",
			"/",
			"\\",
			"#",
			"?",
			".",
			"。",
			"..",
			"%2e",
			"%00",
			"%25",
			"0x",
			"0",
			"1",
			"２",
			"ⓛ",
			"[",
			"]",
			"::",
		];
		const bits = fc.constantFrom(
			...parts,
			"ffff:",
			"\t",
			"\n",
			" ",
			"\u00ad",
			"\u200b",
			"ß",
			"xn--",
			"localhost",
			"127",
			"http:",
			"//",
		);
		const change = fc.record({ at: fc.nat(40), cut: fc.nat(2), bit: fc.oneof(bits, fc.constant("")) });
		const url = fc.constantFrom(...hostileUrls(4000, "attacker.example.net").map((one) => one.url));
		fc.assert(
			fc.property(url, fc.array(change, { maxLength: 4 }), (begin, changes) => {
				const text = changes.reduce((now, { at, cut, bit }) => now.slice(0, at) + bit + now.slice(at + cut), begin);
				let passed: URL;
				try {
					passed = gate.check(text);
				} catch (error) {
					expect(error).toMatchObject({ code: "ADDRESS_REFUSED" });
					return;
				}
				const { protocol, username, password, hostname, href } = passed;
				const host = hostname.replace(/^\[|\]$/g, "");
				expect(protocol).toMatch(/^https?:$/);
				expect(username + password).toBe("");
				expect(gate.check(href).href).toBe(href);
				if (isIP(host)) expect(nonPublicReason(host)).toBeUndefined();
				else {
					expect(host).toMatch(/[^.][.][^.]/);
					expect(host).not.toMatch(/[.](?:localhost|local|internal)[.]?$/);
				}
			}),
			{ numRuns: 5_000 },
		);
	});

	test("a name that cannot be looked up is unknown, and an aborted caller does not wait for the lookup", async () => {
		const fails = openGate({ resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) });
		await expect(fails.open("gone.example.com", 80)).rejects.toMatchObject({
			code: "HOST_UNKNOWN",
			message: "there is no host gone.example.com",
		});
		const hangs = openGate({ resolve: () => new Promise(() => {}) });
		const reason = new Error("enough");
		const giveUp = new AbortController();
		const waiting = hangs.open("slow.example.com", 80, { signal: giveUp.signal });
		giveUp.abort(reason);
		await expect(waiting).rejects.toBe(reason);
	});
});

describe("a closed world", () => {
	const asked: string[] = [];
	const gate = openGate({
		world: { hosts: ["harbour.example", "inside.local"], endpoint: here },
		async resolve(hostname) {
			asked.push(hostname);
			return [{ address: hostname.startsWith("here.") ? "127.0.0.1" : "8.8.8.8", family: 4 }];
		},
	});

	test("has only its own hosts, all at one endpoint", async () => {
		for (const [host, port] of [
			["harbour.example", 80],
			["HARBOUR.example.", 8080],
			["inside.local", 443],
		] as const)
			expect(await gate.open(host, port)).toEqual(here);
		expect(await refusal(gate.open("www.harbour.example", 80))).toBe("HOST_UNKNOWN");
		expect(await refusal(gate.open("example.com", 80))).toBe("HOST_UNKNOWN");
		for (const host of ["127.0.0.1", "8.8.8.8", "localhost"])
			expect(await refusal(gate.open(host, 80))).toBe("ADDRESS_REFUSED");
		expect(asked).toEqual([]);
	});

	test("allows the user's own server on this machine only", async () => {
		expect(await gate.open("127.0.0.1", 8888, { trusted: true })).toMatchObject({ address: "127.0.0.1", port: 8888 });
		expect(await gate.open("here.example.com", 8888, { trusted: true })).toMatchObject({ address: "127.0.0.1" });
		for (const host of ["8.8.8.8", "10.0.0.1", "away.example.com"])
			expect(await refusal(gate.open(host, 80, { trusted: true }))).toBe("ADDRESS_REFUSED");
	});
});
