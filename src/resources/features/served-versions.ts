import type { KindDefinition } from "../kind.ts";
import type { ResourceDefinition } from "../resource-definition.ts";

/** True if a version of a resource is served. */
export type Serves = (kind: Pick<KindDefinition, "group" | "version" | "plural">) => boolean;

/** True for webhook configurations, whose v1beta1 kube-apiserver no longer has. */
const isOurOwn = (plural: string): boolean => plural.endsWith("webhookconfigurations");

/** Versions that are served without `--runtime-config`: v1, v2 and so on, and webhook configurations. */
export const servesByDefault: Serves = ({ version, plural }) => /^v\d+$/.test(version) || isOurOwn(plural);

/**
 * Reduces resources to the versions that `serves` selects and that Kubernetes `1.MINOR` has. A resource is stored in its
 * hub version when the release before has this version, too.
 */
export const withServedVersions = (serves: Serves, minor: number) => {
  const isServed = (kind: KindDefinition): boolean => serves(kind) && (kind.since ?? 0) <= minor;
  return (given: ResourceDefinition): ResourceDefinition => {
    const { storedVersion, ...rest } = given;
    const isHubStored = storedVersion !== undefined && (given.hub.since ?? minor) < minor;
    const resource = isHubStored ? rest : given;
    return resource.versions.every(isServed)
      ? resource
      : { ...resource, versions: resource.versions.filter(isServed) };
  };
};
