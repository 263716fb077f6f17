export * from "../text/blocks.ts";
