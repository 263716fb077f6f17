import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { runCode } from "./run.ts";
import { sandboxProgram } from "./sandbox.ts";

test("arithmetic over numbers gives what was printed, and the value of the last expression", async () => {
	expect(await runCode("const kept = [1187, 1311]; console.log('sum', kept.reduce((a, b) => a + b)); 7 / 2")).toBe(
		"sum 2498\n3.5",
	);
	expect(await runCode("({ share: 0.25 })")).toBe('{"share":0.25}');
	expect(await runCode("Promise.resolve(21).then((half) => console.log(half * 2)); undefined")).toBe("42");
	expect(await runCode("const unused = 1;")).toContain("nothing was printed");
});

test("a fault in the code is told in words", async () => {
	expect(await runCode("const x = ;")).toContain("SyntaxError");
	expect(await runCode("missing + 1")).toContain("missing is not defined");
	expect(await runCode("throw { toString() { throw 1 } }")).not.toBe("");
});

test("the code sees nothing of the host", async () => {
	const names = [
		"process",
		"require",
		"fetch",
		"setTimeout",
		"Buffer",
		"ArrayBuffer",
		"WebAssembly",
		"global",
		"module",
	];
	const seen = await runCode(`[${names.map((name) => `typeof ${name}`).join()}].join()`);
	expect(new Set(seen.split(","))).toEqual(new Set(["undefined"]));
	const ways = [
		'this.constructor.constructor("return process")().pid',
		'console.log.constructor("return process")().pid',
		"eval('process').pid",
		'new Function("return process")().pid',
		'(async () => {}).constructor("return process")().pid',
		'try { null.x } catch (error) { error.constructor.constructor("return process")().pid }',
		'const f = () => f(); try { f() } catch (error) { error.constructor.constructor("return process")().pid }',
	];
	for (const way of ways) expect(await runCode(way), way).toMatch(/^(EvalError|ReferenceError)/);
	const dynamic = 'import("node:fs").then((fs) => console.log("got", typeof fs), (e) => console.log("no")); undefined';
	expect(await runCode(dynamic)).not.toContain("got");
});

test("neither an endless loop nor a flood nor a memory bomb outlives its limit", async () => {
	const before = folders();
	const [loop, flood, heap, strings] = await Promise.all([
		runCode("for (;;);", undefined, 1_000),
		runCode("for (let i = 0; i < 1e5; i++) console.log('x'.repeat(1000))"),
		runCode("const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()))"),
		runCode("const all = []; for (;;) all.push('ab'.repeat(1e6).split(''))"),
	]);
	expect(loop).toMatch(/more than 1 s|timed out/);
	expect(flood.length).toBeLessThan(10_100);
	expect(flood).toContain("cut at 10,000 characters");
	expect([heap, strings]).toEqual([expect.stringContaining("64 MiB"), expect.stringContaining("64 MiB")]);
	expect(folders()).toEqual(before);
}, 20_000);

test("a stop ends the child", async () => {
	const stop = new AbortController();
	const running = runCode("for (;;);", stop.signal);
	setTimeout(() => stop.abort(new Error("stopped by the test")), 100);
	await expect(running).rejects.toThrow("stopped by the test");
});

/** What hostile code could do if it got out of its context: the same process, with the code in the host's own realm. */
function outside(code: string): string {
	const program = sandboxProgram(1000, 1000).replace(
		"process.exit(0)",
		`try { (${code})() } catch (e) { fs.writeSync(1, String(e.code ?? e)) }`,
	);
	const flags = ["--permission", "--disallow-code-generation-from-strings", "--no-warnings"];
	const ended = spawnSync(process.execPath, [...flags, "-e", program], {
		input: "",
		env: {},
		encoding: "utf8",
		timeout: 5000,
	});
	return ended.stdout;
}

test("outside its context the process still has no files, network, processes, signals or environment", async () => {
	const server = createServer((_request, response) => response.end("reached"));
	let reached = 0;
	server.on("connection", () => reached++);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	expect(outside('() => require("fs").readFileSync("/etc/hostname")')).toContain("ERR_ACCESS_DENIED");
	expect(outside('() => require("fs").writeFileSync("left", "x")')).toContain("ERR_ACCESS_DENIED");
	expect(outside('() => require("child_process").spawnSync("ls")')).toContain("ERR_ACCESS_DENIED");
	expect(outside('() => new (require("worker_threads").Worker)("0", { eval: true })')).toContain("ERR_ACCESS_DENIED");
	expect(outside("() => process.kill(process.ppid, 0)")).toContain("not a function");
	expect(outside("() => fs.writeSync(1, JSON.stringify(process.env))")).toBe("{}");
	const late = (call: string) => outside(`() => ${call}`);
	const say = "(e) => fs.writeSync(1, String(e?.code ?? e?.cause?.code ?? e))";
	expect(late(`require("net").connect(${port}, "127.0.0.1").on("error", ${say})`)).toContain("ERR_ACCESS_DENIED");
	expect(late(`require("http").get("http://127.0.0.1:${port}").on("error", ${say})`)).toContain("ERR_ACCESS_DENIED");
	expect(late(`fetch("http://127.0.0.1:${port}").then(() => fs.writeSync(1, "reached"), ${say})`)).not.toContain(
		"reached",
	);
	expect(late(`require("dns").lookup("localhost", ${say})`)).toContain("ERR_ACCESS_DENIED");
	expect(late(`require("dgram").createSocket("udp4").on("error", ${say}).bind(0)`)).toContain("ERR_ACCESS_DENIED");
	expect(reached).toBe(0);
});

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("assay-code-"));
