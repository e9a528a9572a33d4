import type { FieldReport } from "../../../../api/field-path.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { checkMutatingBinding } from "../shared/bindings.ts";
import type { BindingSpec } from "../shared/policy-types.ts";
import { specOf } from "../shared/strategies.ts";

export const checkMutatingBindingObject = (object: KubeObject, at: FieldReport): void =>
  checkMutatingBinding(specOf<BindingSpec>(object), at);
