import { clone } from "../../../src/json/object.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { builtinResources } from "../../../src/resources/kinds/index.ts";
import type { SubresourceDefinition } from "../../../src/resources/resource-definition.ts";
import type { Random } from "../random.ts";
import { CORE } from "./bases-core.ts";
import { OTHER } from "./bases-other.ts";

/** A built-in resource in one of its versions. */
export interface Resource {
  readonly kind: string;
  readonly plural: string;
  readonly group: string;
  /** `apps/v1`. */
  readonly apiVersion: string;
  /** `apps/v1.Deployment`. */
  readonly typeName: string;
  readonly namespaced: boolean;
  /** Absent: all. */
  readonly verbs: readonly string[] | undefined;
  readonly subresources: readonly SubresourceDefinition[];
  readonly bases: readonly JsonObject[];
}

export const RESOURCES: readonly Resource[] = builtinResources({ v1beta1Registration: false }).flatMap(
  ({ group, plural, namespaced, verbs, subresources, versions }) =>
    versions.map(({ version, kind, shape }) => ({
      kind,
      plural,
      group,
      namespaced,
      verbs,
      apiVersion: group === "" ? version : `${group}/${version}`,
      typeName: shape.typeName ?? "",
      subresources: [...subresources.values()],
      bases: (group === "" ? CORE[kind] : OTHER[`${group}/${kind}`]) ?? [{}],
    })),
);

/** Path of the collection. */
export function collectionOf({ group, apiVersion, namespaced, plural }: Resource): string {
  const root = group === "" ? `/api/${apiVersion}` : `/apis/${apiVersion}`;
  return namespaced ? `${root}/namespaces/{{ns}}/${plural}` : `${root}/${plural}`;
}

const NAMES: Readonly<Record<string, string>> = {
  IPAddress: "10.99.88.77",
  APIService: "v1.g{{id}}.example.com",
  CustomResourceDefinition: "boats.g{{id}}.example.com",
  CSIDriver: "d{{id}}.example.com",
};

export const nameOf = ({ kind }: Resource): string => NAMES[kind] ?? "n-{{id}}";

/** A small valid object. */
export function baseOf(resource: Resource, random: Random): JsonObject {
  const { apiVersion, kind, bases } = resource;
  const { metadata = {}, ...rest } = clone(random.pick(bases));
  return { apiVersion, kind, metadata: { name: nameOf(resource), ...(metadata as JsonObject) }, ...rest };
}
