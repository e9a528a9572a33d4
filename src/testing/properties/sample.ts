import type { JsonObject } from "../../json/value.ts";

/** An object to be created in a trial. */
export type Sample = JsonObject & { readonly apiVersion: string; readonly kind: string };
