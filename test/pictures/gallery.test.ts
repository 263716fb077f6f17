import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder } from "../support/folder.ts";
import { gallery, makeReport } from "./gallery.ts";

const folder = join(import.meta.dirname, "../../docs/gallery");

it.for(gallery)(
	"$name: the file in docs/gallery is the report that is made today (made again by `npm test -- gallery -u`)",
	async (shown, { skip }) => {
		const report = await makeReport(shown, emptyFolder());
		if (typeof report !== "string") return skip(report.missing);
		await expect(report).toMatchFileSnapshot(join(folder, `${shown.name}.md`));
	},
);

it("the gallery holds these reports and its index", () => {
	const names = [...gallery.map(({ name }) => name), "README"].map((name) => `${name}.md`);
	expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
});
