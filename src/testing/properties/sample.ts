import { isJsonObject, type JsonObject } from "../../json/value.ts";

/** An object to be created in a trial. */
export type Sample = JsonObject & { readonly apiVersion: string; readonly kind: string };

/** True for an object with apiVersion and kind. */
const isSample = (value: unknown): value is Sample =>
  isJsonObject(value) && typeof value.apiVersion === "string" && typeof value.kind === "string";

/** The requests as samples. Throws an Error for one without apiVersion and kind. */
export const samplesOf = (requests: readonly object[]): Sample[] =>
  requests.map((request) => {
    if (isSample(request)) return request;
    throw new Error("a request needs apiVersion and kind");
  });
