import { expect, test } from "vitest";
import { ask, draftOf, type Told } from "./ask.ts";

const boats: Told = {
	title: "Smelt of Lake Orvane: licences and catches",
	body: "<table><caption>Orvane smelt, tonnes</caption><tr><th>Year</th><th>Quota</th><th>Landings</th></tr><tr><td>2031</td><td>900</td><td>871</td></tr><tr><td>2032</td><td>850</td><td>812</td></tr><tr><td>2033</td><td>700</td><td>655</td></tr><tr><td>2034</td><td>640</td><td>598</td></tr></table>",
};

test("a range of years is every year of it, and no cell holds what another column of the page says", async () => {
	const { table } = await draftOf("Compare the quota and the landings of Orvane smelt from 2031 to 2034", [boats]);
	expect(table?.columns).toEqual(["quota", "landings"]);
	expect(table?.rows.map(({ label }) => label)).toEqual([
		"Orvane smelt in 2031",
		"Orvane smelt in 2032",
		"Orvane smelt in 2033",
		"Orvane smelt in 2034",
	]);
	const texts = table?.rows.map(({ cells }) => cells.map((cell) => ("text" in cell ? cell.text : "missing")));
	expect(texts).toEqual([
		["900 tonnes", "871 tonnes"],
		["850 tonnes", "812 tonnes"],
		["700 tonnes", "655 tonnes"],
		["640 tonnes", "598 tonnes"],
	]);
});

test("of two years of one thing, each column has its own measure", async () => {
	const { table } = await draftOf("Compare the quota and the landings of Orvane smelt in 2031 and 2034", [boats]);
	expect(table?.columns).toEqual(["quota in 2031", "quota in 2034", "landings in 2031", "landings in 2034"]);
	const texts = table?.rows.map(({ cells }) => cells.map((cell) => ("text" in cell ? cell.text : "missing")));
	expect(texts).toEqual([["900 tonnes", "640 tonnes", "871 tonnes", "598 tonnes"]]);
});

const budget: Told = {
	title: "Tolmark budget for 2032",
	body: "<p>The council of Tolmark adopted its budget.</p><table><caption>Spending by department, million crowns</caption><tr><th>Department</th><th>2031</th><th>2032</th></tr><tr><td>Schools</td><td>312.5</td><td>330.1</td></tr><tr><td>Roads</td><td>88.0</td><td>91.4</td></tr><tr><td>Parks</td><td>12.2</td><td>11.9</td></tr></table>",
};
const staff: Told = {
	title: "Tolmark city staff 2031",
	body: "<table><caption>Sick days and posts, Tolmark 2031</caption><tr><th>Department</th><th>Posts</th><th>Sick days per post</th></tr><tr><td>Schools</td><td>918</td><td>12.4</td></tr><tr><td>Roads</td><td>210</td><td>9.9</td></tr><tr><td>Parks</td><td>41</td><td>8.8</td></tr><tr><td>Harbour</td><td>17</td><td>7.1</td></tr></table>",
};

test("what is listed by a header's name has that table's rows, and only tables of the asked measure", async () => {
	const { table } = await draftOf("List the spending of Tolmark by department for 2031 and 2032", [staff, budget]);
	expect(table?.columns).toEqual(["spending in 2031", "spending in 2032"]);
	expect(table?.rows.map(({ label }) => label)).toEqual(["Schools", "Roads", "Parks"]);
	const texts = table?.rows.map(({ cells }) => cells.map((cell) => ("text" in cell ? cell.text : "missing")));
	expect(texts).toEqual([
		["312.5 million crowns", "330.1 million crowns"],
		["88.0 million crowns", "91.4 million crowns"],
		["12.2 million crowns", "11.9 million crowns"],
	]);
});

test("words of a data file's column are read, however they are joined", async () => {
	for (const [sick, posts] of [
		["sick_days_per_post", "filled_posts"],
		["sickDaysPerPost", "filledPosts"],
	]) {
		const page: Told = {
			title: "Tolmark staff",
			body: `<table><caption>staff-2031</caption><tr><th>department</th><th>year</th><th>${posts}</th><th>${sick}</th></tr><tr><td>Libraries</td><td>2031</td><td>69</td><td>9.6</td></tr><tr><td>Roads</td><td>2031</td><td>210</td><td>12.4</td></tr></table>`,
		};
		const found = await ask("How many sick days per post did the libraries of Tolmark have in 2031?", [page]);
		expect(found?.text, sick).toContain("9.6");
	}
});
