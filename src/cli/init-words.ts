import type { tryChoice } from "../app/choose.ts";
import type { DoctorCheck } from "../app/doctor/check.ts";
import { asTypedCommand, say } from "./terminal/output.ts";
import { oneLine } from "./terminal/text.ts";

/** Says where something is sent, before it is. */
export const sayDestinations: Parameters<typeof tryChoice>[2] = {
	onProgress(progress) {
		if (progress.type === "destination") say(oneLine(progress.text));
	},
};

export function checkLine({ part, ok, text, hint }: DoctorCheck): string {
	return `${ok ? "ok " : "NO "} ${part}: ${oneLine(asTypedCommand(text))}${hint === undefined ? "" : `; ${oneLine(asTypedCommand(hint))}`}`;
}
