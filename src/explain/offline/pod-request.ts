import { type JsonObject, record, text } from "../../json/value.ts";
import type { ExplainedRequest } from "../explanation.ts";
import { controlledPod, controller, controllerOf } from "../pods/controlled-pod.ts";
import { podTemplate } from "../pods/pod-template.ts";
import type { RequestSpec } from "./request-spec.ts";

/** Returns the request for a pod that the controller of a written object sends then; undefined if it sends none. */
export function podRequest(
  { operation, subresource, kind: { kind }, namespace, name, dryRun }: ExplainedRequest,
  object: JsonObject | null,
): RequestSpec | undefined {
  const template = podTemplate(object);
  const maker = controllerOf(kind);
  const { replicas, suspend } = record(object?.spec);
  const isMade = replicas !== 0 && suspend !== true && subresource === "" && operation !== "DELETE";
  if (template === undefined || maker === "" || !isMade) return undefined;
  const pod = controlledPod({ kind, name, namespace, template });
  return {
    operation: "CREATE",
    object: pod,
    oldObject: null,
    isOldKnown: false,
    resource: undefined,
    subresource: "",
    namespace,
    name: text(record(pod.metadata).name),
    user: controller(maker),
    dryRun,
    absent: true,
    preconditions: {},
    query: {},
  };
}
