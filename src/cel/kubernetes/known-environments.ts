import { remembered } from "../../async/remembered.ts";
import { JSON_PATCH } from "../libraries/json-patch.ts";
import type { Environment } from "../types/environment.ts";
import { admissionEnvironment } from "./environment.ts";
import { patchTypes } from "./patch-types.ts";

/** Variables and types that an expression may use besides object, oldObject, request and namespaceObject. */
export interface EnvironmentUse {
  readonly params: boolean;
  readonly authorizer: boolean;
  /** True if `Object`, `JSONPatch` and the other types of mutations may be used. */
  readonly patches?: boolean;
}

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

/** The environment of an expression in a policy or a match condition; the same one for each equal use. */
export const environmentFor = ({ params, authorizer, patches = false }: EnvironmentUse): Environment =>
  environmentOf(`${params ? "params " : ""}${authorizer ? "authorizer " : ""}${patches ? "patches" : ""}`);
