import { CHANGE_KINDS } from "./changes.mjs";
import { DEFINITION_KINDS } from "./definitions.mjs";
import { ENCODING_KINDS } from "./encodings.mjs";
import { HOOK_KINDS } from "./hooks.mjs";
import { OBJECT_KINDS } from "./objects.mjs";
import { POD_KINDS } from "./pods.mjs";
import { READ_KINDS } from "./reads.mjs";

/**
 * Requests by their long part: functions that make `{ path, body, method?, type?, headers?, before?, webhook? }`.
 * `before`: requests that are sent first and not measured. `webhook`: registered for the time of the request.
 */
export const KINDS = {
  ...OBJECT_KINDS,
  ...POD_KINDS,
  ...DEFINITION_KINDS,
  ...ENCODING_KINDS,
  ...CHANGE_KINDS,
  ...READ_KINDS,
  ...HOOK_KINDS,
};
