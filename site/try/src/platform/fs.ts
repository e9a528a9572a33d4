import { absent } from "./absent.ts";

/** The page has no files: a reader learns that, and continues without. */
export const existsSync = (): boolean => false;
export const readFileSync = absent("a file");
export const statSync = absent("a file");
export const lstatSync = absent("a file");
export const mkdirSync = absent("a folder");
export const chmodSync = absent("a file");
export const realpathSync = absent("a file");
