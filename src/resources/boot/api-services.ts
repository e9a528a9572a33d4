import type { KubeObject } from "../../api/meta.ts";
import { BUILTIN_GROUPS } from "../builtin/kinds.ts";

/** Priorities of the built-in groups (api-surface B.2); they decide the order in `/apis`. */
const GROUP_PRIORITY: Readonly<Record<string, number>> = {
  "": 18_000,
  "admissionregistration.k8s.io": 16_700,
  "apiextensions.k8s.io": 16_700,
  apps: 17_800,
  "authentication.k8s.io": 17_700,
  "authorization.k8s.io": 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  "certificates.k8s.io": 17_300,
  "coordination.k8s.io": 16_500,
  "discovery.k8s.io": 16_200,
  "events.k8s.io": 17_750,
  "flowcontrol.apiserver.k8s.io": 16_100,
  "networking.k8s.io": 17_200,
  "node.k8s.io": 16_300,
  policy: 17_100,
  "rbac.authorization.k8s.io": 17_000,
  "resource.k8s.io": 16_200,
  "scheduling.k8s.io": 16_600,
  "storage.k8s.io": 16_800,
};

/** Where the usual 15 does not hold, by group and version. */
const VERSION_PRIORITY: Readonly<Record<string, number>> = {
  "/v1": 1,
  "autoscaling/v2": 30,
  "flowcontrol.apiserver.k8s.io/v1": 21,
  "resource.k8s.io/v1": 21,
};

/** One object for every group version that the server itself serves, save those of the aggregator. */
export function bootApiServices(): KubeObject[] {
  return BUILTIN_GROUPS.flatMap(({ group, versions }) =>
    versions.flatMap((version) => {
      const groupPriorityMinimum = GROUP_PRIORITY[group];
      if (groupPriorityMinimum === undefined) return [];
      const versionPriority = VERSION_PRIORITY[`${group}/${version}`] ?? 15;
      return [
        {
          apiVersion: "apiregistration.k8s.io/v1",
          kind: "APIService",
          metadata: {
            name: `${version}.${group}`,
            labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" },
          },
          spec: { ...(group === "" ? {} : { group }), version, groupPriorityMinimum, versionPriority },
        },
      ];
    }),
  );
}
