import type { FieldReport } from "../../../../api/field-path.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { checkValidatingBinding } from "../shared/bindings.ts";
import type { BindingSpec } from "../shared/policy-types.ts";
import { specOf } from "../shared/strategies.ts";

export const checkValidatingBindingObject = (object: KubeObject, at: FieldReport): void =>
  checkValidatingBinding(specOf<BindingSpec>(object), at);
