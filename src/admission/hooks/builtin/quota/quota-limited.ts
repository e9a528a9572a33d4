import type { KubeObject } from "../../../../api/meta.ts";
import { plainError, type StatusError } from "../../../../api/status.ts";
import { aggregate } from "../../../../api/validation/field-error.ts";
import { type JsonObject, text, texts } from "../../../../json/value.ts";
import { decodeFile, type FileKinds, kindsIn } from "../../../../types/files/decode-file.ts";
import type { Configuration, LimitedResource } from "../../../../types/tables/resourcequota/v1-types.ts";
import type { PluginContext } from "../../../hook.ts";
import { forbid } from "../forbid.ts";
import type { ResourceList } from "../resource-list.ts";
import type { QuotaEvaluator } from "./quota-evaluator.ts";
import { scopesOf } from "./quota-usage.ts";

const KINDS: FileKinds = {
  "apiserver.config.k8s.io/v1 ResourceQuotaConfiguration": "resourcequota/v1.Configuration",
  ...kindsIn("resourcequota.admission.k8s.io", "Configuration", "resourcequota", ["v1alpha1", "v1beta1"]),
};

/**
 * Reads the settings of the plugin. Throws with kube-apiserver's text (resourcequota/config.go,
 * LoadConfiguration).
 */
export function readLimited(settings: string): readonly LimitedResource[] {
  const { limitedResources } = decodeFile<Configuration>(settings, KINDS).value;
  const problems = limitedResources.flatMap(({ resource }, index) =>
    resource === "" ? [`limitedResources[${index}].resource: Required value`] : [],
  );
  if (problems.length > 0) throw new Error(aggregate(problems));
  return limitedResources;
}

interface Covering {
  readonly usage: ResourceList;
  readonly quotas: readonly KubeObject[];
  /** Names in quotas that apply to the object. */
  readonly covered: ReadonlySet<string>;
}

/** Refuses usage that needs a quota and has none (controller.go, CheckRequest). */
export function uncoveredProblem(
  request: PluginContext & { readonly object: KubeObject; readonly limited: readonly LimitedResource[] },
  { inScope }: QuotaEvaluator,
  { usage, quotas, covered }: Covering,
): StatusError | undefined {
  const { limited, object, attributes } = request;
  const { group, resource } = attributes.resource;
  const parts = limited
    .filter((one) => one.apiGroup === group && one.resource === resource)
    .flatMap(({ matchContains }) => matchContains);
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
    .flatMap((one) => one.matchScopes)
    .filter((scope) => isIn(scope) && !known.has(scope.scopeName));
  if (scopes.length === 0) return undefined;
  return plainError(`insufficient quota to match these scopes: [${scopes.map(printScope).join(" ")}]`);
}

/** Returns the scope as Go prints the struct. */
const printScope = ({ scopeName, operator, values }: JsonObject): string =>
  `{${text(scopeName)} ${text(operator)} [${texts(values).join(" ")}]}`;
