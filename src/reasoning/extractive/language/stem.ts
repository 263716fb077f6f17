export * from "../text/stem.ts";
