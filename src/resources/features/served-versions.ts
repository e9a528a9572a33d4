import type { KindDefinition } from "../kind.ts";
import type { ResourceDefinition } from "../resource-definition.ts";

/** Whether a version of a resource is served. */
export type Serves = (kind: Pick<KindDefinition, "group" | "version" | "plural">) => boolean;

/** Versions of webhook configurations that kube-apiserver has no more. */
const isOurOwn = (plural: string): boolean => plural.endsWith("webhookconfigurations");

/** Without `--runtime-config`: v1, v2 and so on. */
export const servesByDefault: Serves = ({ version, plural }) => /^v\d+$/.test(version) || isOurOwn(plural);

/** Resources with the versions that `serves` names and that Kubernetes `1.MINOR` has. */
export const withServedVersions = (serves: Serves, minor: number) => {
  const isServed = (kind: KindDefinition): boolean => serves(kind) && (kind.since ?? 0) <= minor;
  return (resource: ResourceDefinition): ResourceDefinition =>
    resource.versions.every(isServed)
      ? resource
      : { ...resource, versions: resource.versions.filter(isServed) };
};
