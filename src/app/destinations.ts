import { relative } from "node:path";
import type { RunOptions, WebOptions } from "../evidence/event.ts";
import type { ModelSettings } from "../reasoning/model/model.ts";
import { apiBaseUrl } from "../reasoning/model/wire/providers.ts";
import type { Renderer } from "../sources/pages/reader.ts";
import type { SearchService } from "../sources/search/service.ts";
import type { Hooks } from "./progress.ts";

/** Whoever shows it. */
type Listener = Pick<Hooks, "onProgress">;

/** Says what the models of a run will be sent, a line a host, from the settings that their requests are made with. */
export function tellModels(
	models: readonly { name: string; settings: ModelSettings }[],
	{ corpus, web }: Pick<RunOptions, "corpus" | "web">,
	hooks: Listener,
): void {
	const folders = corpus.map(shownFolder).join(", ");
	const read = [...(folders ? [`the documents in ${folders}`] : []), ...(web ? ["pages of the web"] : [])];
	tellHosts(`the question and passages of ${read.join(" and of ")}`, models, hooks);
}

/** Says where `assay doctor` sends its request to each model. */
export function tellModelTests(models: readonly { name: string; settings: ModelSettings }[], hooks: Listener): void {
	tellHosts("a tiny request", models, hooks);
}

function tellHosts(what: string, models: readonly { name: string; settings: ModelSettings }[], hooks: Listener): void {
	const hosts = Map.groupBy(models, ({ settings }) => URL.parse(apiBaseUrl(settings))?.host ?? "");
	for (const [host, asked] of hosts) {
		const names = [...new Set(asked.map(({ name }) => name))].join(", ");
		tell(`Sends ${what} to ${host} (${names})`, hooks);
	}
}

/** Says where `assay doctor` sends its query to each search service; one that is paid for is sent none. */
export function tellServiceTests(services: readonly Pick<SearchService, "at" | "paid">[], hooks: Listener): void {
	const asked = [...new Set(services.flatMap(({ at, paid }) => (paid ? [] : at)))];
	if (asked.length > 0) tell(`Sends a test query to ${asked.join(", ")}`, hooks);
}

/** Says what the web will be sent, from the services and the renderer that do it. */
export function tellWeb(
	services: readonly Pick<SearchService, "at">[],
	renderer: Pick<Renderer, "at"> | undefined,
	{ urls, world }: Pick<WebOptions, "urls" | "world">,
	corpus: readonly string[],
	hooks: Listener,
): void {
	const own = world ? ", all of it an invented web on this machine" : "";
	const words = corpus.length > 0 ? ", which may hold words of the documents," : "";
	const asked = [...new Set(services.flatMap(({ at }) => at))];
	const named = [...new Set(urls.map((url) => new URL(url).host))];
	if (asked.length > 0) tell(`Sends queries${words} to ${asked.join(", ")}, and opens the pages found${own}`, hooks);
	if (named.length > 0) tell(`Opens pages at ${named.join(", ")}${own}`, hooks);
	if (renderer?.at !== undefined) tell(`Sends the addresses of pages that need a browser to ${renderer.at}`, hooks);
}

function tell(text: string, hooks: Listener): void {
	hooks.onProgress({ type: "destination", text });
}

/** Relative where it lies in the working directory. */
function shownFolder(path: string): string {
	const below = relative(process.cwd(), path);
	return below === "" || below.startsWith("..") ? path : below;
}
