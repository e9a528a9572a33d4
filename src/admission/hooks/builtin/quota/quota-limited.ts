import type { KubeObject } from "../../../../api/meta.ts";
import { plainError, type StatusError } from "../../../../api/status.ts";
import { aggregate } from "../../../../api/validation/field-error.ts";
import { type JsonObject, records, text, texts } from "../../../../json/value.ts";
import { decodeStrictly, type Kinds, type StructType } from "../../../configuration/strict-decode.ts";
import type { PluginContext } from "../../../hook.ts";
import { forbid } from "../forbid.ts";
import type { ResourceList } from "../resource-list.ts";
import type { QuotaEvaluator } from "./quota-evaluator.ts";
import { scopesOf } from "./quota-usage.ts";

/** Resources that cannot be used without a quota for them. */
export interface Limited {
  readonly group: string;
  readonly resource: string;
  /** Substrings of the resource names in the usage. */
  readonly contains: readonly string[];
  readonly scopes: readonly JsonObject[];
}

const configuration = (version: string): StructType => ({
  goName: "Configuration",
  fields: {
    limitedResources: {
      kind: "list",
      goType: `[]${version}.LimitedResource`,
      of: {
        goName: "LimitedResource",
        fields: {
          apiGroup: { kind: "string" },
          resource: { kind: "string" },
          matchContains: { kind: "strings" },
          matchScopes: {
            kind: "list",
            goType: "[]v1.ScopedResourceSelectorRequirement",
            of: {
              goName: "ScopedResourceSelectorRequirement",
              fields: {
                scopeName: { kind: "string", goType: "v1.ResourceQuotaScope" },
                operator: { kind: "string", goType: "v1.ScopeSelectorOperator" },
                values: { kind: "strings" },
              },
            },
          },
        },
      },
    },
  },
});

const KINDS: Kinds = new Map([
  ["apiserver.config.k8s.io/v1 ResourceQuotaConfiguration", configuration("v1")],
  ["resourcequota.admission.k8s.io/v1beta1 Configuration", configuration("v1beta1")],
  ["resourcequota.admission.k8s.io/v1alpha1 Configuration", configuration("v1alpha1")],
]);

/**
 * Reads the settings of the plugin. Throws with kube-apiserver's text (resourcequota/config.go,
 * LoadConfiguration).
 */
export function readLimited(settings: string): readonly Limited[] {
  const { value } = decodeStrictly(settings, KINDS);
  const all = records(value.limitedResources).map(
    ({ apiGroup, resource, matchContains, matchScopes }): Limited => ({
      group: text(apiGroup),
      resource: text(resource),
      contains: texts(matchContains),
      scopes: records(matchScopes),
    }),
  );
  const problems = all.flatMap(({ resource }, index) =>
    resource === "" ? [`limitedResources[${index}].resource: Required value`] : [],
  );
  if (problems.length > 0) throw new Error(aggregate(problems));
  return all;
}

interface Covering {
  readonly usage: ResourceList;
  readonly quotas: readonly KubeObject[];
  /** Names in quotas that apply to the object. */
  readonly covered: ReadonlySet<string>;
}

/** Refuses usage that needs a quota and has none (controller.go, CheckRequest). */
export function uncoveredProblem(
  request: PluginContext & { readonly object: KubeObject; readonly limited: readonly Limited[] },
  { inScope }: QuotaEvaluator,
  { usage, quotas, covered }: Covering,
): StatusError | undefined {
  const { limited, object, attributes } = request;
  const { group, resource } = attributes.resource;
  const parts = limited
    .filter((one) => one.group === group && one.resource === resource)
    .flatMap(({ contains }) => contains);
  const names = [...usage]
    .filter(([name, { digits }]) => digits > 0n && parts.some((part) => name.includes(part)))
    .map(([name]) => name)
    .filter((name) => !covered.has(name));
  if (names.length > 0) return forbid(request, `insufficient quota to consume: ${names.sort().join(",")}`);
  const isIn = (scope: JsonObject): boolean => inScope?.(scope, object) ?? false;
  const known = new Set(
    quotas
      .flatMap(scopesOf)
      .filter(isIn)
      .map(({ scopeName }) => scopeName),
  );
  const scopes = limited
    .flatMap((one) => one.scopes)
    .filter((scope) => isIn(scope) && !known.has(scope.scopeName));
  if (scopes.length === 0) return undefined;
  return plainError(`insufficient quota to match these scopes: [${scopes.map(printScope).join(" ")}]`);
}

/** Returns the scope as Go prints the struct. */
const printScope = ({ scopeName, operator, values }: JsonObject): string =>
  `{${text(scopeName)} ${text(operator)} [${texts(values).join(" ")}]}`;
