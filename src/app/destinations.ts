import { relative } from "node:path";
import type { RunOptions, WebOptions } from "../evidence/event.ts";
import type { ModelSettings } from "../reasoning/model/model.ts";
import { apiBaseUrl } from "../reasoning/model/wire/providers.ts";
import type { Renderer } from "../sources/pages/reader.ts";
import type { SearchService } from "../sources/search/service.ts";
import type { Hooks } from "./progress.ts";

type Listener = Pick<Hooks, "onProgress">;

/** Announces what is sent to the models of a run, a line for each host. The hosts come from the settings of the requests. */
export function tellModels(
	models: readonly { name: string; settings: ModelSettings }[],
	{ corpus, web }: Pick<RunOptions, "corpus" | "web">,
	hooks: Listener,
): void {
	const folders = corpus.map(shownFolder).join(", ");
	const read = [...(folders ? [`the documents in ${folders}`] : []), ...(web ? ["pages of the web"] : [])];
	tellHosts(`the question and passages of ${read.join(" and of ")}`, models, hooks);
}

/** Announces where `assay doctor` sends its request to each model. */
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

/** Announces where `assay doctor` sends its query. A paid service is sent none. */
export function tellServiceTests(services: readonly Pick<SearchService, "at" | "paid">[], hooks: Listener): void {
	const asked = [...new Set(services.flatMap(({ at, paid }) => (paid ? [] : at)))];
	if (asked.length > 0) tell(`Sends a test query to ${asked.join(", ")}`, hooks);
}

/** Announces what is sent to the web. The hosts come from the services and the renderer that send it. */
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

/** A folder's path, relative where it lies in the working directory. */
function shownFolder(path: string): string {
	const below = relative(process.cwd(), path);
	return below === "" || below.startsWith("..") ? path : below;
}
