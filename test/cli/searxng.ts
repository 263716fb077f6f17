import type { ServerResponse } from "node:http";
import { closeAfterTest } from "../support/close.ts";
import { serve } from "../support/server.ts";

/** A server on loopback that speaks SearXNG's protocol, and remembers what it was asked. */
export interface Engine {
	/** `http://127.0.0.1:PORT` */
	url: string;
	/** Queries so far; that of a probe is empty. */
	asked: string[];
	/** How it answers from now on; as an engine that finds nothing, at first. */
	answer: (response: ServerResponse) => void;
}

export const finding = (results: { url: string; title: string; content: string }[]) => (response: ServerResponse) => {
	response.setHeader("content-type", "application/json");
	response.end(JSON.stringify({ query: "", results, unresponsive_engines: [] }));
};
export const nothing = finding([]);
export const refusing = (response: ServerResponse) => {
	response.statusCode = 403;
	response.end("Forbidden");
};

export async function startEngine(): Promise<Engine> {
	const engine: Engine = { url: "", asked: [], answer: nothing };
	const server = await serve((request, response) => {
		engine.asked.push(new URL(request.url ?? "/", "http://x").searchParams.get("q") ?? "");
		engine.answer(response);
	});
	engine.url = closeAfterTest(server).url;
	return engine;
}
