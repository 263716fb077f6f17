import type { Indexed, WorldPage } from "./pages.ts";

/** Addresses that are no files. */
export function special(): [url: string, page: WorldPage][] {
	return [];
}

/** Addresses that the search engine knows otherwise than they are now. */
export function remembered(): Indexed[] {
	return [];
}
