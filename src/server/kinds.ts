import type { KindDefinition } from "../resources/kind.ts";
import type { Registry } from "../resources/registry.ts";

export interface Kinds {
  /** Which kinds exist now: an immutable snapshot. */
  registry(): Registry;
}

/** A built-in kind in v1. Throws when it is not among the resources. */
export function builtinKind(registry: Registry, group: string, name: string): KindDefinition {
  const kind = registry.kind(group, "v1", name);
  if (kind === undefined) throw new Error(`the kind ${name} is not among the resources`);
  return kind;
}
