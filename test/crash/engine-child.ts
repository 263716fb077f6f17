/** One process that works on one run: `node engine-child.ts WHERE RUN LEDGER`. Prints `open` when it begins, `done` when the run has ended. */
import { ledgerBody, openAt } from "./engine-body.ts";

const [where, runId, ledger] = process.argv.slice(2);
if (where === undefined || runId === undefined || ledger === undefined) throw new Error("WHERE RUN LEDGER");
const store = await openAt(where);
console.log("open");
await store.execute(runId, ledgerBody(ledger));
await store.close();
console.log("done");
