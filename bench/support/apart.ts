import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs code in a process of its own, so that nothing is warm; what it prints, as JSON. Rejects when it ends with an error. */
export async function ranApart<Result>(code: string): Promise<Result> {
	const child = spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", code], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	let text = "";
	child.stdout.on("data", (chunk) => {
		text += String(chunk);
	});
	const [exit] = await once(child, "close");
	if (exit !== 0) throw new Error(`an opening ended with ${exit}`);
	return JSON.parse(text) as Result;
}
