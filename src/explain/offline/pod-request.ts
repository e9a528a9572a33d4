import { isDeepStrictEqual } from "node:util";
import { type JsonObject, record, records, text } from "../../json/value.ts";
import type { ExplainedRequest } from "../explanation.ts";
import { controller, controllerOf, madeObjects } from "../pods/made-objects.ts";
import { podTemplate } from "../pods/pod-template.ts";
import type { RequestSpec } from "./request-spec.ts";

/** A request that a controller sends for a workload. */
interface MadeRequest {
  /** The objects that it creates: `pods`, `claims`. */
  readonly what: string;
  readonly request: RequestSpec;
}

/**
 * Returns the requests that the controllers of a written object send then, in their order: the last one is for a pod.
 * None if it needs no new pods. `old`: the object before an update.
 */
export function madeRequests(
  { operation, subresource, kind: { kind }, namespace, name, dryRun }: ExplainedRequest,
  object: JsonObject | null,
  old: JsonObject | null,
): MadeRequest[] {
  const template = podTemplate(object);
  const isWritten = subresource === "" && operation !== "DELETE";
  if (template === undefined || controllerOf(kind) === "" || !isWritten || !needsPods(object, old)) return [];
  const spec = record(object?.spec);
  const claims = kind === "StatefulSet" ? records(spec.volumeClaimTemplates) : [];
  return madeObjects({ kind, name, namespace, template, claims, spec }).map(({ what, by, object: made }) => ({
    what,
    request: {
      operation: "CREATE",
      object: made,
      oldObject: null,
      isOldKnown: false,
      resource: undefined,
      subresource: "",
      namespace,
      name: text(record(made.metadata).name),
      user: controller(by),
      dryRun,
      absent: true,
      preconditions: {},
      query: {},
    },
  }));
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
