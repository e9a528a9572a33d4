import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { isJsonObject, type JsonObject, records, text } from "../../../../json/value.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";
import type { OpenImageReviews } from "./image-reviews.ts";
import { readSettings } from "./read-settings.ts";

const AUDIT = "imagepolicywebhook.image-policy.k8s.io/";
const OWN_ANNOTATIONS = ".image-policy.k8s.io/";

/**
 * Calls a service that decides if the images of a pod are allowed
 * (kubernetes/plugin/pkg/admission/imagepolicy/admission.go). `settings`: the address of the service, and the
 * time for which its responses are kept. Throws with kube-apiserver's text.
 */
export function imagePolicyWebhook(
  settings: string | undefined,
  { openImageReviews: open }: { readonly openImageReviews?: OpenImageReviews } = {},
): BuiltinPlugin {
  const read = readSettings(settings);
  if (open === undefined) throw new Error("no client for the image policy service is available");
  const { review } = open(read);
  const ask = async (context: PluginContext, pod: KubeObject): Promise<PluginResult> => {
    try {
      return verdict(context, await review(reviewSpec(context, pod)));
    } catch (error) {
      if (!read.defaultAllow) return forbid(context, messageOf(error));
      context.annotate(`${AUDIT}failed-open`, "true");
      return undefined;
    }
  };
  return {
    kind: "builtin",
    name: "ImagePolicyWebhook",
    operations: new Set(["CREATE", "UPDATE"]),
    validate: (context) => {
      const { attributes, object } = context;
      const { resource, subresource } = attributes;
      const isPod = resource.group === "" && resource.resource === "pods";
      const isMeant = isPod && (subresource === "" || subresource === "ephemeralcontainers");
      return isMeant && object !== null ? ask(context, object) : undefined;
    },
  };
}

/** Returns the spec of the review of a pod; empty fields are omitted. */
function reviewSpec({ attributes }: PluginContext, pod: KubeObject): JsonObject {
  const { containers, initContainers, ephemeralContainers } = specOf(pod);
  const looked =
    attributes.subresource === ""
      ? [...records(containers), ...records(initContainers)]
      : records(ephemeralContainers);
  const images = looked.map(({ image }) => (text(image) === "" ? {} : { image: text(image) }));
  const annotations = Object.entries(pod.metadata.annotations ?? {})
    .filter(([key]) => key.includes(OWN_ANNOTATIONS))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...(images.length === 0 ? {} : { containers: images }),
    ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    ...(attributes.namespace === "" ? {} : { namespace: attributes.namespace }),
  };
}

function verdict(context: PluginContext, status: JsonObject): PluginResult {
  const { allowed, reason, auditAnnotations } = status;
  for (const [key, value] of Object.entries(isJsonObject(auditAnnotations) ? auditAnnotations : {}))
    context.annotate(AUDIT + key, text(value));
  if (allowed === true) return undefined;
  return forbid(
    context,
    text(reason) === ""
      ? "one or more images rejected by webhook backend"
      : `image policy webhook backend denied one or more images: ${text(reason)}`,
  );
}
