import { expect, test } from "vitest";
import { draftOf, type Told } from "./ask.ts";

const boats: Told = {
	title: "Smelt of Lake Orvane: licences and catches",
	body: "<table><caption>Orvane smelt, tonnes</caption><tr><th>Year</th><th>Quota</th><th>Landings</th></tr><tr><td>2031</td><td>900</td><td>871</td></tr><tr><td>2032</td><td>850</td><td>812</td></tr><tr><td>2033</td><td>700</td><td>655</td></tr><tr><td>2034</td><td>640</td><td>598</td></tr></table>",
};

test("of two years of one thing, or of a range's ends, each column has its own measure", async () => {
	for (const years of ["in 2031 and 2034", "from 2031 to 2034"]) {
		const { table } = await draftOf(`Compare the quota and the landings of Orvane smelt ${years}`, [boats]);
		expect(table?.columns).toEqual(["quota in 2031", "quota in 2034", "landings in 2031", "landings in 2034"]);
		const texts = table?.rows.map(({ cells }) => cells.map((cell) => ("text" in cell ? cell.text : "missing")));
		expect(texts).toEqual([["900 tonnes", "640 tonnes", "871 tonnes", "598 tonnes"]]);
	}
});
