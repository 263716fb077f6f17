/** A process that runs the code of its first argument in the sandbox and does nothing else; a test kills it. */
import { runCode } from "../../src/research/investigator/code/run.ts";

const running = runCode(process.argv[2] ?? "", undefined, 60_000);
process.send?.("started");
await running;
