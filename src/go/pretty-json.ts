import { escapeHtml } from "../json/stringify.ts";
import type { Json } from "../json/value.ts";

/** Prints JSON with an indentation of one blank; characters that HTML reserves are escaped. */
export const prettyJson = (value: unknown): string => escapeHtml(JSON.stringify(value, plainNumbers, 1));

/** Go prints integers of any size; beyond 2^53 their last digits are lost here. */
const plainNumbers = (_key: string, value: Json): Json => (typeof value === "bigint" ? Number(value) : value);
