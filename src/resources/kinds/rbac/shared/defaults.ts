import type { JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, each, within, zero } from "../../../define/fill.ts";
import { GROUP } from "./binding.ts";

/** Defaults of the API groups of the role and the subjects (SetDefaults_RoleBinding, SetDefaults_Subject). */
export const fillBinding: ApplyDefaults = (binding) => {
  within(binding, "roleRef", (role) => zero(role, "apiGroup", GROUP));
  each(binding, "subjects", fillSubject);
};

function fillSubject(subject: JsonObject): void {
  if (subject.kind === "User" || subject.kind === "Group") zero(subject, "apiGroup", GROUP);
}
