/** Parameters that tell where a reader came from and do not change the page. */
const tracking =
	/^(?:utm_\w+|gclid|gclsrc|dclid|wbraid|gbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_[ce]id|mkt_tok|_ga|_gl|_hs(?:enc|mi)|ref_src|ref_url|cmpid|ncid|s_cid|ito|xtor|wt_mc|vero_id|oly_(?:anon|enc)_id)$/i;
/** Longer texts are no address that a person was given. Characters. */
const addressMost = 4_096;
/** Parameters that request a mobile or AMP copy of the page. */
const copies = new Set(["amp=1", "amp=true", "amp=", "outputtype=amp", "m=1", "mobile=1"]);

/** The address to request: without its fragment and without tracking parameters. Undefined when it is no web address. */
export function fetchable(text: string): string | undefined {
	const url = webUrl(text);
	if (!url) return undefined;
	if (!url.hash.startsWith("#!")) url.hash = "";
	const kept = pairsOf(url).filter((pair) => !tracking.test(nameOf(pair)));
	url.search = kept.length > 0 ? `?${kept.join("&")}` : "";
	return url.href;
}

/**
 * A form of the address that is the same for all addresses of one page. It is for comparison, not for requests. `http` and `https`,
 * `www.`, `m.` and AMP forms, default ports, order of parameters, tracking, fragments and a trailing slash make no difference.
 * Undefined when it is no web address.
 */
export function canonical(text: string): string | undefined {
	const plainly = fetchable(text);
	const url = plainly === undefined ? undefined : new URL(plainly);
	if (!url) return undefined;
	const pairs = pairsOf(url)
		.filter((pair) => !copies.has(pair.toLowerCase()))
		.map(evenly)
		.toSorted();
	const host = hostOf(url.hostname);
	const path = pathOf(host === "doi.org" ? url.pathname.toLowerCase() : url.pathname);
	const port = url.port === "" ? "" : `:${url.port}`;
	return `https://${host}${port}${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}${evenly(url.hash)}`;
}

/** A host without `www.` and without the `m.`, `mobile.` or `amp.` of its copies. */
export function hostOf(hostname: string): string {
	const host = hostname.toLowerCase().replace(/\.$/, "");
	if (/^[\d.]+$|:/.test(host)) return host;
	const labels = host.split(".");
	// The rest must still be a name with a domain: `m.example` is a site of its own, and so is `www.com`.
	const plainly = labels.filter(
		(label, at) => !(at < labels.length - 2 && (at === 0 ? /^(?:www\d?|m|mobile|amp)$/ : /^m$/).test(label)),
	);
	const name = plainly.length >= 2 ? plainly.join(".") : host;
	return name === "dx.doi.org" ? "doi.org" : name === host ? name : hostOf(name);
}

/** Whether an address is on one of these domains, or below a path of one: `example.org`, `example.org/reports`. */
export function isOn(address: string, sites: readonly string[]): boolean {
	const url = webUrl(address);
	if (!url) return false;
	const host = hostOf(url.hostname);
	return sites.some((site) => {
		const at = siteOf(site);
		return (host === at.host || host.endsWith(`.${at.host}`)) && `${url.pathname}/`.startsWith(`${at.path}/`);
	});
}

/** The parts of a domain as a person types it (`https://www.example.org/reports/`). */
export function siteOf(site: string): { host: string; path: string } {
	const [host = "", ...path] = site
		.trim()
		.replace(/^[a-z]+:\/\//i, "")
		.replace(/^\*?\./, "")
		.split("/");
	const url = webUrl(`https://${host}`);
	return {
		host: hostOf(url?.hostname ?? host),
		path: path
			.filter(Boolean)
			.map((part) => `/${part}`)
			.join(""),
	};
}

function webUrl(text: string): URL | undefined {
	if (text.length > addressMost) return undefined;
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	// An address with a user name and a password is nobody's public page.
	return url && /^https?:$/.test(url.protocol) && url.username + url.password === "" ? url : undefined;
}

function pairsOf(url: URL): string[] {
	return url.search.slice(1).split("&").filter(Boolean);
}

function nameOf(pair: string): string {
	return pair.split("=")[0] ?? "";
}

function pathOf(path: string): string {
	const plainly = evenly(path)
		.replace(/\/amp\/?$/i, "/")
		.replace(/\.amp(?=\.html?$)|\.amp$/i, "")
		.replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, "/")
		.replace(/\/+$/, "");
	return plainly === path ? path : pathOf(plainly);
}

/** Writes escaped characters in one way: plain ones unescaped, the others in upper case. */
function evenly(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (whole, hex: string) => {
		const char = String.fromCharCode(Number.parseInt(hex, 16));
		return /[\w.~-]/.test(char) ? char : whole.toUpperCase();
	});
}
