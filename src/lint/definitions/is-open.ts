import type { JsonObject } from "../../json/value.ts";

/** True if a schema lets fields pass that it does not declare. */
export const isOpen = (schema: JsonObject): boolean =>
  schema["x-kubernetes-preserve-unknown-fields"] === true ||
  schema["x-kubernetes-embedded-resource"] === true ||
  schema.additionalProperties !== undefined;
