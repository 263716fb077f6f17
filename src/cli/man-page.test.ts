import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { manPage } from "./man-page.ts";

test("the manual page is that of the program (made again by `npm test -- man-page -u`)", async () => {
	await expect(manPage(manifest.version)).toMatchFileSnapshot(`../../${manifest.man[0]}`);
});
