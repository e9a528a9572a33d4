import { wasEmptied } from "../../../../api/object/emptied.ts";
import { type ContainerAmounts, podRequirements } from "../../../../api/pods/pod-requirements.ts";
import { formatQuantity, parseQuantity, type Quantity } from "../../../../api/quantity/quantity.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type {
  Container,
  PodSpec,
  ResourceRequirements as Resources,
} from "../../../../types/tables/core/v1-types.ts";
import { compareAmounts } from "../values/amounts.ts";
import { checkPodLevelRequirements } from "./containers/container-resources.ts";
import { isHugePageName } from "./resource-names.ts";
import type { PodRules } from "./rules.ts";

/** Checks the pod-level spec.resources; `at` is the path of the spec. */
export function checkPodLevelResources(
  spec: PodSpec,
  claims: ReadonlySet<string>,
  rules: PodRules,
  at: FieldReport,
): void {
  const { resources } = spec;
  if (resources === undefined) return;
  const path = at.child("resources");
  if (spec.os?.name === "windows") {
    path.forbidden("may not be set for a windows pod");
    return;
  }
  if (resources.claims !== undefined || wasEmptied(resources, "claims"))
    path.child("claims").forbidden("claims may not be set for Resources at pod-level");
  checkPodLevelRequirements(resources, claims, rules, path);
  checkConsistency(spec, resources, path);
}

type Kind = "limits" | "requests";

/** Checks that the containers together request no more than the pod, and that no container has a higher limit. */
function checkConsistency(spec: PodSpec, { requests = {}, limits = {} }: Resources, at: FieldReport): void {
  for (const [name, sum] of aggregate(spec, "requests")) {
    const own = Object.hasOwn(requests, name) ? requests[name] : undefined;
    if (own === undefined || compareAmounts(sum, own) <= 0) continue;
    at.child("requests")
      .key(name)
      .invalid(own, `must be greater than or equal to aggregate container requests of ${sum}`);
  }
  for (const [name, sum] of aggregate(spec, "limits")) {
    const own = isHugePageName(name) && Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (own === undefined || compareAmounts(sum, own) <= 0) continue;
    at.child("limits")
      .key(name)
      .invalid(own, `must be greater than or equal to aggregate container limits of ${sum}`);
  }
  spec.containers?.forEach((container, i) => {
    for (const [name, limit] of Object.entries(container.resources?.limits ?? {})) {
      const own = Object.hasOwn(limits, name) ? limits[name] : undefined;
      if (own === undefined || compareAmounts(limit, own) <= 0) continue;
      const path = at.child("containers").index(i).key(name).child("limits");
      path.invalid(limit, `must be less than or equal to pod limits of ${own}`);
    }
  });
}

/** Returns the total resources that the containers need at the same time, as canonical texts. */
function aggregate(spec: PodSpec, kind: Kind): Map<string, string> {
  const of = (containers: readonly Container[] | null | undefined): ContainerAmounts[] =>
    (containers ?? []).map((container) => ({
      amounts: amountsOf(container, kind),
      sidecar: container.restartPolicy === "Always",
    }));
  const total = podRequirements(of(spec.containers), of(spec.initContainers));
  return new Map([...total].map(([name, amount]) => [name, formatQuantity(amount)]));
}

const amountsOf = (container: Container, kind: Kind): Map<string, Quantity> =>
  new Map(
    Object.entries(container.resources?.[kind] ?? {}).map(([name, text]) => [name, parseQuantity(text)]),
  );
