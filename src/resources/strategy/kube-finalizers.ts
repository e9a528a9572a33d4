import type { FieldError } from "../../api/field-error.ts";
import { invalid } from "../../api/field-error.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Strategy } from "../kind.ts";

const STANDARD = ["kubernetes", "orphan", "foregroundDeletion"];
const NOT_QUALIFIED = "name is neither a standard finalizer name nor is it fully qualified";

/** Finalizers of Kubernetes' own kinds have a domain, unless Kubernetes itself knows them. */
export function kubeFinalizerErrors({ metadata }: KubeObject): FieldError[] {
  return (metadata.finalizers ?? []).flatMap((name, i) =>
    name.includes("/") || STANDARD.includes(name)
      ? []
      : [invalid(`metadata.finalizers[${i}]`, name, NOT_QUALIFIED)],
  );
}

/**
 * The strategies with that rule before their own; on updates as often as they look at metadata. `free`: those that do
 * not have it.
 */
export function withKubeFinalizers(
  strategies: Iterable<readonly [string, Strategy]>,
  free: readonly string[] = [],
): Map<string, Strategy> {
  return new Map(
    [...strategies].map(([name, strategy]) => [name, free.includes(name) ? strategy : addRule(strategy)]),
  );
}

function addRule(strategy: Strategy): Strategy {
  const times = strategy.repeatsMeta?.length ?? 1;
  if (times === 0) return strategy;
  return {
    ...strategy,
    validateCreate: (object, context) => [
      ...kubeFinalizerErrors(object),
      ...(strategy.validateCreate?.(object, context) ?? []),
    ],
    validateUpdate: (object, old, context) => {
      const errors = kubeFinalizerErrors(object);
      const own = strategy.validateUpdate?.(object, old, context) ?? [];
      return errors.length === 0 ? own : [...Array<FieldError[]>(times).fill(errors).flat(), ...own];
    },
  };
}
