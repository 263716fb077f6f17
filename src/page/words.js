/** Numbers and times in words, as the terminal writes them. */

/** @param {number} usd */
export function dollars(usd) {
	if (usd === 0) return "$0";
	if (usd >= 1) return `$${usd.toFixed(2)}`;
	return `$${usd.toFixed(Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(usd)))))}`;
}

/** @param {number} count */
export function tokens(count) {
	if (count < 1_000) return String(count);
	return count < 999_500 ? `${(count / 1_000).toFixed(count < 9_950 ? 1 : 0)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** `12:05`, `1:02:05`. @param {number} ms */
export function duration(ms) {
	const seconds = Math.max(0, Math.floor(ms / 1_000));
	const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
	const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @param {number} count @param {string} one */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {{ low: number, high: number }} range */
export const dollarRange = ({ low, high }) => (low === high ? dollars(high) : `${dollars(low)} to ${dollars(high)}`);

/** @param {string} date ISO 8601 */
export function when(date) {
	const at = new Date(date);
	const isToday = at.toDateString() === new Date().toDateString();
	const time = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
	return isToday
		? `today, ${time}`
		: `${at.toLocaleDateString([], { year: "numeric", month: "short", day: "numeric" })}, ${time}`;
}

export const statusWords = {
	queued: "waits for a worker",
	running: "at work",
	interrupted: "can be resumed",
	waiting: "waits for you",
	completed: "finished",
	failed: "failed",
};

export const signalWords = {
	NEW_EVIDENCE: "new evidence",
	CONFLICT_FOUND: "sources disagree",
	REDUNDANT: "nothing new",
	DEAD_END: "no answer there",
	NO_RETRIEVAL_RESULTS: "nothing found",
};

export const signalMarks = {
	NEW_EVIDENCE: "●",
	CONFLICT_FOUND: "≠",
	REDUNDANT: "○",
	DEAD_END: "×",
	NO_RETRIEVAL_RESULTS: "∅",
};

export const coverageWords = { covered: "covered", thin: "thin", uncovered: "open" };

/** What a run is that belongs to another, before the name of that. @param {{ kind?: string, pulse?: number | undefined }} run */
export function kindWords({ kind, pulse }) {
	const words = { pulse: `Pulse ${pulse} of`, extend: "Extends", monitor: "A look at", ask: "A question to" };
	return words[/** @type {keyof typeof words} */ (kind)] ?? "Belongs to";
}

/** @param {string} text */
export const upperFirst = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text as a sentence, with a capital and a full stop. @param {string} text */
export function sentence(text) {
	const first = upperFirst(text);
	return first === "" || /[.?!)]$/.test(first) ? first : `${first}.`;
}
