/** The rules of a `robots.txt` for one program (RFC 9309). */
export interface RobotsFile {
	/** `path`: the path of an address with its query. */
	allowed(path: string): boolean;
	/** Seconds to wait between two requests; undefined when the file states none. */
	delay: number | undefined;
}

interface Rule {
	isAllowed: boolean;
	/** Length of its pattern: the longest matching one decides. */
	length: number;
	/** The texts between its stars. */
	parts: string[];
	/** Whether its last part must end the path. */
	isWhole: boolean;
}

interface Group {
	rules: Rule[];
	delay: number | undefined;
}

/**
 * Parses a `robots.txt`. Files may be hostile: the work grows only with the file's length, not with the programs that it names or the
 * stars that it holds.
 *
 * @param product our name, lower case. If no group names it, the groups of `*` apply.
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

/** Returns a program's group, and creates it if needed. */
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

/** The longest matching rule decides; of two equally long ones, the one that allows. */
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

/** Matches each part at its first possible place: a later place could never match more. */
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

/** Encodes characters outside ASCII as addresses do. */
function encoded(value: string): string {
	return encodeURI(value.toWellFormed()).replaceAll("%25", "%");
}

function sameCase(text: string): string {
	return text.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}
