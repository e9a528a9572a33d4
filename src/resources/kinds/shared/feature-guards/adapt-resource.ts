import type { KubeObject } from "../../../../api/meta.ts";
import { nameIsDns1035Label } from "../../../../api/validation/name-format.ts";
import { dropsFields, type FieldGuard } from "../../../define/field-guard.ts";
import type { Switch } from "../../../features/changed-gates.ts";
import { allChangedGates, type Features } from "../../../features/features.ts";
import type { Gate } from "../../../features/gates.ts";
import type { ResourceDefinition, SubresourceDefinition } from "../../../resource-definition.ts";
import type { Strategy } from "../../../strategy.ts";
import { fieldGuards } from "./field-guards.ts";

type Adapt = (resource: ResourceDefinition) => ResourceDefinition;

/**
 * Returns the change of built-in resources for a server whose features differ from the newest version, or that
 * does not allow privileged containers.
 */
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
  return (ordinary) => {
    const resource = ordinary.whenChanged?.(changed) ?? ordinary;
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

/** Applies older rules that are not about a single field. */
function older(strategy: Strategy, endpoint: string, changed: ReadonlySet<Switch>): Strategy {
  if (endpoint === "/services" && changed.has("RelaxedServiceNameValidation"))
    return { ...strategy, nameProblems: nameIsDns1035Label };
  if (endpoint !== "networking.k8s.io/servicecidrs" || !changed.has("ServiceCIDRStatusFieldWiping"))
    return strategy;
  const { prepareForCreate: _create, prepareForUpdate: _update, ...rest } = strategy;
  return { ...rest, resetFields: [] };
}

/** Gates whose feature counts as on in the validation of an object that already uses it. */
const RELAXED_BY_USE: ReadonlySet<Gate> = new Set<Gate>([
  "ContainerRestartRules",
  "EnvFiles",
  "RelaxedServiceNameValidation",
  "RestartAllContainersOnContainerExits",
]);

/**
 * Updates of this resource compare the generation before fields are dropped
 * (kubernetes/pkg/registry/resource/resourceslice/strategy.go).
 */
const COUNTS_FIRST = "resource.k8s.io/resourceslices";

/** Drops fields first, as the reference does, so that later steps see only the fields that will be stored. */
function adapted(
  strategy: Strategy,
  guards: readonly FieldGuard[],
  changed: ReadonlySet<Switch>,
  countsFirst: boolean,
): Strategy {
  const drop = dropsFields(guards);
  const changedFor = (old: KubeObject | undefined): ReadonlySet<Switch> =>
    changedForRules(changed, guards, old);
  const { validateSteps, warnings, validateCreate, validateUpdate } = strategy;
  const reports = strategy.errorReports ?? (changed.has("DeclarativeValidationBeta") ? "asFound" : undefined);
  return {
    ...strategy,
    errorReports: reports,
    prepareForCreate(object, context) {
      drop(object);
      strategy.prepareForCreate?.(object, { ...context, changedGates: changed });
    },
    prepareForUpdate(object, old, context) {
      if (!countsFirst) drop(object, old);
      strategy.prepareForUpdate?.(object, old, { ...context, changedGates: changed });
      if (countsFirst) drop(object, old);
    },
    ...(validateCreate && {
      validateCreate: (object, context) => validateCreate(object, { ...context, changedGates: changed }),
    }),
    ...(validateUpdate && {
      validateUpdate: (object, old, context) =>
        validateUpdate(object, old, { ...context, changedGates: changedFor(old) }),
    }),
    ...(validateSteps && {
      validateSteps: (object, old, context) =>
        validateSteps(object, old, { ...context, changedGates: changedFor(old) }),
    }),
    ...(warnings && { warnings: (object, old) => warnings(object, old, { changedGates: changedFor(old) }) }),
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
