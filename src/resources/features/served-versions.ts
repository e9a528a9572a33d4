import type { KindDefinition } from "../kind.ts";
import type { ResourceDefinition } from "../resource-definition.ts";

/** True if a version of a resource is served. */
export type Serves = (kind: Pick<KindDefinition, "group" | "version" | "plural">) => boolean;

/** True for webhook configurations, whose v1beta1 kube-apiserver no longer has. */
const isOurOwn = (plural: string): boolean => plural.endsWith("webhookconfigurations");

/** Versions that are served without `--runtime-config`: v1, v2 and so on, and webhook configurations. */
export const servesByDefault: Serves = ({ version, plural }) => /^v\d+$/.test(version) || isOurOwn(plural);

/** Reduces resources to the versions that `serves` selects and that Kubernetes `1.MINOR` has. */
export const withServedVersions = (serves: Serves, minor: number) => {
  const isServed = (kind: KindDefinition): boolean =>
    serves(kind) && (kind.since ?? 0) <= minor && minor < (kind.removed ?? Infinity);
  return (resource: ResourceDefinition): ResourceDefinition => {
    const stored = storedNewest(resource, minor);
    return resource.versions.every(isServed)
      ? stored
      : { ...stored, versions: resource.versions.filter(isServed) };
  };
};

/** Objects are stored in the version of the hub as soon as the release before has it, too. */
function storedNewest(resource: ResourceDefinition, minor: number): ResourceDefinition {
  const { storedVersion, ...rest } = resource;
  const { since = minor } = resource.hub;
  return storedVersion === undefined || since >= minor ? resource : rest;
}
