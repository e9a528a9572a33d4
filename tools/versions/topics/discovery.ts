import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { Topic } from "../facts.ts";
import type { Reference } from "../reference.ts";

/** Group versions, resources and subresources, with verbs, short names and categories. */
const discovery = (name: string, allVersions: boolean): Topic => ({
  name,
  allVersions,
  read: async (reference) => {
    const facts = new Map<string, string>();
    for (const version of await servedVersions(reference)) {
      facts.set(version, "served");
      const list = await reference.json(version);
      for (const resource of objects(isJsonObject(list) ? list.resources : [])) {
        const { name: plural, storageVersionHash: _, ...rest } = resource;
        facts.set(`${version}/${String(plural)}`, JSON.stringify(rest));
      }
    }
    return facts;
  },
});

export const DISCOVERY: readonly Topic[] = [
  discovery("discovery", false),
  discovery("discovery with all versions", true),
];

/** Returns paths such as `/apis/apps/v1`. */
export async function servedVersions(reference: Reference): Promise<string[]> {
  const groups = await reference.json("/apis");
  const named = objects(isJsonObject(groups) ? groups.groups : []).flatMap(({ versions }) =>
    objects(versions).map(({ groupVersion }) => `/apis/${String(groupVersion)}`),
  );
  return ["/api/v1", ...named];
}

/** Returns those elements of a list that are objects. */
export const objects = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
