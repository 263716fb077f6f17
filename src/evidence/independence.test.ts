import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { shortHash } from "../base/hash.ts";
import type { Claim } from "./claim.ts";
import { updateGroups } from "./group.ts";
import { countOrigins } from "./independence.ts";
import type { Source } from "./source.ts";
import { sketchOf } from "./text-sketch.ts";

interface Read {
	url: string;
	text: string;
	/** The quote of its claim; a default text if absent. */
	quote?: string;
	more?: Partial<Source>;
}

function origins(pages: readonly Read[], others: readonly Read[] = []): number {
	const sources = [...pages, ...others].map(sourceOf);
	const claims = pages.map((page) => claimIn(page));
	return countOrigins(claims, new Map(sources.map((source) => [source.id, source])));
}

function sourceOf({ url, text, more = {} }: Read): Source {
	const base = {
		id: shortHash(url),
		url,
		title: url,
		label: url,
		kind: "html",
		origin: new URL(url).hostname,
	} as const;
	return { ...base, hash: shortHash(text), sketch: sketchOf(text), ...more };
}

function claimIn({ url, quote }: Read): Claim {
	return claimOf(quote ?? `Landings fell by 38 percent, ${shortHash(url)} has learned, within two years.`, {
		sourceId: shortHash(url),
	});
}

const release = `Corrick Fisheries Trust today published its count of the herring landings of the past two seasons. Landings at the
six quays fell by 38 percent after the new nets were brought in, from 2,904 to 1,800 tonnes a month. Skippers of forty boats
handed in their logs every Friday, and the clerks of the harbour office weighed one crate in ten. The trust had paid for the
scales, and trained the clerks for a week in spring. Small boats lost more than large ones: their landings were halved at the
two northern quays, while the trawlers of the southern quay landed almost as much as before. The trust asks the council to
open the inner banks for one more season, and to count again next autumn with the same scales and the same clerks.`;
const edited = `Fewer herring reach the market. ${release
	.replace(/^.*?\. /s, "")
	.split(". ")
	.filter((_one, at) => at % 3 !== 2)
	.join(". ")
	.replaceAll("landings", "catches")
	.replaceAll("clerks", "staff")} Read more about our town in the weekend edition, with the weather for the islands.`;
const ownWork = `On four mornings this paper stood at the scales of the northern quay and wrote down what came in. Of the crates that
we saw weighed, most came from two boats, and their owners say that herring has moved north since the water grew warmer. The
fall is real, says Inga Moll, who has bought fish here for thirty years: she pays twice what she paid before the nets changed.
Our own list, which has 211 crates on it, gives 38 percent less than the harbour's old books for the same days.`;

test("an edited, shortened copy with another head has its original's origin; a reporter's own work does not", () => {
	const pages = [
		{ url: "https://corricktrust.org/news", text: release },
		{ url: "https://islandpost.com/a", text: edited },
	];
	expect(origins(pages)).toBe(1);
	expect(origins([...pages, { url: "https://northquay.net/scales", text: ownWork }])).toBe(2);
});

test("two short versions of one press release are one origin if the release itself was read", () => {
	const parts = release.split(". ");
	const short = (from: number, to: number, lead: string) => `${lead} ${parts.slice(from, to).join(". ")}.`;
	const one = {
		url: "https://a-times.com/x",
		text: short(0, 4, "Nets change the harbour, and nobody is glad about it but the gulls."),
	};
	const two = {
		url: "https://b-herald.com/y",
		text: short(3, 7, "Who pays for the scales? The council will have to say so this week."),
	};
	expect(origins([one, two])).toBe(2);
	expect(origins([one, two], [{ url: "https://corricktrust.org/news", text: release }])).toBe(1);
});

test("pages that name one agency or each other as origin are one origin, whatever their words", () => {
	const agency = { url: "https://a-times.com/x", text: `CORRICK (NNA) – ${ownWork}` };
	const other = {
		url: "https://b-herald.com/y",
		text: `OSTREY (NNA) – The nets are smaller, the fish are fewer, and nobody knows why.`,
	};
	expect(origins([agency, other])).toBe(1);
	const source = {
		url: "https://www.nna.com/wire/1",
		text: "Herring: what the books say.",
		more: { site: "Northern News Agency" },
	};
	expect(origins([agency, source])).toBe(1);
	expect(origins([{ ...agency, text: ownWork }, source])).toBe(2);
});

test("pages that retell one survey are one origin together with the survey's own page", () => {
	const retold = { speaker: { retells: ["Harbour Office"] } };
	const pages: Read[] = [
		{ url: "https://post.test/a", text: "Ports lose ships.", more: retold },
		{ url: "https://blog.test/b", text: "Why ports fail.", more: retold },
		{ url: "https://harbour-office.test/c", text: "Our survey.", more: { site: "Harbour Office" } },
		{ url: "https://other.test/d", text: "Another matter." },
	];
	expect(origins(pages)).toBe(2);
});

test("a statement that two papers repeat has one origin, the same as its author's page", () => {
	const first = {
		url: "https://a-times.com/x",
		text: ownWork,
		quote: "Landings fell by 38 percent in two years, according to a press release by the Corrick Fisheries Trust.",
	};
	const second = {
		url: "https://b-herald.com/y",
		text: "The council met on Friday and spoke of nets for five hours without a break.",
		quote: "The Corrick Fisheries Trust said in a statement that landings fell by 38 percent.",
	};
	const trust = { url: "https://www.corrick-fisheries-trust.org/news", text: release };
	expect(origins([first, second])).toBe(1);
	expect(origins([first, trust])).toBe(1);
	expect(origins([first, { ...second, quote: "Landings fell by 38 percent, our count shows." }])).toBe(2);
});

test("a page whose canonical address is another page has the origin of that page", () => {
	const mirror = {
		url: "https://mirrorhub.net/corrick",
		text: "Landings fell.",
		more: { canonical: "https://northquay.net/scales" },
	};
	expect(origins([mirror, { url: "https://northquay.net/scales", text: ownWork }])).toBe(1);
});

test("papers on one archive are independent if their authors differ; pages of one publisher on two hosts are not", () => {
	const paper = (n: number, author: string) => ({
		url: `https://arxiv.org/abs/2401.0${n}`,
		text: n === 1 ? release : ownWork,
		more: { author, origin: "arXiv", site: "arXiv" },
	});
	expect(origins([paper(1, "Moll"), paper(2, "Tash")])).toBe(2);
	expect(origins([paper(1, "Moll"), paper(2, "Moll")])).toBe(1);
	const post = (url: string, text: string) => ({ url, text, more: { origin: "Island Post" } });
	expect(origins([post("https://islandpost.com/1", release), post("https://islandpost.net/2", ownWork)])).toBe(1);
	expect(
		origins([
			{ url: "https://news.bbc.co.uk/1", text: release },
			{ url: "https://www.bbc.co.uk/2", text: ownWork },
		]),
	).toBe(1);
});

test("one official source gives high confidence; a folder or a blog does not", () => {
	const confidence = (page: Read, url = page.url) => {
		const source = { ...sourceOf(page), url };
		const claim = claimIn(page);
		return updateGroups([], [claim], [], new Map([[claim.id, claim]]), new Map([[source.id, source]]))[0]?.confidence;
	};
	const office = { url: "https://ports.gov.uk/2031", text: release, more: { authority: "official" } } as const;
	expect(confidence(office)).toBe("high");
	expect(confidence(office, "file:///folder/ports.md")).toBe("medium");
	expect(confidence({ ...office, more: { authority: "general" } })).toBe("medium");
	// Such a host name can be bought, whatever the authority of the page.
	expect(confidence({ ...office, url: "https://statistics.ports-of-uk.com/2031" })).toBe("medium");
});

test("an announcement is one origin, however many report it, and so is a copied sentence", () => {
	const told = (quote: string, at: number) => ({
		url: `https://paper${at}.com/x`,
		text: `${at} ${at === 1 ? ownWork : "Gulls, boats and a council that sits on Fridays."}`,
		quote,
	});
	const announced = [
		told("Corrick Fisheries Trust today announced that landings fell by 38 percent.", 1),
		told("Herring is scarce: the Corrick Fisheries Trust said on Monday that 38 percent fewer were landed.", 2),
	];
	expect(origins(announced)).toBe(1);
	const long = "weekly landings of herring at the six quays fell by 38 percent, to 1,800 tonnes a month, in two years";
	expect(
		origins([told(`After the new nets, ${long}.`, 1), told(`Bad news for gulls, since ${long}, all told.`, 2)]),
	).toBe(1);
	expect(origins([told("The trust counted 38 percent fewer.", 1), told("We counted 38 percent fewer.", 2)])).toBe(2);
});

test("low-credibility sources are no origin beside others, and one origin by themselves", () => {
	const farm = (at: number) => ({
		url: `https://best${at}.com/top-7`,
		text: `Nets ${at} for you, number ${at} is the best.`,
		more: { authority: "list" } as const,
	});
	const office = { url: "https://ports.gov.uk/2031", text: release, more: { authority: "official" } as const };
	const paper = { url: "https://northquay.net/scales", text: ownWork };
	expect(origins([farm(1), farm(2), farm(3)])).toBe(1);
	expect(origins([farm(1), farm(2), office])).toBe(1);
	expect(origins([farm(1), office, paper])).toBe(2);
});

test("the chapters of one manual are one origin; two files with different publishers are two", () => {
	const chapter = (name: string, more: Partial<Source> = {}) => {
		const url = `file:///docs/manual/${name}`;
		return { url, text: `What ${name} tells, it tells of ${name} alone.`, more: { origin: url, ...more } };
	};
	expect(origins([chapter("backup.html"), chapter("replication.html"), chapter("archive.html")])).toBe(1);
	expect(
		origins([chapter("a.html", { origin: "Harbour Office" }), chapter("b.html", { origin: "Fish Council" })]),
	).toBe(2);
	expect(origins([chapter("survey.md", { kind: "markdown" }), chapter("report.md", { kind: "markdown" })])).toBe(2);
	const copy = (name: string) => ({ ...chapter(name, { kind: "markdown" }), text: `${ownWork} Kept as ${name}.` });
	expect(origins([copy("survey.md"), copy("report.md")])).toBe(1);
});
