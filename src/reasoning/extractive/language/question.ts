export * from "../text/question.ts";
