import type { KubeObject } from "../../../api/meta.ts";
import { equal } from "../../../json/equal.ts";
import { type JsonObject, membersOf, record } from "../../../json/value.ts";
import { type CustomResourceOptions, customResource } from "../../../resources/custom/custom-resource.ts";
import type { Registry } from "../../../resources/registry.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Views } from "./views.ts";

interface Served {
  readonly resource: ResourceDefinition;
  readonly spec: JsonObject[string];
  readonly names: JsonObject[string];
}

/** Updates the registry when stored definitions change. A definition is served as soon as it is established. */
export function keepCustomResources(
  views: Views,
  registry: () => Registry,
  set: (next: Registry) => void,
  options: CustomResourceOptions = {},
): void {
  const definitions = views.of("apiextensions.k8s.io/customresourcedefinitions");
  const served = new Map<string, Served>();
  const take = (object: KubeObject, deleted: boolean): void => {
    const name = object.metadata.name ?? "";
    const before = served.get(name);
    if (deleted || !isEstablished(object)) {
      if (before !== undefined) drop(name, before);
    } else if (before === undefined || changed(before, object)) put(name, object, before);
  };
  const drop = (name: string, { resource }: Served): void => {
    served.delete(name);
    set(registry().without(resource.group, resource.plural));
    views.resourceGone(resource);
  };
  const put = (name: string, object: KubeObject, before: Served | undefined): void => {
    const resource = customResource(object, options);
    served.set(name, { resource, spec: object.spec, names: namesOf(object) });
    set(registry().with(resource));
    if (before !== undefined) views.resourceGone(before.resource);
  };
  for (const object of definitions.list()) take(object, false);
  definitions.onChange(({ object, deleted }) => take(object, deleted));
}

const namesOf = (object: KubeObject): JsonObject[string] => record(object.status).acceptedNames;

const changed = (before: Served, object: KubeObject): boolean =>
  !equal(before.spec, object.spec) || !equal(before.names, namesOf(object));

function isEstablished(object: KubeObject): boolean {
  const { conditions } = membersOf<{ conditions?: { type: string; status: string }[] }>(object.status);
  return conditions?.some((c) => c.type === "Established" && c.status === "True") ?? false;
}
