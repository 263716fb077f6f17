import { relative } from "node:path";
import type { RunOptions, WebOptions } from "../evidence/event.ts";
import type { ModelSettings } from "../reasoning/model/model.ts";
import { apiBaseUrl } from "../reasoning/model/wire/providers.ts";
import type { Renderer } from "../sources/pages/reader.ts";
import type { SearchService } from "../sources/search/service.ts";
import type { Hooks } from "./progress.ts";

type ProgressListener = Pick<Hooks, "onProgress">;

/** Announces what is sent to the models of a run, a line for each host. The hosts come from the settings of the requests. */
export function announceModels(
	models: readonly { name: string; settings: ModelSettings }[],
	{ corpus, web, mcp, from }: Pick<RunOptions, "corpus" | "web" | "mcp" | "from">,
	hooks: ProgressListener,
): void {
	const folders = corpus.map(displayFolder).join(", ");
	const contents = [
		...(folders ? [`the documents in ${folders}`] : []),
		...(web ? ["pages of the web"] : []),
		...(mcp ? [`what ${mcp.servers.map(({ name }) => name).join(", ")} returns`] : []),
		...(from === undefined ? [] : [`the pages of run ${from.slice(0, 8)}`]),
	];
	announceHosts(`the question and passages of ${contents.join(" and of ")}`, models, hooks);
}

/** Announces where `assay doctor` sends its request to each model. */
export function announceModelTests(
	models: readonly { name: string; settings: ModelSettings }[],
	hooks: ProgressListener,
): void {
	announceHosts("a tiny request", models, hooks);
}

function announceHosts(
	what: string,
	models: readonly { name: string; settings: ModelSettings }[],
	hooks: ProgressListener,
): void {
	const hosts = Map.groupBy(models, ({ settings }) => URL.parse(apiBaseUrl(settings))?.host ?? "");
	for (const [host, modelsOfHost] of hosts) {
		const names = [...new Set(modelsOfHost.map(({ name }) => name))].join(", ");
		announce(`Sends ${what} to ${host} (${names})`, hooks);
	}
}

/** Announces where `assay doctor` sends its query. A paid service is sent none. */
export function announceServiceTests(
	services: readonly Pick<SearchService, "at" | "paid">[],
	hooks: ProgressListener,
): void {
	const hosts = [...new Set(services.flatMap(({ at, paid }) => (paid ? [] : at)))];
	if (hosts.length > 0) announce(`Sends a test query to ${hosts.join(", ")}`, hooks);
}

/** Announces what is sent to the web. The hosts come from the services and the renderer that send it. */
export function announceWeb(
	services: readonly Pick<SearchService, "at">[],
	renderer: Pick<Renderer, "at"> | undefined,
	{ urls, world }: Pick<WebOptions, "urls" | "world">,
	corpus: readonly string[],
	hooks: ProgressListener,
): void {
	const worldNote = world ? ", all of it an invented web on this machine" : "";
	const corpusNote = corpus.length > 0 ? ", which may hold words of the documents," : "";
	const searchHosts = [...new Set(services.flatMap(({ at }) => at))];
	const pageHosts = [...new Set(urls.map((url) => new URL(url).host))];
	if (searchHosts.length > 0)
		announce(`Sends queries${corpusNote} to ${searchHosts.join(", ")}, and opens the pages found${worldNote}`, hooks);
	if (pageHosts.length > 0) announce(`Opens pages at ${pageHosts.join(", ")}${worldNote}`, hooks);
	if (renderer?.at !== undefined) announce(`Sends the addresses of pages that need a browser to ${renderer.at}`, hooks);
}

function announce(text: string, hooks: ProgressListener): void {
	hooks.onProgress({ type: "destination", text });
}

/** A folder's path, relative where it lies in the working directory. */
function displayFolder(path: string): string {
	const relativePath = relative(process.cwd(), path);
	return relativePath === "" || relativePath.startsWith("..") ? path : relativePath;
}
