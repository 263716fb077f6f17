import type { Reply } from "./server.ts";

export interface Protocol {
	name: string;
	/** It needs one, or takes one. */
	key?: "needed" | "taken";
	variable?: string;
	/** Some results for a query. */
	some: Reply;
	/** What is to be read of the first one. */
	first: { url: string; title: string; snippet: RegExp; date?: string };
	/** Nothing matches. */
	none: Reply;
	wrongKey?: Reply;
	usedUp?: Reply;
	/** What a request holds when sites and days are asked for, where the service knows them. */
	filters: RegExp[];
}

/** A challenge as Cloudflare sends one. */
export const challenge: Reply = {
	status: 403,
	headers: { "cf-mitigated": "challenge", server: "cloudflare" },
	body: '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>',
};

/** What a hotel's network puts in place of any address. */
export const portal: Reply = {
	body: "<!DOCTYPE html><html><head><title>Hotel Wi-Fi login</title></head><body>Please sign in to the network to go on.</body></html>",
};

/** An error page that claims to be fine. */
export const errorPage: Reply = {
	body: "<!DOCTYPE html><html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>",
};

/** More than any answer can be, in the right form. */
export const huge: Reply = { headers: { "content-type": "application/json" }, body: `["${"x".repeat(4_100_000)}"]` };
