import type { JsonObject } from "../../json/value.ts";
import { createNote } from "./notes.ts";

const malformed = createNote<JsonObject>();

/**
 * Notes the members of a wrong type that a webhook or a policy has given the metadata of a custom resource, as they
 * were given. The metadata are without them.
 */
export const noteMalformed = (metadata: object, members: JsonObject): void =>
  malformed.set(metadata, members);

/** Returns the members for which `noteMalformed` was called. */
export const malformedIn = (metadata: object): JsonObject | undefined => malformed.get(metadata);
