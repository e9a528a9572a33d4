import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import { isJsonObject } from "../../../../json/value.ts";
import type { IngressClass, IngressClassSpec } from "../../../../types/tables/networking/v1-types.ts";
import { at, nameOf, text } from "../../../define/cell.ts";
import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, unset, within } from "../../../define/fill.ts";
import { specOnly } from "../../../define/strategy.ts";
import { comparesThenChecks } from "../../../define/update-order.ts";
import { absentAs, bytes, immutable, struct } from "../../../rules/field-rules.ts";
import { code, rules } from "../../../rules/rules.ts";
import { checkDomainPrefixedPath } from "../../shared/values/domain-path.ts";
import { checkTypedReference } from "../ingress/validate.ts";

/** The controller is kept (ValidateIngressClassUpdate). */
const sameController = rules<IngressClass>({
  spec: struct<IngressClassSpec>({ controller: absentAs("", immutable()) }),
});

/** Rules of the controller and the parameters (ValidateIngressClass). */
const ingressClassRules = rules<IngressClass>({
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

/** Default of the scope of parameters, Cluster. */
const fillIngressClass: ApplyDefaults = (ingressClass) =>
  within(ingressClass, "spec", (spec) =>
    within(spec, "parameters", (parameters) => unset(parameters, "scope", "Cluster")),
  );

export const ingressClass = defineResource({
  group: "networking.k8s.io",
  kind: "IngressClass",
  scope: "Cluster",
  versions: [{ version: "v1", defaults: fillIngressClass }],
  columns: [
    { ...NAME, cell: classWithDefault },
    column`Controller: ${textAt("spec.controller")} Controller that is responsible for handling this class`,
    column`Parameters: ${formatParameters} A reference to a resource with additional parameters`,
    AGE,
  ],
  strategy: { ...specOnly, ...comparesThenChecks(sameController, ingressClassRules) },
});

/** Name, with `(default)` for the default class. */
function classWithDefault(object: KubeObject): string {
  const isDefault = object.metadata.annotations?.["ingressclass.kubernetes.io/is-default-class"] === "true";
  return isDefault ? `${nameOf(object)} (default)` : nameOf(object);
}

/** `kind.group/name` of the parameters; `<none>` without any. */
function formatParameters(object: KubeObject): string {
  const parameters = at(object, "spec.parameters");
  if (!isJsonObject(parameters)) return "<none>";
  const group = at(parameters, "apiGroup");
  const kind = typeof group === "string" ? `${text(parameters, "kind")}.${group}` : text(parameters, "kind");
  return `${kind}/${text(parameters, "name")}`;
}
