import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldGuard } from "../../../define/field-guard.ts";
import type { Features } from "../../../features/features.ts";
import type { ResourceDefinition, Strategy, SubresourceDefinition } from "../../../kind.ts";
import { FIELD_GUARDS } from "./field-guards.ts";

/** A built-in resource as it is where features are off that Kubernetes 1.36 has; itself where that changes nothing. */
export function adaptResource(resource: ResourceDefinition, features: Features): ResourceDefinition {
  const adapt = (strategy: Strategy, subresource: string): Strategy =>
    withGuards(strategy, offGuards(`${resource.group}/${resource.plural}${subresource}`, features));
  const adaptSubresource = (sub: SubresourceDefinition): SubresourceDefinition =>
    sub.strategy === undefined ? sub : { ...sub, strategy: adapt(sub.strategy, `/${sub.name}`) };
  return {
    ...resource,
    strategy: adapt(resource.strategy, ""),
    subresources: new Map([...resource.subresources].map(([name, sub]) => [name, adaptSubresource(sub)])),
  };
}

const offGuards = (endpoint: string, { isOn }: Features): readonly FieldGuard[] =>
  (FIELD_GUARDS[endpoint] ?? []).filter(({ gate }) => !isOn(gate));

/** Drops first, as the reference does: what comes after it sees only what will be stored. */
function withGuards(strategy: Strategy, guards: readonly FieldGuard[]): Strategy {
  if (guards.length === 0) return strategy;
  const drop = (object: KubeObject, old?: KubeObject): void => {
    for (const guard of guards) if (old === undefined || !guard.isUsed(old)) guard.drop(object);
  };
  return {
    ...strategy,
    prepareForCreate(object, context) {
      drop(object);
      strategy.prepareForCreate?.(object, context);
    },
    prepareForUpdate(object, old, context) {
      drop(object, old);
      strategy.prepareForUpdate?.(object, old, context);
    },
  };
}
