import { absent } from "./absent.ts";

export const rename = absent("a file");
export const rm = absent("a file");
export const writeFile = absent("a file");
