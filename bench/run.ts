/**
 * `npm run bench -- NAME [ARGS…]`: runs `bench/NAME.ts`, which exports `run(args: string[]): Promise<void>` and prints
 * its table with the seed and what it counted. An unknown name lists the names and exits 2.
 */
import { runNamed } from "./support/named.ts";

await runNamed(import.meta.dirname, "npm run bench", ["run.ts", "bare-loop.ts"]);
