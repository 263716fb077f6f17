export * from "../text/weak.ts";
