import { chromiumProgram } from "../../real/chromium.ts";
import { tryOwnAddresses } from "../own-addresses.ts";
import type { Attack } from "./attack.ts";

export const attack: Attack = {
	name: "this machine's own public addresses, by fetch, redirect, proxy and browser",
	async run() {
		const program = chromiumProgram();
		if (typeof program !== "string") throw new Error(program.missing);
		const seen = tryOwnAddresses(program);
		if ("missing" in seen) throw new Error(seen.missing);
		const broken = seen.reached.map((way) => `reached by ${way}`);
		if (seen.named !== 200) broken.push(`the server that the user named answers ${seen.named}`);
		return { attempts: seen.tried, broken, figures: `${seen.reached.length} of ${seen.tried} reached this machine` };
	},
};
