import type { Sql } from "postgres";
import { cleanupResultOf } from "./folder-pages.ts";
import type { PageStore } from "./store.ts";

/** Pages in a table, as JSON text: `jsonb` refuses characters that a page may hold. `callDatabase` makes a database call. */
export function openPostgresPages(
	pool: Sql,
	schema: string,
	callDatabase: <T>(call: () => Promise<T>) => Promise<T>,
): PageStore {
	return {
		put: async (page) => {
			const text = JSON.stringify(page);
			await callDatabase(
				async () => pool`
					INSERT INTO ${pool(schema)}.pages (hash, page) VALUES (${page.hash}, ${text})
					ON CONFLICT (hash) DO UPDATE SET kept_at = now()`,
			);
		},
		get: async (hash) => {
			const [row] = await callDatabase(async () => pool`SELECT page FROM ${pool(schema)}.pages WHERE hash = ${hash}`);
			return row === undefined ? undefined : JSON.parse(String(row.page));
		},
		cleanup: async ({ before, keep, only, dryRun }) => {
			const rows = await callDatabase(
				async () => pool`SELECT hash, octet_length(page) AS bytes FROM ${pool(schema)}.pages WHERE kept_at < ${before}`,
			);
			const [count] = await callDatabase(async () => pool`SELECT count(*)::int AS n FROM ${pool(schema)}.pages`);
			const old = rows
				.map(({ hash, bytes }) => ({ hash: String(hash), bytes: Number(bytes) }))
				.filter(({ hash }) => !keep.has(hash) && only?.has(hash) !== false);
			const hashes = old.map(({ hash }) => hash);
			if (!dryRun && hashes.length > 0)
				await callDatabase(
					async () => pool`DELETE FROM ${pool(schema)}.pages WHERE hash = ANY(${hashes}) AND kept_at < ${before}`,
				);
			return cleanupResultOf(old, Number(count?.n));
		},
	};
}
