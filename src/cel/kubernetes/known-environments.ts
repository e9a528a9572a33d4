import { remembered } from "../../async/remembered.ts";
import { JSON_PATCH } from "../libraries/json-patch.ts";
import type { Environment } from "../types/environment.ts";
import { admissionEnvironment } from "./environment.ts";
import { patchTypes } from "./patch-types.ts";

/** Creating an environment is slow, and there are few: each is created once. `use`: its flags, such as `params patches`. */
const environmentOf = remembered(
  (use) => {
    const mutation = use.includes("patches") ? { libraries: [JSON_PATCH], family: patchTypes } : {};
    return admissionEnvironment({
      params: use.includes("params"),
      authorizer: use.includes("authorizer"),
      ...mutation,
    });
  },
  { entries: 8 },
);

/**
 * The environment of an expression in a policy or a match condition; the same one for each equal use. The flags say
 * which variables and types exist besides object, oldObject, request and namespaceObject; `patches`: `Object`,
 * `JSONPatch` and the other types of mutations.
 */
export const environmentFor = ({
  params,
  authorizer,
  patches = false,
}: {
  readonly params: boolean;
  readonly authorizer: boolean;
  readonly patches?: boolean;
}): Environment =>
  environmentOf(`${params ? "params " : ""}${authorizer ? "authorizer " : ""}${patches ? "patches" : ""}`);
