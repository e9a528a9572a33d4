import type { FieldReport } from "../../../../api/field-path.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import type { ValidatingAdmissionPolicyBindingSpec as BindingSpec } from "../fields/v1-types.ts";
import { checkMutatingBinding } from "../shared/bindings.ts";

import { specOf } from "../shared/strategies.ts";

export const checkMutatingBindingObject = (object: KubeObject, at: FieldReport): void =>
  checkMutatingBinding(specOf<BindingSpec>(object), at);
