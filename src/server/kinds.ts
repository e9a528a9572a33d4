import type { KindDefinition } from "../resources/kind.ts";
import type { Registry } from "../resources/registry.ts";

export interface Kinds {
  /** Which kinds exist now: an immutable snapshot. */
  registry(): Registry;
}

/** A built-in kind in v1, also where that is not served. Throws when it is not among the resources. */
export function builtinKind(registry: Registry, group: string, name: string): KindDefinition {
  const kind =
    registry.kind(group, "v1", name) ??
    registry.resources.find(({ hub }) => hub.group === group && hub.kind === name)?.hub;
  if (kind === undefined) throw new Error(`the kind ${name} is not among the resources`);
  return kind;
}
