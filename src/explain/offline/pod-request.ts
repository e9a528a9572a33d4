import { isDeepStrictEqual } from "node:util";
import { type JsonObject, record, text } from "../../json/value.ts";
import type { ExplainedRequest } from "../explanation.ts";
import { controlledPod, controller, controllerOf } from "../pods/controlled-pod.ts";
import { podTemplate } from "../pods/pod-template.ts";
import type { RequestSpec } from "./request-spec.ts";

/**
 * Returns the request for a pod that the controller of a written object sends then; undefined if it sends none. `old`: the
 * object before an update.
 */
export function podRequest(
  { operation, subresource, kind: { kind }, namespace, name, dryRun }: ExplainedRequest,
  object: JsonObject | null,
  old: JsonObject | null,
): RequestSpec | undefined {
  const template = podTemplate(object);
  const maker = controllerOf(kind);
  const isWritten = subresource === "" && operation !== "DELETE";
  if (template === undefined || maker === "" || !isWritten || !needsPods(object, old)) return undefined;
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

/** True if an object has pods that it did not have before: an update of other fields lets its pods run on. */
function needsPods(object: JsonObject | null, old: JsonObject | null): boolean {
  const [now, before] = [object, old].map((one) => record(one?.spec));
  const isResting = (spec: JsonObject | undefined): boolean =>
    spec?.suspend === true || spec?.paused === true;
  if (isResting(now) || now?.replicas === 0) return false;
  const hasMore = Number(now?.replicas ?? 0) > Number(before?.replicas ?? 0);
  return (
    old === null || isResting(before) || hasMore || !isDeepStrictEqual(podTemplate(object), podTemplate(old))
  );
}
