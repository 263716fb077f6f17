import type { PlanChange, ReceivedMessage, UserMessage } from "../evidence/user-message.ts";

type Received = Pick<ReceivedMessage, "kind" | "text" | "outcome" | "change">;

/** A message as its user typed it: `“only since 2020”`, or `/pause`. */
export function messageName({ kind, text }: Pick<UserMessage, "kind" | "text">): string {
	return kind === "redirect" ? `“${text}”` : kind;
}

/** What became of a message: `“only since 2020”: q6 was added, in your words`. */
export function receivedWords(message: Received): string {
	return `${messageName(message)}: ${effectWords(message)}`;
}

function effectWords({ kind, outcome, change }: Received): string {
	if (outcome === "outdated") return "not followed, because the run was resumed after it";
	if (outcome === "late")
		return kind === "redirect"
			? "too late for this report; an extension of the run searches for it"
			: "too late, nothing was left to do";
	switch (kind) {
		case "pause":
			return "the run pauses here and can be resumed";
		case "stop":
			return "the run stops here and can be resumed";
		case "finish":
			return "no further wave; the report is written from what there is";
		case "redirect":
			return change ? changeWords(change) : "taken";
	}
}

/** `q6 was added; q2 is dropped; q3 now asks: …`. */
function changeWords({ added, dropped, refocused, by }: PlanChange): string {
	const parts = [
		...added.map(({ id, text }) => (by === "rules" ? `${id} was added, in your words` : `${id} was added: ${text}`)),
		...dropped.map((id) => `${id} is dropped`),
		...refocused.map(({ id, text }) => `${id} now asks: ${text}`),
	];
	if (parts.length > 0) return parts.join("; ");
	return by === "rules" ? "the plan asks for it already" : "the plan stays as it is, and the report follows it";
}
