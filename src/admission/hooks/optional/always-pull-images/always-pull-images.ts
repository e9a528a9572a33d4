import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { plainError } from "../../../../api/status.ts";
import { aggregate, notSupported } from "../../../../api/validation/field-error.ts";
import { type JsonObject, record, records, text } from "../../../../json/value.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { withSpec } from "../../builtin/fields.ts";
import { forbid } from "../../builtin/forbid.ts";
import { isPods } from "../../builtin/is-resource.ts";
import { imagesOf, placedContainers, withContainers } from "../pod-containers.ts";

const ALWAYS = "Always";

/**
 * Makes pods pull their images each time they start: a pod cannot then use a private image on the node
 * without the credentials for it (kubernetes/plugin/pkg/admission/alwayspullimages/admission.go).
 */
export const alwaysPullImages: BuiltinPlugin = {
  kind: "builtin",
  name: "AlwaysPullImages",
  operations: new Set(["CREATE", "UPDATE"]),
  admit: (context) =>
    context.object === null || isIgnored(context) ? undefined : pullingAlways(context.object),
  validate: (context) => (context.object === null || isIgnored(context) ? undefined : refusal(context)),
};

function isIgnored({ attributes, object }: PluginContext): boolean {
  if (!isPods(attributes)) return true;
  if (attributes.operation !== "UPDATE") return false;
  const known = imagesOf(attributes.oldObject);
  return [...imagesOf(object)].every((image) => known.has(image));
}

function pullingAlways(pod: KubeObject): KubeObject {
  const changed = withContainers(pod, (container) => ({ ...container, imagePullPolicy: ALWAYS }));
  const volumes = records(specOf(pod).volumes);
  if (!volumes.some(({ image }) => image)) return changed;
  return withSpec(changed, { volumes: volumes.map(pullingVolume) });
}

const pullingVolume = (volume: JsonObject): JsonObject =>
  volume.image ? { ...volume, image: { ...record(volume.image), pullPolicy: ALWAYS } } : volume;

/** Joins several refusals to one error without a status. */
function refusal(context: PluginContext): PluginResult {
  const containers = placedContainers(context.object).map(({ container, path }) => ({
    path: `${path}.imagePullPolicy`,
    policy: text(container.imagePullPolicy),
  }));
  const volumes = records(specOf(context.object).volumes).flatMap(({ image }, index) =>
    image
      ? [{ path: `spec.volumes[${index}].image.pullPolicy`, policy: text(record(image).pullPolicy) }]
      : [],
  );
  const problems = [...containers, ...volumes].filter(({ policy }) => policy !== ALWAYS);
  if (problems.length === 0) return undefined;
  const texts = problems.map(({ path, policy }) => {
    const { field, message } = notSupported(path, policy, [ALWAYS]);
    return forbid(context, `${field}: ${message}`).message;
  });
  return plainError(aggregate(texts));
}
