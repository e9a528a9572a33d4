import type { KubeObject } from "../../../api/meta.ts";
import { nameIsDnsSubdomain } from "../../../api/validation/name-format.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { PodTemplateSpec as PodTemplate } from "../../../types/tables/core/v1-types.ts";
import type { Kind } from "../kinds.ts";
import { controllerRef } from "./controller-ref.ts";

/** Returns the template of a workload; empty if the spec is absent. */
export const templateOf = ({
  spec,
}: {
  readonly spec?: { readonly template?: PodTemplate | undefined } | undefined;
}): PodTemplate => spec?.template ?? { metadata: {} };

/** Returns a pod as GetPodFromTemplate of the reference makes it. `owner` controls it. */
export function podFromTemplate(
  template: PodTemplate,
  kind: Kind<KubeObject>,
  owner: KubeObject,
): JsonObject {
  const { labels, annotations, finalizers } = template.metadata;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      generateName: prefixOf(owner.metadata.name ?? ""),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ownerReferences: [controllerRef(kind, owner)],
    },
    spec: template.spec ?? {},
  };
}

/** Returns the prefix of the pod's name: `web-`, or the name itself if that is not a valid prefix. */
function prefixOf(name: string): string {
  const prefix = `${name}-`;
  return nameIsDnsSubdomain(prefix, true).length === 0 ? prefix : name;
}
