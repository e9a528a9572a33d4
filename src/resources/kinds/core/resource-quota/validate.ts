import type { KubeObject } from "../../../../api/meta.ts";
import { type FieldError, NamedText } from "../../../../api/validation/field-error.ts";
import { FieldReport } from "../../../../api/validation/field-report.ts";
import type {
  ResourceQuota as Quota,
  ResourceQuotaSpec as QuotaSpec,
} from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import type { ResourceList } from "../../shared/pod-template/pod-spec.ts";
import { checkQuotaResourceName, isStandardQuotaResource } from "../../shared/pod-template/resource-names.ts";
import { checkQuantityValue } from "../../shared/pod-template/volumes/volume-claim.ts";
import { compareAmounts } from "../../shared/values/amounts.ts";

const POD_COUNT = ["pods"];

const COMPUTE = ["cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"];

const POD_RESOURCES = [...POD_COUNT, ...COMPUTE];

/** Standard resources that each scope can be combined with. */
const SCOPES: ReadonlyMap<string, readonly string[]> = new Map([
  ["Terminating", POD_RESOURCES],
  ["NotTerminating", POD_RESOURCES],
  ["BestEffort", POD_COUNT],
  ["NotBestEffort", POD_RESOURCES],
  ["PriorityClass", POD_RESOURCES],
  ["VolumeAttributesClass", ["persistentvolumeclaims", "requests.storage"]],
  ["CrossNamespacePodAffinity", POD_RESOURCES],
]);

/** Scopes that apply to a pod or do not, without further values. */
const FLAGS = ["BestEffort", "NotBestEffort", "Terminating", "NotTerminating", "CrossNamespacePodAffinity"];

const OPPOSITES = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
];

const FLAG_OPERATOR =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function checkAmounts(list: ResourceList | undefined, at: FieldReport): void {
  for (const [name, quantity] of Object.entries(list ?? {})) {
    const path = at.key(name);
    checkQuotaResourceName(name, path);
    checkQuantityValue(name, quantity, path);
  }
}

function checkSpec(spec: QuotaSpec, at: FieldReport): void {
  checkAmounts(spec.hard, at.child("hard"));
  checkScopes(spec, at.child("scopes"));
  if (spec.scopeSelector !== undefined) checkSelector(spec, at.child("scopeSelector.matchExpressions"));
}

/** Returns the limited standard resources that cannot be combined with a scope. */
function unscoped({ hard = {} }: QuotaSpec, scope: string): string[] {
  const allowed = SCOPES.get(scope);
  if (allowed === undefined) return [];
  return Object.keys(hard).filter((name) => isStandardQuotaResource(name) && !allowed.includes(name));
}

/** Returns the limited resources that a quota cannot count with its scopes. */
export function uncountable(spec: QuotaSpec): string[] {
  const selected = spec.scopeSelector?.matchExpressions ?? [];
  const scopes = [...(spec.scopes ?? []), ...selected.map(({ scopeName = "" }) => scopeName)];
  return [...new Set(scopes.flatMap((scope) => unscoped(spec, scope)))];
}

function checkScopes(spec: QuotaSpec, at: FieldReport): void {
  const { scopes = [] } = spec;
  for (const scope of scopes) {
    if (!SCOPES.has(scope)) at.invalid(scopes, "unsupported scope");
    for (const _name of unscoped(spec, scope)) at.invalid(scopes, "unsupported scope applied to resource");
  }
  checkOpposites(scopes, scopes, at);
}

function checkOpposites(names: readonly string[], printed: unknown, at: FieldReport): void {
  for (const pair of OPPOSITES) {
    if (pair.every((scope) => names.includes(scope))) at.invalid(printed, "conflicting scopes");
  }
}

function checkSelector(spec: QuotaSpec, at: FieldReport): void {
  const requirements = spec.scopeSelector?.matchExpressions ?? [];
  const printed = {
    MatchExpressions: requirements.map(({ scopeName = "", operator = "", values }) => ({
      ScopeName: scopeName,
      Operator: operator,
      Values: values ?? null,
    })),
  };
  for (const { scopeName = "", operator = "", values = [] } of requirements) {
    if (!SCOPES.has(scopeName)) at.child("scopeName").invalid(new NamedText(scopeName), "unsupported scope");
    for (const _name of unscoped(spec, scopeName))
      at.invalid(printed, "unsupported scope applied to resource");
    if (FLAGS.includes(scopeName) && operator !== "Exists")
      at.child("operator").invalid(new NamedText(operator), FLAG_OPERATOR);
    checkOperator(operator, values, at);
  }
  const names = requirements.map(({ scopeName = "" }) => scopeName);
  checkOpposites(names, spec.scopes ?? null, at);
}

function checkOperator(operator: string, values: readonly string[], at: FieldReport): void {
  if (operator === "In" || operator === "NotIn") {
    if (values.length > 0) return;
    at.child("values").required(
      "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
    );
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    if (values.length === 0) return;
    at.child("values").invalid(
      values,
      "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
    );
  } else at.child("operator").invalid(new NamedText(operator), "not a valid selector operator");
}

/** Errors of the spec. An update must keep the scopes (ValidateResourceQuotaUpdate). */
export function validate(object: KubeObject, oldObject?: KubeObject): FieldError[] {
  const { spec = {} } = view<Quota>(object);
  const at = new FieldReport("spec");
  checkSpec(spec, at);
  if (oldObject === undefined) return at.errors;
  const before = new Set(view<Quota>(oldObject).spec?.scopes);
  const now = new Set(spec.scopes);
  if (before.size !== now.size || ![...now].every((scope) => before.has(scope)))
    at.child("scopes").invalid(spec.scopes ?? null, "field is immutable");
  return at.errors;
}

/** Errors of the subresource `status` (ValidateResourceQuotaStatusUpdate). */
export function validateStatus(object: KubeObject): FieldError[] {
  const { status } = view<Quota>(object);
  const at = new FieldReport("status");
  if ((object.metadata.resourceVersion ?? "") === "") at.root("resourceVersion").required();
  checkAmounts(status?.hard, at.child("hard"));
  checkAmounts(status?.used, at.child("used"));
  return at.errors;
}

/** Returns a warning for each resource whose requests limit exceeds its limits limit. */
export function warnings(object: KubeObject): string[] {
  const hard = view<Quota>(object).spec?.hard ?? {};
  return ["cpu", "memory", "storage", "ephemeral-storage"].flatMap((resource) => {
    const short = resource === "cpu" || resource === "memory";
    const requests = hard[`requests.${resource}`] === undefined && short ? resource : `requests.${resource}`;
    const limits = `limits.${resource}`;
    const [request, limit] = [hard[requests], hard[limits]];
    if (request === undefined || limit === undefined || compareAmounts(request, limit) <= 0) return [];
    return [`ResourceQuota ${requests} (${request}) should be less than ${limits} (${limit})`];
  });
}
