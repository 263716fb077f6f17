import { describe, expect, it } from "vitest";
import { rowsOf } from "../../../../test/support/rows.ts";
import { route } from "./route.ts";

describe("route", () => {
	it.each(
		rowsOf(`
		synthesis  | explanation | How does assay survive a crash?
		synthesis  | explanation | What are the differences between asyncio and threading in Python, and when should each be used?
		synthesis  | explanation | Which is better for real-time analytics, ClickHouse or Druid?
		synthesis  | explanation | MVCC
		synthesis  | explanation | Which factors influence the price of gold?
		synthesis  | explanation | What happens when a worker crashes?
		lookup     | explanation | What is MVCC?
		lookup     | entity      | What is the default value of autovacuum_naptime in PostgreSQL?
		lookup     | entity      | What is the default value of wal_compression?
		lookup     | entity      | What government position was held by the woman who portrayed Corliss Archer in the film Kiss and Tell?
		lookup     | yes_no      | Were Scott Derrickson and Ed Wood of the same nationality?
		lookup     | place       | In which city was the composer of Boléro born?
		lookup     | number      | According to the 2001 census, what was the population of the city in which Kirton End is located?
		lookup     | person      | Who was the writer of These Boots Are Made for Walkin' and who died in 2007?
		lookup     | entity      | Kaiser Ventures corporation was founded by an American industrialist who became known as the father of modern American shipbuilding?
		lookup     | number      | What was the Roud Folk Song Index of the nursery rhyme inspiring What Are Little Girls Made Of?
		extraction | list        | List all page-level lock modes and what they conflict with
		extraction | list        | Which films did Jane Campion direct before 1990?
		extraction | explanation | Compare Rust and Go by memory use and compile time
		synthesis  | explanation | Wie funktioniert Autovacuum in PostgreSQL?
	`),
	)("%s, %s: %s", (shape, answerType, question = "") => {
		expect(route(question)).toMatchObject({ shape, answerType });
	});

	it("gives a table its rows and columns", () => {
		expect(route("Compare Rust and Go by memory use and compile time")).toMatchObject({
			subjects: ["Rust", "Go"],
			values: ["memory use", "compile time"],
		});
		expect(route("What are the default values of work_mem, shared_buffers and max_connections?")).toMatchObject({
			subjects: ["work_mem", "shared_buffers", "max_connections"],
			values: ["default value"],
		});
		const brokers = { subjects: ["Alder", "Birch", "Cedar"], shape: "extraction" };
		expect(route("default port and default user of the brokers Alder, Birch and Cedar")).toMatchObject({
			...brokers,
			values: ["default port", "default user"],
		});
		expect(route("What throughput and latency do Alder, Birch and Cedar have?")).toMatchObject({
			...brokers,
			values: ["throughput", "latency"],
		});
		expect(route("What is the capital of Bosnia and Herzegovina?").shape).toBe("lookup");
	});

	it("has the compared things as subjects, without words of a request", () => {
		expect(route("How do optimistic and pessimistic locking differ?").subjects).toEqual([
			"optimistic locking",
			"pessimistic locking",
		]);
		expect(route("Compare the isolation levels of PostgreSQL").subjects).toEqual(["isolation levels of PostgreSQL"]);
		expect(route("Which is older, the Eiffel Tower or the Statue of Liberty?").subjects).toEqual([
			"Eiffel Tower",
			"Statue of Liberty",
		]);
	});

	it("refuses a question without words", () => {
		expect(() => route(" ?! ")).toThrow(expect.objectContaining({ code: "QUESTION_EMPTY" }));
	});
});
