/** Parameters that tell where a reader came from and do not change the page. */
const trackingParameter =
	/^(?:utm_\w+|gclid|gclsrc|dclid|wbraid|gbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_[ce]id|mkt_tok|_ga|_gl|_hs(?:enc|mi)|ref_src|ref_url|cmpid|ncid|s_cid|ito|xtor|wt_mc|vero_id|oly_(?:anon|enc)_id)$/i;
/** Longer texts are no address that a person was given. Characters. */
const addressLengthMax = 4_096;
/** Parameters that request a mobile or AMP copy of the page. */
const copyParameters = new Set(["amp=1", "amp=true", "amp=", "outputtype=amp", "m=1", "mobile=1"]);

/** The address to request: without its fragment and without tracking parameters. Undefined when it is no web address. */
export function fetchableUrl(text: string): string | undefined {
	const url = webUrl(text);
	if (!url) return undefined;
	if (!url.hash.startsWith("#!")) url.hash = "";
	const parameters = pairsOf(url).filter((pair) => !trackingParameter.test(parameterName(pair)));
	url.search = parameters.length > 0 ? `?${parameters.join("&")}` : "";
	return url.href;
}

/**
 * A form of the address that is the same for all addresses of one page. It is for comparison, not for requests. `http` and `https`,
 * `www.`, `m.` and AMP forms, default ports, order of parameters, tracking, fragments and a trailing slash make no difference.
 * Undefined when it is no web address.
 */
export function canonicalUrl(text: string): string | undefined {
	const requestUrl = fetchableUrl(text);
	const url = requestUrl === undefined ? undefined : new URL(requestUrl);
	if (!url) return undefined;
	const pairs = pairsOf(url)
		.filter((pair) => !copyParameters.has(pair.toLowerCase()))
		.map(normalizeEscapes)
		.toSorted();
	const host = siteHostOf(url.hostname);
	const path = canonicalPath(host === "doi.org" ? url.pathname.toLowerCase() : url.pathname);
	const port = url.port === "" ? "" : `:${url.port}`;
	return `https://${host}${port}${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}${normalizeEscapes(url.hash)}`;
}

/** A host without `www.` and without the `m.`, `mobile.` or `amp.` of its copies. */
export function siteHostOf(hostname: string): string {
	const host = hostname.toLowerCase().replace(/\.$/, "");
	if (/^[\d.]+$|:/.test(host)) return host;
	const labels = host.split(".");
	// The rest must still be a name with a domain: `m.example` is a site of its own, and so is `www.com`.
	const remaining = labels.filter(
		(label, at) => !(at < labels.length - 2 && (at === 0 ? /^(?:www\d?|m|mobile|amp)$/ : /^m$/).test(label)),
	);
	const name = remaining.length >= 2 ? remaining.join(".") : host;
	return name === "dx.doi.org" ? "doi.org" : name === host ? name : siteHostOf(name);
}

/** Whether an address is on one of these domains, or below a path of one: `example.org`, `example.org/reports`. */
export function isOnSites(address: string, sites: readonly string[]): boolean {
	const url = webUrl(address);
	if (!url) return false;
	const host = siteHostOf(url.hostname);
	return sites.some((site) => {
		const at = parseSite(site);
		return (host === at.host || host.endsWith(`.${at.host}`)) && `${url.pathname}/`.startsWith(`${at.path}/`);
	});
}

/** The parts of a domain as a person types it (`https://www.example.org/reports/`). */
export function parseSite(site: string): { host: string; path: string } {
	const [host = "", ...path] = site
		.trim()
		.replace(/^[a-z]+:\/\//i, "")
		.replace(/^\*?\./, "")
		.split("/");
	const url = webUrl(`https://${host}`);
	return {
		host: siteHostOf(url?.hostname ?? host),
		path: path
			.filter(Boolean)
			.map((part) => `/${part}`)
			.join(""),
	};
}

function webUrl(text: string): URL | undefined {
	if (text.length > addressLengthMax) return undefined;
	const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
	// An address with a user name and a password is nobody's public page.
	return url && /^https?:$/.test(url.protocol) && url.username + url.password === "" ? url : undefined;
}

function pairsOf(url: URL): string[] {
	return url.search.slice(1).split("&").filter(Boolean);
}

function parameterName(pair: string): string {
	return pair.split("=")[0] ?? "";
}

function canonicalPath(path: string): string {
	const shortened = normalizeEscapes(path)
		.replace(/\/amp\/?$/i, "/")
		.replace(/\.amp(?=\.html?$)|\.amp$/i, "")
		.replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, "/")
		.replace(/\/+$/, "");
	return shortened === path ? path : canonicalPath(shortened);
}

/** Writes escaped characters in one way: plain ones unescaped, the others in upper case. */
function normalizeEscapes(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (whole, hex: string) => {
		const char = String.fromCharCode(Number.parseInt(hex, 16));
		return /[\w.~-]/.test(char) ? char : whole.toUpperCase();
	});
}
