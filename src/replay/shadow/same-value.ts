import { equal } from "../../json/equal.ts";

/** True if two parts of objects are equal, whatever their types. */
export const isSameValue: (a: unknown, b: unknown) => boolean = equal;
