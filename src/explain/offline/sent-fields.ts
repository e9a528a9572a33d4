import type { FoundKind } from "../../resources/registry.ts";
import { unknownFields } from "../ending/unknown-fields.ts";
import type { Cause } from "../explanation.ts";
import { pointerOf } from "../sources.ts";

/**
 * Returns causes for fields of the request's own object that the server does not know. `told` has the
 * server's warnings, or its error.
 */
export function sentFields(told: string, found: FoundKind): Cause[] {
  return unknownFields(told, found).map(({ path, message, near }) => ({
    code: "unknown-field",
    of: "",
    webhook: "",
    message: `the object of the request: ${message}`,
    saw: null,
    at: pointerOf(path),
    fix: near,
  }));
}
