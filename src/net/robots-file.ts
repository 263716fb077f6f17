/** The rules of a `robots.txt` for one program (RFC 9309). */
export interface RobotsFile {
	/** `path`: the path of an address with its query. */
	allowed(path: string): boolean;
	/** Seconds to wait between two requests; undefined when the file states none. */
	delay: number | undefined;
}

interface PathRule {
	isAllowed: boolean;
	/** Length of its pattern: the longest matching one decides. */
	length: number;
	/** The texts between its stars. */
	parts: string[];
	/** Whether its last part must end the path. */
	isWhole: boolean;
}

interface AgentGroup {
	rules: PathRule[];
	delay: number | undefined;
}

/**
 * Parses a `robots.txt`. Files may be hostile: the work grows only with the file's length, not with the programs that it names or the
 * stars that it holds.
 *
 * @param product our name, lower case. If no group names it, the groups of `*` apply.
 */
export function parseRobotsFile(text: string, product: string): RobotsFile {
	const groups = new Map<string, AgentGroup>();
	let current = new Set<string>();
	let isNaming = false;
	for (const line of text.split(/\r\n|\r|\n/)) {
		const [content = ""] = line.split("#", 1);
		const colon = content.indexOf(":");
		if (colon < 0) continue;
		const field = content.slice(0, colon).trim().toLowerCase();
		const value = content.slice(colon + 1).trim();
		if (field === "user-agent") {
			if (!isNaming) current = new Set();
			const name = value.toLowerCase().split("/", 1)[0]?.trim() ?? "";
			if (name === product || name === "*") current.add(name);
		} else if (field === "allow" || field === "disallow") {
			const rule = value === "" ? undefined : parseRule(value, field === "allow");
			for (const name of current) ensureGroup(groups, name).rules.push(...(rule ? [rule] : []));
		} else if (field === "crawl-delay")
			for (const name of current) {
				const group = ensureGroup(groups, name);
				group.delay = parseDelay(value) ?? group.delay;
			}
		isNaming = field === "user-agent";
	}
	const { rules, delay } = groups.get(product) ?? groups.get("*") ?? { rules: [], delay: undefined };
	return { delay, allowed: (path) => isPathAllowed(rules, path) };
}

/** Returns a program's group, and creates it if needed. */
function ensureGroup(groups: Map<string, AgentGroup>, name: string): AgentGroup {
	const group = groups.get(name) ?? { rules: [], delay: undefined };
	groups.set(name, group);
	return group;
}

function parseDelay(value: string): number | undefined {
	const delay = Number(value);
	return value === "" || Number.isNaN(delay) ? undefined : delay;
}

function parseRule(value: string, allows: boolean): PathRule {
	const pattern = upperCaseEscapes(encodePattern(value));
	const isWhole = pattern.endsWith("$");
	const parts = (isWhole ? pattern.slice(0, -1) : pattern).split(/\*+/);
	return { isAllowed: allows, length: pattern.length, parts, isWhole };
}

/** The longest matching rule decides; of two equally long ones, the one that allows. */
function isPathAllowed(rules: readonly PathRule[], path: string): boolean {
	const normalizedPath = upperCaseEscapes(path);
	let best: PathRule | undefined;
	for (const rule of rules) {
		const isBetter =
			!best || rule.length > best.length || (rule.length === best.length && rule.isAllowed && !best.isAllowed);
		if (isBetter && isMatch(rule, normalizedPath)) best = rule;
	}
	return best?.isAllowed ?? true;
}

/** Matches each part at its first possible place: a later place could never match more. */
function isMatch({ parts, isWhole }: PathRule, path: string): boolean {
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
function encodePattern(value: string): string {
	return encodeURI(value.toWellFormed()).replaceAll("%25", "%");
}

function upperCaseEscapes(text: string): string {
	return text.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}
