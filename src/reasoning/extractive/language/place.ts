export * from "../text/place.ts";
