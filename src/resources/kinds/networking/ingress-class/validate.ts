import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import type { IngressClass, IngressClassSpec } from "../../../../types/tables/networking/v1-types.ts";
import { absentAs, bytes, immutable, struct } from "../../../rules/field-rules.ts";
import { code, rules } from "../../../rules/rules.ts";
import { checkDomainPrefixedPath } from "../../shared/values/domain-path.ts";
import { checkTypedReference } from "../ingress/validate.ts";

/** The controller is kept (ValidateIngressClassUpdate). */
export const sameController = rules<IngressClass>({
  spec: struct<IngressClassSpec>({ controller: absentAs("", immutable()) }),
});

/** Rules of the controller and the parameters (ValidateIngressClass). */
export const ingressClassRules = rules<IngressClass>({
  spec: struct<IngressClassSpec>({
    controller: [bytes(250), absentAs("", code(checkDomainPrefixedPath))],
    parameters: checkParameters,
  }),
});

function checkParameters(parameters: NonNullable<IngressClassSpec["parameters"]>, at: FieldReport): void {
  const { scope, namespace } = parameters;
  checkTypedReference(parameters, at, at.declared);
  if (scope === undefined || scope === null) at.child("scope").required();
  else if (scope === "Namespace") {
    if (namespace === undefined) at.child("namespace").required("`parameters.scope` is set to 'Namespace'");
    else at.check("namespace", namespace, dns1123LabelProblems);
  } else if (scope === "Cluster") {
    if (namespace !== undefined) at.child("namespace").forbidden("`parameters.scope` is set to 'Cluster'");
  } else at.child("scope").notSupportedText(scope, ["Cluster", "Namespace"]);
}
