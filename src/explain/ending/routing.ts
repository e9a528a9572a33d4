import { formatGroupVersion } from "../../api/group-version.ts";
import { record } from "../../json/value.ts";
import type { FoundKind } from "../../resources/registry.ts";
import { subresourcesIn } from "../../resources/subresources-in.ts";
import type { RequestInfo } from "../../server/accept/request-info.ts";
import type { World } from "../world.ts";
import { definitionProblem } from "./definition-problem.ts";
import { servedInstead } from "./served.ts";

/** Says why the server serves nothing at a URL, and what it serves instead; empty if nothing is known. */
export function notServed(info: RequestInfo, world: World): string {
  if (!info.isResource) return "";
  const { group, version, resource } = info;
  const found = world.registry.find(group, version, resource);
  if (found !== undefined) return partNotServed(info, found);
  const own = world
    .definitions()
    .map(({ metadata, spec, status }) => ({ metadata, spec: record(spec), status }))
    .find(({ spec }) => spec.group === group && record(spec.names).plural === resource);
  const problem = own === undefined ? "" : definitionProblem(own);
  return problem === "" ? servedInstead({ group, by: "resource", name: resource }, world.registry) : problem;
}

/** The resource is served, but not in this way. */
function partNotServed({ namespace, name, subresource }: RequestInfo, found: FoundKind): string {
  const { kind, resource } = found;
  const known = subresourcesIn(found).map((one) => one.name);
  if (subresource !== "" && !known.includes(subresource)) {
    const enabled = `its CustomResourceDefinition has no subresources.${subresource} in version ${kind.version}`;
    return `; ${kind.plural} have no subresource ${subresource}${resource.custom ? `: ${enabled}` : ""}`;
  }
  if (!resource.namespaced || namespace !== "") return "";
  const root = kind.group === "" ? "/api/v1" : `/apis/${formatGroupVersion(kind)}`;
  return `; ${kind.plural} are in namespaces: ${root}/namespaces/NAMESPACE/${kind.plural}${name === "" ? "" : `/${name}`}`;
}
