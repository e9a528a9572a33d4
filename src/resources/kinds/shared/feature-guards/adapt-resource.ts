import type { KubeObject } from "../../../../api/meta.ts";
import { nameIsDns1035Label } from "../../../../api/name-format.ts";
import type { FieldGuard } from "../../../define/field-guard.ts";
import { type Switch, stepsWithChangedGates, withChangedGates } from "../../../features/changed-gates.ts";
import { allChangedGates, type Features } from "../../../features/features.ts";
import type { Gate } from "../../../features/gates.ts";
import type { ResourceDefinition, SubresourceDefinition } from "../../../resource-definition.ts";
import type { Strategy } from "../../../strategy.ts";
import { fieldGuards } from "./field-guards.ts";

type Adapt = (resource: ResourceDefinition) => ResourceDefinition;

/** Built-in resources as they are where features are not in the state of Kubernetes 1.36, or containers may not be privileged. */
export function adaptTo(features: Features, allowPrivileged: boolean): Adapt {
  const changed = new Set<Switch>([
    ...allChangedGates(features),
    ...(allowPrivileged ? [] : ["AllowPrivileged" as const]),
  ]);
  if (changed.size === 0) return (resource) => resource;
  const guards = fieldGuards();
  const adapt = (strategy: Strategy, endpoint: string): Strategy => {
    const own = (guards[endpoint] ?? []).filter(({ gate }) => changed.has(gate));
    return adapted(strategy, own, changed, endpoint === COUNTS_FIRST);
  };
  return (resource) => {
    const endpoint = `${resource.group}/${resource.plural}`;
    const adaptSubresource = (sub: SubresourceDefinition): SubresourceDefinition =>
      sub.strategy === undefined ? sub : { ...sub, strategy: adapt(sub.strategy, `${endpoint}/${sub.name}`) };
    return {
      ...resource,
      strategy: adapt(older(resource.strategy, endpoint, changed), endpoint),
      subresources: new Map([...resource.subresources].map(([name, sub]) => [name, adaptSubresource(sub)])),
    };
  };
}

/** What is no rule about one field. */
function older(strategy: Strategy, endpoint: string, changed: ReadonlySet<Switch>): Strategy {
  if (endpoint === "/services" && changed.has("RelaxedServiceNameValidation"))
    return { ...strategy, nameProblems: nameIsDns1035Label };
  if (endpoint !== "networking.k8s.io/servicecidrs" || !changed.has("ServiceCIDRStatusFieldWiping"))
    return strategy;
  const { prepareForCreate: _create, prepareForUpdate: _update, ...rest } = strategy;
  return { ...rest, resetFields: [] };
}

/** Where an object that uses the feature is validated as if it were on. */
const RELAXED_BY_USE: ReadonlySet<Gate> = new Set<Gate>([
  "ContainerRestartRules",
  "EnvFiles",
  "RelaxedServiceNameValidation",
  "RestartAllContainersOnContainerExits",
]);

/** Its updates count in the generation what is dropped (kubernetes/pkg/registry/resource/resourceslice/strategy.go). */
const COUNTS_FIRST = "resource.k8s.io/resourceslices";

/** Drops fields first, as the reference does: what comes after it sees only what will be stored. */
function adapted(
  strategy: Strategy,
  guards: readonly FieldGuard[],
  changed: ReadonlySet<Switch>,
  countsFirst: boolean,
): Strategy {
  const drop = (object: KubeObject, old?: KubeObject): void => {
    for (const guard of guards) if (old === undefined || !guard.isUsed(old)) guard.drop(object);
  };
  const changedFor = (old: KubeObject | undefined): ReadonlySet<Switch> =>
    changedForRules(changed, guards, old);
  const { validateSteps, warnings, validateCreate, validateUpdate } = strategy;
  return {
    ...strategy,
    prepareForCreate(object, context) {
      drop(object);
      withChangedGates(changed, () => strategy.prepareForCreate?.(object, context));
    },
    prepareForUpdate(object, old, context) {
      if (!countsFirst) drop(object, old);
      withChangedGates(changed, () => strategy.prepareForUpdate?.(object, old, context));
      if (countsFirst) drop(object, old);
    },
    ...(validateCreate && {
      validateCreate: (object, context) => withChangedGates(changed, () => validateCreate(object, context)),
    }),
    ...(validateUpdate && {
      validateUpdate: (object, old, context) =>
        withChangedGates(changedFor(old), () => validateUpdate(object, old, context)),
    }),
    ...(validateSteps && {
      validateSteps: (object, old, context) =>
        stepsWithChangedGates(changedFor(old), validateSteps(object, old, context)),
    }),
    ...(warnings && {
      warnings: (object, old) => withChangedGates(changedFor(old), () => warnings(object, old)),
    }),
  };
}

function changedForRules(
  changed: ReadonlySet<Switch>,
  guards: readonly FieldGuard[],
  old: KubeObject | undefined,
): ReadonlySet<Switch> {
  if (old === undefined) return changed;
  const used = guards.filter((guard) => RELAXED_BY_USE.has(guard.gate) && guard.isUsed(old));
  return used.length === 0
    ? changed
    : new Set([...changed].filter((gate) => !used.some((one) => one.gate === gate)));
}
