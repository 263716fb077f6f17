/**
 * The program of the child process, as text for `node -e`. The code itself comes by standard input. It is compiled in a V8 context
 * that holds nothing of the host: no `process`, no `require`, no timers, and no buffers, whose memory would lie outside the heap
 * and its limit. Only a string leaves the context. If code escapes the context, the limits of `confine.ts` still hold, and what
 * they do not cover (signals to other processes) is removed before the code begins.
 */
export function sandboxProgram(outputMost: number, ms: number): string {
	return `(${sandbox.toString()})(${JSON.stringify(inside(outputMost))}, ${ms});`;
}

/** Has no imports and uses no outer variables, because its text is the program. */
function sandbox(prelude: string, timeout: number): void {
	const fs = process.getBuiltinModule("node:fs");
	const vm = process.getBuiltinModule("node:vm");
	const os = process.getBuiltinModule("node:os");
	const code = fs.readFileSync(0, "utf8");
	const host: object = process;
	for (const name of [
		"kill",
		"_kill",
		"_debugProcess",
		"_debugEnd",
		"dlopen",
		"binding",
		"_linkedBinding",
		"getBuiltinModule",
	])
		Object.defineProperty(host, name, { value: undefined });
	Object.defineProperty(os, "setPriority", { value: undefined });
	const context = vm.createContext(Object.create(null), {
		codeGeneration: { strings: false, wasm: false },
		microtaskMode: "afterEvaluate",
	});
	// Functions of the context, made before the code can change anything that they use.
	const { give, show, fail } = vm.runInContext(prelude, context) as Record<
		"give" | "show" | "fail",
		(v?: unknown) => unknown
	>;
	try {
		show?.(new vm.Script(code, { filename: "code" }).runInContext(context, { timeout }));
	} catch (error) {
		// Errors of the compiler are the host's own; of those the context is given the words only.
		fail?.(error instanceof Error ? `${error.name}: ${error.message}` : error);
	}
	const printed = give?.();
	fs.writeSync(1, typeof printed === "string" ? printed : "");
	process.exit(0);
}

/** The code that prepares the context: what it removes, and where `console.log` goes. */
function inside(outputMost: number): string {
	return `(() => {
	"use strict";
	for (const name of Object.getOwnPropertyNames(globalThis))
		if (/Array$|Buffer$/.test(name) && name !== "Array") delete globalThis[name];
	for (const name of ["DataView", "Atomics", "WebAssembly"]) delete globalThis[name];
	const { stringify } = JSON;
	const text = String;
	let out = "";
	const say = (value) => {
		let line;
		try {
			line = typeof value === "object" && value !== null && !(value instanceof Error) ? stringify(value) : text(value);
		} catch {
			line = "(cannot be shown)";
		}
		out += line;
	};
	const print = (...values) => {
		for (let at = 0; at < values.length && out.length <= ${outputMost}; at++) {
			if (at > 0) out += " ";
			say(values[at]);
		}
		if (out.length <= ${outputMost}) out += "\\n";
	};
	Object.defineProperty(globalThis, "console", { value: { log: print, info: print, warn: print, error: print } });
	return {
		give: () => out.slice(0, ${outputMost} + 1),
		show: (value) => { if (value !== undefined) print(value); },
		fail: (error) => print(error),
	};
})()`;
}
