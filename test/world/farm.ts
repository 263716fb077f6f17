import { seededRandom } from "../support/random.ts";
import type { WorldPage } from "./pages.ts";

/** Pages that are made to be found and not to be read: lists, stuffed with what people search for, their figures made up. */
export function farm(): [url: string, page: WorldPage][] {
	const random = seededRandom(7);
	const subjects = [
		["top10facts.test", "harbour-lights", "harbour light facts that will shock you", "harbour lights"],
		["top10facts.test", "petrel-groundings", "reasons why petrel groundings are falling", "petrel groundings"],
		["top10facts.test", "lighthouses", "lighthouses that were first lit before you were born", "lighthouse first lit"],
		[
			"bestharbourlights.test",
			"dimming",
			"best ways of dimming harbour lights to reduce petrel groundings",
			"dimming harbour lights",
		],
		[
			"bestharbourlights.test",
			"ferrow-islands",
			"best harbours of the Ferrow Islands by electricity used",
			"harbour lighting electricity",
		],
		["bestharbourlights.test", "tidal-mill", "tidal mills with the best rated power", "tidal mill rated power"],
	] as const;
	return subjects.map(([host, path, what, keyword]) => {
		const items = Array.from({ length: 10 }, (_, at) => {
			const percent = 70 + Math.floor(random() * 29);
			return `<h2>${at + 1}. ${keyword} number ${at + 1}</h2><p>Did you know that ${keyword} in the Ferrow Islands changed by ${percent} percent? Experts on ${keyword} agree: when it comes to ${keyword}, ${keyword} matter. Read on for more ${keyword}!</p><div class="ad">Sponsored: <a href="http://shop.lumenharbour.test/lamps/dusk-head">buy lamps</a></div>`;
		});
		const title = `10 ${what} (number 7 is amazing!)`;
		const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="keywords" content="${keyword}, ${keyword} 2024, best ${keyword}, ${keyword} near me"></head><body><h1>${title}</h1><div class="ad">Advertisement</div><p>Looking for ${keyword}? You have come to the right place. Here are the 10 ${what}.</p>${items.join("\n")}<p>Tags: <a href="/tag/a">${keyword}</a>, <a href="/tag/b">best ${keyword}</a>, <a href="/tag/c">${keyword} 2024</a></p></body></html>`;
		return [`http://${host}/${path}`, { status: 200, type: "text/html; charset=utf-8", body }];
	});
}
