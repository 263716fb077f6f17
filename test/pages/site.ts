/** A small web on loopback for the tests of the page reader: answers by host and path. */
import type { IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import type { UnreadReason } from "../../src/evidence/unread-page.ts";
import { openGate } from "../../src/net/gate.ts";
import { openWeb, type Web } from "../../src/net/web.ts";
import { openPageReader } from "../../src/sources/pages/open.ts";
import type { PageReader, Renderer } from "../../src/sources/pages/reader.ts";
import { PageError } from "../../src/sources/provider.ts";
import { serve } from "../support/server.ts";

export interface Answer {
	status?: number;
	type?: string;
	headers?: Record<string, string>;
	body?: string | Uint8Array;
}

export interface Site {
	web: Web;
	reader: PageReader;
	/** Host and path of every request, `robots.txt` left out. */
	asked: string[];
	headers: IncomingHttpHeaders[];
	/** Adds pages while it runs. */
	pages: Record<string, Answer | string>;
}

/** Serves pages by `host/path`; a text is an HTML page. Ends with the test. */
export async function site(pages: Record<string, Answer | string>, renderer?: Renderer): Promise<Site> {
	const asked: string[] = [];
	const headers: IncomingHttpHeaders[] = [];
	const served = { ...pages };
	const server = await serve((request, response) => {
		const key = `${(request.headers.host ?? "").replace(/:\d+$/, "")}${request.url}`;
		if (!key.endsWith("/robots.txt")) {
			asked.push(key);
			headers.push(request.headers);
		}
		const page = served[key];
		const answer: Answer =
			page === undefined ? { status: 404, body: "" } : typeof page === "string" ? { body: page } : page;
		response.writeHead(answer.status ?? 200, {
			"content-type": answer.type ?? "text/html; charset=utf-8",
			...answer.headers,
		});
		response.end(answer.body ?? "");
	});
	const hosts = [...new Set(Object.keys(pages).map((key) => key.split("/")[0] ?? ""))];
	const web = openWeb({ gate: openGate({ world: { hosts, endpoint: server.endpoint } }) });
	const reader = openPageReader({ web, renderer });
	onTestFinished(async () => {
		await reader.close();
		await web.close();
		await server.close();
	});
	return { web, reader, asked, headers, pages: served };
}

/** What kept a page from being read: its obstacle and its words; undefined when it was read. */
export async function obstacle(
	reader: PageReader,
	url: string,
): Promise<{ obstacle: UnreadReason; reason: string } | undefined> {
	try {
		await reader.read(url);
		return undefined;
	} catch (error) {
		if (error instanceof PageError) return { obstacle: error.obstacle, reason: error.message };
		throw error;
	}
}

/** An honest article's paragraphs, long enough to be one. */
export const prose = [
	"The ferry between the two islands carried 41,200 passengers last year, the harbour board said, a tenth more than in the year before it.",
	"Most of them crossed in July and August, when the boat runs six times a day and the queue at the pier reaches back to the chapel.",
	"The board wants to lengthen the quay by eleven metres so that a larger boat can moor there, and has asked the county for two thirds of the money.",
	"Fishermen oppose the plan because the longer quay would cut off the inner basin, in which eleven boats lie over the winter.",
	"A decision is expected before the spring, and the work itself would take about seven months, during which the boat would land at the old slip.",
];
