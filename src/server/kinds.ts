import type { KindDefinition } from "../resources/kind.ts";
import type { Registry } from "../resources/registry.ts";

/** The kinds that are served. */
export interface Kinds {
  /** Returns the kinds that exist now: an immutable snapshot. */
  registry(): Registry;
}

/** Returns a built-in kind in v1, even if that version is not served. Throws if the resources do not have it. */
export function builtinKind(registry: Registry, group: string, name: string): KindDefinition {
  const kind =
    registry.kind(group, "v1", name) ??
    registry.resources.find(({ hub }) => hub.group === group && hub.kind === name)?.hub;
  if (kind === undefined) throw new Error(`the kind ${name} is not among the resources`);
  return kind;
}
