import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/corpus.ts";
import { openCorpus } from "./corpus.ts";

/** The titles found, best first. */
async function found(files: Record<string, string>, query: string): Promise<string[]> {
	const folder = temporaryFolder();
	for (const [name, text] of Object.entries(files)) folder.write(`${name}.md`, text);
	const corpus = await openCorpus({ folders: [folder.path], indexFolder: folder.index, vectors: false });
	const hits = await corpus.search(query, 5);
	await corpus.close();
	return hits.map(({ title }) => title);
}

test("long words of other languages are found in their other forms", async () => {
	const german = {
		a: "Die Sicherungen liegen auf einem Band im Keller.",
		b: "Der Drucker steht im Flur und druckt beidseitig.",
	};
	expect(await found(german, "Wo finde ich die letzte Sicherung unserer Daten?")).toEqual(["a"]);
	const russian = { a: "Настройка межсетевых экранов описана ниже.", b: "Печать выполняется сервером." };
	expect(await found(russian, "Как настроить межсетевой экран?")).toEqual(["a"]);
	const french = { a: "Les paquets installés restent en place.", b: "La carte du réseau est affichée." };
	expect(await found(french, "Quelle commande installe un paquet sans réseau ?")).toContain("a");
});

test("a short word that is rare in a manual does not outweigh what the query is about", async () => {
	const files = {
		a: "Vorwort. Ich danke allen, wie ich es mir vorgenommen habe, und ich grüße sie.",
		b: "Der Druckserver wird mit wenigen Befehlen eingerichtet. Er nimmt Aufträge an und verteilt sie auf die Drucker im Haus.",
		c: "Die Platte wird eingehängt.",
	};
	expect((await found(files, "Wie richte ich einen Druckserver ein?"))[0]).toBe("b");
});

test("English words are found by their stems alone", async () => {
	const files = { a: "The partition is full.", b: "A participant spoke to the particles." };
	expect(await found(files, "How do I add partitions to the table?")).toEqual(["a"]);
});
