import type { JsonObject } from "../../api/json.ts";

/** An object whose creation is tried. */
export type Sample = JsonObject & { readonly apiVersion: string; readonly kind: string };
