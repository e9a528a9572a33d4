/** Quantities are words of the wire: they live in `api/`, where admission finds them too. */
export * from "../api/quantity.ts";
