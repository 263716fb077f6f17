import { startConfined } from "../../src/research/investigator/code/confine.ts";
import { sandboxProgram } from "../../src/research/investigator/code/sandbox.ts";

/**
 * What hostile code could do if it got out of its context: the same process, with `code` (a function's text) in the host's own
 * realm. Gives what it wrote to standard output, or the code of what it threw.
 */
export async function outsideSandbox(code: string, ms = 5_000): Promise<string> {
	const program = sandboxProgram(1_000, 1_000).replace(
		"process.exit(0)",
		`try { (${code})() } catch (e) { fs.writeSync(1, String(e.code ?? e)) }`,
	);
	const { child, stdin, stdout, stderr, end } = startConfined(program, ms);
	const timer = setTimeout(end, ms);
	let said = "";
	stdout.on("data", (chunk) => {
		said += chunk;
	});
	stderr.resume();
	stdin.end();
	await new Promise<void>((resolve) => child.once("close", () => resolve()));
	clearTimeout(timer);
	return said;
}
