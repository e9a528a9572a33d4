import type { KubeObject } from "../../../api/meta.ts";
import { membersOf } from "../../../json/value.ts";
import type { CustomResourceDefinitionSpec } from "../../../types/tables/apiextensions/v1-types.ts";

/** A version of the custom resources of a group. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Returns the name of the version's APIService. */
export const nameOf = ({ group, version }: GroupVersion): string => `${version}.${group}`;

/** Versions that a CustomResourceDefinition serves. */
export function servedVersions(object: KubeObject): GroupVersion[] {
  const { group = "", versions } = membersOf<CustomResourceDefinitionSpec>(object.spec);
  return (versions ?? []).filter(({ served }) => served).map(({ name = "" }) => ({ group, version: name }));
}

/** The versions that at least one definition serves. */
export class ServedVersions {
  readonly #byDefinition = new Map<string, readonly GroupVersion[]>();
  readonly #served = new Map<string, { readonly version: GroupVersion; times: number }>();

  get(name: string): GroupVersion | undefined {
    return this.#served.get(name)?.version;
  }

  /**
   * Sets the served versions of a definition. Returns the names of all versions that it serves now or served
   * before.
   */
  set(definition: string, versions: readonly GroupVersion[]): ReadonlySet<string> {
    const before = this.#byDefinition.get(definition) ?? [];
    for (const version of versions) this.#count(version, 1);
    for (const version of before) this.#count(version, -1);
    if (versions.length === 0) this.#byDefinition.delete(definition);
    else this.#byDefinition.set(definition, versions);
    return new Set([...before, ...versions].map(nameOf));
  }

  #count(version: GroupVersion, by: number): void {
    const name = nameOf(version);
    const entry = this.#served.get(name) ?? { version, times: 0 };
    entry.times += by;
    if (entry.times === 0) this.#served.delete(name);
    else this.#served.set(name, entry);
  }
}
