import type { FieldReport } from "../../../../api/field-path.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { specOf } from "../../../define/strategy.ts";
import type { ValidatingAdmissionPolicyBindingSpec as BindingSpec } from "../fields/v1-types.ts";
import { checkMutatingBinding } from "../shared/bindings.ts";

export const checkMutatingBindingObject = (object: KubeObject, at: FieldReport): void =>
  checkMutatingBinding(specOf<BindingSpec>(object), at);
