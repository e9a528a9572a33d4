import type { KubeObject } from "../../api/meta.ts";
import type { ResourceGroup } from "../define/resource-group.ts";
import { type Serves, servesByDefault } from "../features/served-versions.ts";
import { builtinGroups } from "../kinds/index.ts";

const USUAL_PRIORITY = 15;

/**
 * Returns one APIService for each group version that the server itself serves, except for those of the
 * aggregator.
 */
export const bootApiServices = (serves: Serves = servesByDefault): KubeObject[] =>
  builtinGroups({ v1beta1Registration: false, serves }).flatMap((group) =>
    versionsOf(group).flatMap((version) => apiService(group, version)),
  );

/** Returns the versions in order of preference. */
const versionsOf = ({ resources }: ResourceGroup): string[] => [
  ...new Set(resources.flatMap(({ versions }) => versions.map(({ version }) => version))),
];

function apiService(
  { name: group, priority, versionPriority = {} }: ResourceGroup,
  version: string,
): KubeObject[] {
  if (priority === undefined) return [];
  return [
    {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: {
        name: `${version}.${group}`,
        labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
      },
      spec: {
        ...(group === "" ? {} : { group }),
        version,
        groupPriorityMinimum: priority,
        versionPriority: versionPriority[version] ?? USUAL_PRIORITY,
      },
    },
  ];
}
