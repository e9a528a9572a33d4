import type { Endpoint, Rule } from "../../../webhook/index.ts";
import type { DiscoveredResource, Discovery } from "./discovery.ts";

interface Known extends DiscoveredResource {
  readonly group: string;
  readonly version: string;
}

/**
 * Returns problems of rules that match nothing on an API server with this discovery. Each text names the
 * correct spelling.
 */
export function ruleProblems(endpoints: readonly Endpoint[], discovery: Discovery): string[] {
  const known = resourcesOf(discovery);
  return endpoints.flatMap((endpoint) => {
    if (endpoint.kind === "converting") return [];
    const { name = endpoint.path, rules = [] } = endpoint.registration;
    return rules.flatMap((rule, i) => problemsOf(rule, known).map((text) => `${name}, rules[${i}]: ${text}`));
  });
}

function resourcesOf({ items }: Discovery): Known[] {
  return items.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.map((resource) => ({ ...resource, version, group: metadata.name ?? "" })),
    ),
  );
}

const isIn = (list: readonly string[], value: string): boolean => list.includes("*") || list.includes(value);

function problemsOf(rule: Rule, known: readonly Known[]): string[] {
  const inReach = known.filter(
    ({ group, version }) => isIn(rule.apiGroups, group) && isIn(rule.apiVersions, version),
  );
  if (inReach.length === 0)
    return [
      `nothing is served in apiGroups ${quoted(rule.apiGroups)}, apiVersions ${quoted(rule.apiVersions)}`,
    ];
  return rule.resources.flatMap((asked) => {
    const [resource = "", subresource = ""] = asked.split("/");
    const found = inReach.filter((one) => resource === "*" || one.resource === resource);
    if (found.length === 0) return [`there is no resource "${resource}" there${hint(resource, known)}`];
    if (subresource === "" || subresource === "*") return [];
    if (found.some((one) => one.subresources?.some((sub) => sub.subresource === subresource))) return [];
    return [`"${resource}" has no subresource "${subresource}"`];
  });
}

const quoted = (list: readonly string[]): string => list.map((one) => JSON.stringify(one)).join(", ");

/** The plural of what looks like a kind, a singular or a short name; or where else such a resource is. */
function hint(asked: string, known: readonly Known[]): string {
  const small = asked.toLowerCase();
  const meant = known.find(
    (one) =>
      one.resource === small ||
      one.singularResource === small ||
      one.responseKind.kind.toLowerCase() === small ||
      one.shortNames?.includes(small),
  );
  if (meant === undefined) return "";
  return `: did you mean "${meant.resource}" of ${meant.group === "" ? "" : `${meant.group}/`}${meant.version}?`;
}
