/** Holds the only place of a host in the database that is named, says so, and lives on. */
import { openPostgresStore } from "../../src/store/postgres.ts";

const { shared } = await openPostgresStore(String(process.argv[2]));
await shared?.limits.hold("host example.com", 1);
process.stdout.write("held\n");
setInterval(() => undefined, 1_000);
