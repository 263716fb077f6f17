export * from "../text/wordnet.ts";
