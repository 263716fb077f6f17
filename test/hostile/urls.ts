/** An address that must not be opened, whoever names it. */
export interface HostileUrl {
	url: string;
	/** How it tries. */
	kind: string;
}

/** What names resolve to in these tests where nothing else is said: a public address, which the stage answers for. */
export const PUBLIC = "93.184.216.34";

/** IPv4 addresses of this machine, spelled in every notation. */
const HERE = ["127.0.0.1", "127.0.0.2", "127.255.255.254", "0.0.0.0"];
/** Of networks around it, of metadata services, and of special ranges. */
const AROUND = [
	"10.0.0.1",
	"172.16.0.1",
	"172.31.255.254",
	"192.168.0.1",
	"192.168.255.254",
	"169.254.169.254",
	"169.254.170.2",
	"168.63.129.16",
	"100.64.0.1",
	"100.100.100.200",
	"192.0.0.192",
	"192.0.2.1",
	"192.88.99.1",
	"192.175.48.1",
	"198.18.0.1",
	"198.51.100.1",
	"203.0.113.1",
	"224.0.0.1",
	"239.255.255.250",
	"240.0.0.1",
	"255.255.255.255",
];
const SIX = [
	"::1",
	"::",
	"0:0:0:0:0:0:0:1",
	"0000:0000:0000:0000:0000:0000:0000:0001",
	"::2",
	"fe80::1",
	"fe80::1%25lo",
	"fe80::1%25eth0",
	"febf::1",
	"fc00::1",
	"fd00:ec2::254",
	"fd12:3456:789a::1",
	"fec0::1",
	"ff01::1",
	"ff02::1",
	"ff0e::1",
	"100::1",
	"2001::1",
	"2001:2::1",
	"2001:10::1",
	"2001:20::1",
	"2001:db8::1",
	"3fff::1",
	"4000::1",
	"5f00::1",
	"64:ff9b:1::7f00:1",
	"8000::1",
];
const NAMES = [
	"localhost",
	"LOCALHOST",
	"localhost.",
	"ｌｏｃａｌｈｏｓｔ",
	"loc%61lhost",
	"loc\tal\nhost",
	"a.localhost",
	"a.b.localhost.",
	"localhost.localdomain",
	"localhost6.localdomain6",
	"ip6-localhost",
	"ip6-loopback",
	"broadcasthost",
	"router",
	"printer.local",
	"PRINTER。LOCAL",
	"nas.lan",
	"router.home",
	"router.home.arpa",
	"wiki.corp",
	"wiki.intranet",
	"db.private",
	"metadata",
	"metadata.google.internal",
	"metadata.google.internal.",
	"instance-data.ec2.internal",
	"host.docker.internal",
	"gateway.docker.internal",
	"kubernetes",
	"kubernetes.default.svc.cluster.local",
	"hidden.onion",
];
const SCHEMES = ["ftp", "ws", "wss", "gopher", "dict", "ldap", "tftp", "sftp", "ssh", "smb", "redis", "jar", "netdoc"];
const LOCAL = [
	"file:///etc/passwd",
	"file://localhost/etc/passwd",
	"FILE:///etc/passwd",
	"data:text/html,inside",
	"javascript:fetch('/')",
	"blob:null/1",
	"about:blank",
	"chrome://settings",
	"view-source:http://127.0.0.1/",
	"filesystem:http://127.0.0.1/temporary/x",
	"mailto:root@localhost",
];
const BAD_PORTS = [0, 1, 7, 21, 22, 23, 25, 53, 110, 143, 389, 465, 587, 993, 2049, 5060, 6000, 6667, 10080];

/**
 * More than 500 addresses that lead inside: to a listener on this machine's `port`, to networks around it, or nowhere on the
 * web. `redirector` is an outside host that answers `/go?status=S&to=URL` by a redirect; names resolve by `hostileResolver`.
 */
export function hostileUrls(port: number, redirector: string): HostileUrl[] {
	const literals = [
		...HERE.flatMap((address) => [...notations(address), ...carriers(address).map((six) => `[${six}]`)]),
		...AROUND.flatMap((address) => [address, decimal(address), `[::ffff:${address}]`, `[64:ff9b::${address}]`]),
		...SIX.map((address) => `[${address}]`),
	];
	const names = [...HERE, ...AROUND].flatMap((address) =>
		["one", "mixed", "mixed-last"].map((how) => named(how, address)),
	);
	const six = ["::1", "fe80::1", "fd00:ec2::254", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"];
	// A name each, because each changes its answer once.
	const rebinding = (from: string) => HERE.map((address) => named("rebind", address, from));
	const inside = [
		...literals.map((host) => ({ kind: "literal", host })),
		...NAMES.map((host) => ({ kind: "name", host })),
		...[...names, ...six.map((address) => named("one", address))].map((host) => ({ kind: "resolved", host })),
		...rebinding("").map((host) => ({ kind: "rebinding", host })),
	];
	const direct = inside.map(({ kind, host }) => ({ kind, url: `http://${host}:${port}/` }));
	const targets = [
		...["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:7f00:1]", "localhost"],
		...[named("one", "127.0.0.1"), named("mixed", "127.0.0.1")],
	].map((host) => `//${host}:${port}/`);
	const led = [
		...targets.flatMap((target) => [target, `http:${target}`, `https:${target}`, target.replaceAll("/", "\\")]),
		`http://user:secret@127.0.0.1:${port}/`,
		`http://${redirector}@127.0.0.1:${port}/`,
		`http://user:secret@${redirector}/`,
		`ftp://${redirector}/`,
		`ws://${redirector}/`,
		`http://${redirector}:22/`,
		"http://",
		"http://%",
		...LOCAL,
	];
	const go = (to: string, status = 302) => `http://${redirector}/go?status=${status}&to=${encodeURIComponent(to)}`;
	const all = [
		...direct,
		...["127.0.0.1", "[::1]", "localhost"].map((host) => ({ kind: "https", url: `https://${host}:${port}/` })),
		...LOCAL.map((url) => ({ kind: "scheme", url })),
		...SCHEMES.map((scheme) => ({ kind: "scheme", url: `${scheme}://127.0.0.1:${port}/` })),
		...[
			`http://127.0.0.1:${port}@${redirector}/`,
			`http://${redirector}@127.0.0.1:${port}/`,
			`http://${redirector}:80@127.0.0.1:${port}/`,
			`http://${redirector}%2f@127.0.0.1:${port}/`,
			`http://${redirector}%00@127.0.0.1:${port}/`,
			`http://@127.0.0.1:${port}/`,
			`http://:@localhost:${port}/`,
			`http://a:b@c:d@127.0.0.1:${port}/`,
		].map((url) => ({ kind: "credentials", url })),
		...[
			`http:127.0.0.1:${port}/`,
			`http:/127.0.0.1:${port}/`,
			`http:\\\\127.0.0.1:${port}\\`,
			`http:////127.0.0.1:${port}/`,
			` \t http://127.0.0.1:${port}/ `,
			`ht\ntp://127.0.0.1:${port}/`,
			`http://127.0.0.1:0${port}/`,
			`http://127.0.0.1\\@${redirector}:${port}/`,
			`http://127.0.0.1:${port}#@${redirector}/`,
			`http://127.0.0.1:${port}?@${redirector}/`,
			`//127.0.0.1:${port}/`,
			`127.0.0.1:${port}`,
		].map((url) => ({ kind: "spelling", url })),
		...BAD_PORTS.map((bad) => ({ kind: "port", url: `http://${redirector}:${bad}/` })),
		...led.flatMap((to) => [301, 302, 303, 307, 308].map((status) => ({ kind: "redirect", url: go(to, status) }))),
		...[301, 302, 303, 307, 308].flatMap((status) =>
			rebinding(`${status}`).map((host) => ({ kind: "rebinding", url: go(`http://${host}:${port}/`, status) })),
		),
		...targets.flatMap((to) => [
			{ kind: "chain", url: go(go(go(`http:${to}`, 307), 301)) },
			{ kind: "chain", url: go(`/go?to=${encodeURIComponent(`http:${to}`)}`) },
		]),
		...[`http://${redirector}/loop`, `http://${redirector}/ping`, `http://${redirector}/endless?0`].map((url) => ({
			kind: "loop",
			url,
		})),
	];
	return [...new Map(all.map((one) => [one.url, one])).values()];
}

/** Answers for the names above: what `named` says of itself, a public address for all others. */
export function hostileResolver(): (hostname: string) => Promise<{ address: string; family: number }[]> {
	const asked = new Map<string, number>();
	const of = (address: string) => ({ address, family: address.includes(":") ? 6 : 4 });
	return async (hostname) => {
		const [, how, code] = /^(one|mixed|mixed-last|rebind)[.]x([0-9a-f]+)[.]/.exec(hostname) ?? [];
		if (!how || !code) return [of(PUBLIC)];
		const inside = of(Buffer.from(code, "hex").toString());
		const times = (asked.get(hostname) ?? 0) + 1;
		asked.set(hostname, times);
		if (how === "rebind") return [times === 1 ? of(PUBLIC) : inside];
		if (how === "mixed") return [of(PUBLIC), inside];
		return how === "mixed-last" ? [inside, of(PUBLIC)] : [inside];
	};
}

/** A name under an outside domain that resolves to an address inside. */
function named(how: string, address: string, which = ""): string {
	return `${how}.x${Buffer.from(address).toString("hex")}.a${which}.example.net`;
}

/** The notations of an IPv4 address that the URL standard reads. */
function notations(address: string): string[] {
	const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
	const number = Number(decimal(address));
	const low24 = b * 65_536 + c * 256 + d;
	const low16 = c * 256 + d;
	const octal = (part: number) => `0${part.toString(8)}`;
	const hex = (part: number) => `0x${part.toString(16)}`;
	const parts = [a, b, c, d];
	const wide = (text: string) =>
		[...text].map((one) => String.fromCodePoint(one === "." ? 0x3002 : (one.codePointAt(0) ?? 0) + 0xfee0)).join("");
	const circled = (text: string) => text.replace(/[1-9]/g, (one) => String.fromCodePoint(0x245f + Number(one)));
	return [
		address,
		`${address}.`,
		`${number}`,
		hex(number),
		hex(number).toUpperCase(),
		octal(number),
		`${number}.`,
		parts.map(octal).join("."),
		parts.map(hex).join("."),
		parts.map((part) => `0000${part.toString(8)}`).join("."),
		parts.map((part) => `0x000000${part.toString(16)}`).join("."),
		`${a}.${low24}`,
		`${a}.${b}.${low16}`,
		`${hex(a)}.${low24}`,
		`${octal(a)}.${hex(b)}.${low16}`,
		`${hex(a)}.${octal(b)}.${c}.${hex(d)}`,
		address.replaceAll(".", "。"),
		address.replaceAll(".", "．"),
		address.replaceAll(".", "%2e"),
		[...address].map((one) => (one === "." ? one : `%${one.charCodeAt(0).toString(16)}`)).join(""),
		wide(address),
		circled(address),
		circled(`${number}`),
	];
}

/** IPv6 addresses that carry an IPv4 one. */
function carriers(address: string): string[] {
	const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
	const pair = (high: number, low: number) => (high * 256 + low).toString(16);
	const hex = `${pair(a, b)}:${pair(c, d)}`;
	const turned = `${pair(255 - a, 255 - b)}:${pair(255 - c, 255 - d)}`;
	return [
		`::ffff:${address}`,
		`::ffff:${hex}`,
		`0:0:0:0:0:ffff:${address}`,
		`::FFFF:${hex.toUpperCase()}`,
		`::${address}`,
		`::${hex}`,
		`::ffff:0:${address}`,
		`64:ff9b::${address}`,
		`64:ff9b::${hex}`,
		`64:ff9b:1::${hex}`,
		`2002:${hex}::`,
		`2002:${hex}::1`,
		`2001:0:5db8:d822:0:0:${turned}`,
		`fe80::5efe:${address}`,
		`2600:1::5efe:${hex}`,
		`2600:1::200:5efe:${hex}`,
	];
}

function decimal(address: string): string {
	return `${address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)}`;
}
