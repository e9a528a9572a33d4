import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { nameIsLongName, qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import { sameMember } from "../../../../types/same-meaning.ts";
import type { DeviceClassSpec } from "../../../../types/tables/resource/v1-types.ts";
import { AGE, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { countGeneration, specOnly, validatesSpec } from "../../../define/strategy.ts";
import { checkConfiguration, checkSelectors } from "../shared/device-parts.ts";
import { checkList } from "../shared/lists.ts";

const MAX_CONFIGURATIONS = 32;

/** Prefix of resources in the names of quotas. */
const REQUESTS = "requests.";

/** Checks `spec` (ValidateDeviceClass). Configurations that are not changed are checked less strictly. */
function checkClass(spec: DeviceClassSpec, old: DeviceClassSpec | undefined, at: FieldReport): void {
  const same =
    old !== undefined && sameMember("resource/v1.DeviceClassSpec", "config", spec.config, old.config);
  checkSelectors(spec.selectors, at.child("selectors"));
  checkList(
    spec.config,
    MAX_CONFIGURATIONS,
    (config, here) => checkConfiguration(config, same, here),
    at.child("config"),
  );
  const { extendedResourceName: name } = spec;
  if (name !== undefined) at.declared.child("extendedResourceName").problems(name, nameProblems(name));
}

/** Problems of the name of an extended resource (k8s-extended-resource-name). */
function nameProblems(name: string): string[] {
  const problems: string[] = [];
  if (!name.includes("/"))
    problems.push("a name must be a domain-prefixed path, such as 'example.com/my-prop'");
  else if (name.includes("kubernetes.io/")) problems.push('must not have "kubernetes.io/" domain');
  if (name.startsWith(REQUESTS)) return [...problems, 'must not have "requests." prefix'];
  return [...problems, ...qualifiedNameProblems(REQUESTS + name)];
}

export const deviceClass = defineResource({
  group: "resource.k8s.io",
  kind: "DeviceClass",
  scope: "Cluster",
  versions: [
    { version: "v1" },
    { version: "v1beta2", deprecated: 36, removed: 39 },
    { version: "v1beta1", deprecated: 35, removed: 38 },
  ],
  columns: [NAME, AGE],
  strategy: {
    returnDeletedObject: true,
    ...specOnly,
    prepareForUpdate: (object, old) => countGeneration(object, old, ["spec"], "resource/v1.DeviceClass"),
    ...validatesSpec(checkClass),
    nameProblems: (name, prefix) => (prefix ? [] : nameIsLongName(name, false)),
    declaresName: true,
    repeatsMeta: ["create", "update"],
  },
});
