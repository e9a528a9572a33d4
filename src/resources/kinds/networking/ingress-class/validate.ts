import type { FieldReport } from "../../../../api/validation/field-path.ts";
import { byteLength, dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import type { IngressClass, IngressClassSpec } from "../../../../types/tables/networking/v1-types.ts";
import { checkDomainPrefixedPath } from "../../shared/values/domain-path.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";
import { checkTypedReference } from "../ingress/validate.ts";

const MAX_CONTROLLER_BYTES = 250;

/** Checks that the controller is kept (ValidateIngressClassUpdate). */
export function checkIngressClassChange(
  { spec }: IngressClass,
  { spec: old }: IngressClass,
  at: FieldReport,
): void {
  checkImmutable(spec?.controller ?? "", old?.controller ?? "", at.child("spec.controller"));
}

/** Checks the controller and the parameters (ValidateIngressClass). */
export function checkIngressClass({ spec = {} }: IngressClass, _old: unknown, root: FieldReport): void {
  const { controller = "", parameters } = spec;
  const at = root.child("spec");
  const path = at.child("controller");
  if (byteLength(controller) > MAX_CONTROLLER_BYTES) path.tooLong(MAX_CONTROLLER_BYTES);
  checkDomainPrefixedPath(controller, path);
  if (parameters !== undefined) checkParameters(parameters, at.child("parameters"));
}

function checkParameters(parameters: NonNullable<IngressClassSpec["parameters"]>, at: FieldReport): void {
  const { scope, namespace } = parameters;
  checkTypedReference(parameters, at);
  if (scope === undefined || scope === null) at.child("scope").required();
  else if (scope === "Namespace") {
    if (namespace === undefined) at.child("namespace").required("`parameters.scope` is set to 'Namespace'");
    else at.check("namespace", namespace, dns1123LabelProblems);
  } else if (scope === "Cluster") {
    if (namespace !== undefined) at.child("namespace").forbidden("`parameters.scope` is set to 'Cluster'");
  } else at.child("scope").notSupportedText(scope, ["Cluster", "Namespace"]);
}
