/** What a `robots.txt` says to one program (RFC 9309). */
export interface RobotsFile {
	/** `path`: of an address, with its query. */
	allowed(path: string): boolean;
	/** Seconds to wait between two requests, as the file states them; undefined when it does not. */
	delay: number | undefined;
}

interface Rule {
	isAllowed: boolean;
	/** Characters of its pattern: the longest one that fits decides. */
	length: number;
	/** What stands between its stars. */
	parts: string[];
	/** Its last part ends the path. */
	isWhole: boolean;
}

interface Group {
	rules: Rule[];
	delay: number | undefined;
}

/**
 * Reads a `robots.txt`. Files are written by strangers: the work grows with the file's length alone, however many programs it names
 * and stars it holds.
 *
 * @param product our name, lower case; where no group has it, those of `*` hold.
 */
export function readRobotsFile(text: string, product: string): RobotsFile {
	const groups = new Map<string, Group>();
	let current = new Set<string>();
	let isNaming = false;
	for (const line of text.split(/\r\n|\r|\n/)) {
		const [stated = ""] = line.split("#", 1);
		const colon = stated.indexOf(":");
		if (colon < 0) continue;
		const field = stated.slice(0, colon).trim().toLowerCase();
		const value = stated.slice(colon + 1).trim();
		if (field === "user-agent") {
			if (!isNaming) current = new Set();
			const name = value.toLowerCase().split("/", 1)[0]?.trim() ?? "";
			if (name === product || name === "*") current.add(name);
		} else if (field === "allow" || field === "disallow") {
			const rule = value === "" ? undefined : ruleOf(value, field === "allow");
			for (const name of current) groupOf(groups, name).rules.push(...(rule ? [rule] : []));
		} else if (field === "crawl-delay")
			for (const name of current) {
				const group = groupOf(groups, name);
				group.delay = delayOf(value) ?? group.delay;
			}
		isNaming = field === "user-agent";
	}
	const { rules, delay } = groups.get(product) ?? groups.get("*") ?? { rules: [], delay: undefined };
	return { delay, allowed: (path) => isAllowed(rules, path) };
}

/** A group is there once something is said in it. */
function groupOf(groups: Map<string, Group>, name: string): Group {
	const group = groups.get(name) ?? { rules: [], delay: undefined };
	groups.set(name, group);
	return group;
}

function delayOf(value: string): number | undefined {
	const delay = Number(value);
	return value === "" || Number.isNaN(delay) ? undefined : delay;
}

function ruleOf(value: string, allows: boolean): Rule {
	const pattern = sameCase(encoded(value));
	const isWhole = pattern.endsWith("$");
	const parts = (isWhole ? pattern.slice(0, -1) : pattern).split(/\*+/);
	return { isAllowed: allows, length: pattern.length, parts, isWhole };
}

/** The longest rule that fits; of two, the one that allows. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
	const asked = sameCase(path);
	let best: Rule | undefined;
	for (const rule of rules) {
		const isBetter =
			!best || rule.length > best.length || (rule.length === best.length && rule.isAllowed && !best.isAllowed);
		if (isBetter && fits(rule, asked)) best = rule;
	}
	return best?.isAllowed ?? true;
}

/** Part by part at the first place where each stands: what a later place could give, an earlier one gives too. */
function fits({ parts, isWhole }: Rule, path: string): boolean {
	const [first = "", ...rest] = parts;
	if (!path.startsWith(first)) return false;
	if (rest.length === 0) return !isWhole || path.length === first.length;
	let at = first.length;
	for (const part of isWhole ? rest.slice(0, -1) : rest) {
		const found = path.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	const last = isWhole ? (rest.at(-1) ?? "") : "";
	return path.length - last.length >= at && path.endsWith(last);
}

/** As addresses spell what is no ASCII. */
function encoded(value: string): string {
	return encodeURI(value.toWellFormed()).replaceAll("%25", "%");
}

function sameCase(text: string): string {
	return text.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}
