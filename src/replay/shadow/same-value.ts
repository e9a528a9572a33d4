import { equal } from "../../json/equal.ts";

/** Whether two parts of objects say the same, whatever their types. */
export const isSameValue = (a: unknown, b: unknown): boolean => equal(a as never, b as never);
