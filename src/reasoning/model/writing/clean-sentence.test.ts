import { expect, test } from "vitest";
import { cleanSentence } from "./clean-sentence.ts";

test("a comma or full stop of the writer's sentence stands outside the quotation, which is the source's words alone", () => {
	const { text } = cleanSentence('She calls it "a mere pretext," and adds that it "held back nobody." [c3]');
	expect(text).toBe("She calls it “a mere pretext”, and adds that it “held back nobody”.");
	expect(cleanSentence("Is it “really so?”").text).toBe("Is it “really so?”");
});

test("code keeps its quotation marks, and a name with a dot the space before it", () => {
	const written = 'The wildcard <Proxy "*"> and `a "b"` match lookups, .htaccess files and "all" requests .';
	expect(cleanSentence(written).text).toBe(
		'The wildcard <Proxy "*"> and `a "b"` match lookups, .htaccess files and “all” requests.',
	);
});
