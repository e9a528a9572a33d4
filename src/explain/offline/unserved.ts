import { formatGroupVersion, parseGroupVersion } from "../../api/group-version.ts";
import { type JsonObject, record, text } from "../../json/value.ts";
import type { Registry } from "../../resources/registry.ts";
import { definitionProblem, servedInstead } from "../ending/served.ts";
import type { Cause } from "../explanation.ts";
import type { Ask } from "./ask.ts";
import type { Manifest } from "./manifests.ts";
import type { RequestSpec } from "./request-spec.ts";

interface Known {
  readonly manifests: readonly Manifest[];
  /** Causes of the manifests that the server refused. */
  readonly refused: readonly Cause[];
  readonly registry: Registry;
  readonly ask: Ask;
}

/**
 * Says why the kind of a request is not served: its definition was refused, is not established, or serves other versions;
 * or another kind is meant. Empty if nothing is known.
 */
export async function whyUnserved(
  { object, oldObject, resource }: RequestSpec,
  { manifests, refused, registry, ask }: Known,
): Promise<string> {
  const given = object ?? oldObject ?? {};
  const { group } = resource ?? parseGroupVersion(text(given.apiVersion));
  const kind = text(given.kind);
  const own = manifests.find(({ object: { kind: its, spec } }) => {
    const names = record(record(spec).names);
    const isNamed = resource === undefined ? names.kind === kind : names.plural === resource.resource;
    return its === "CustomResourceDefinition" && record(spec).group === group && isNamed;
  });
  if (own === undefined)
    return servedInstead(
      resource === undefined
        ? { group, by: "kind", name: kind }
        : { group, by: "resource", name: resource.resource },
      registry,
    );
  const name = text(record(own.object.metadata).name);
  const of = `CustomResourceDefinition/${name}`;
  const found = refused.find((cause) => cause.of === of && cause.code === "invalid-configuration");
  if (found !== undefined) return `; ${found.at}: ${of}: ${found.message}`;
  return notEstablished(of, (await ask("GET", `${DEFINITIONS}/${name}`)).body, group, registry);
}

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function notEstablished(of: string, definition: JsonObject, group: string, registry: Registry): string {
  const problem = definitionProblem(definition);
  if (problem !== "") return problem;
  const { kind } = record(record(definition.spec).names);
  const served = registry.groups
    .filter(({ name }) => name === group)
    .flatMap(({ versions }) => versions.flatMap(({ resources }) => resources))
    .filter((one) => one.kind.kind === kind)
    .map((one) => formatGroupVersion(one.kind));
  return served.length === 0 ? "" : `; ${of} serves ${served.join(", ")}`;
}
