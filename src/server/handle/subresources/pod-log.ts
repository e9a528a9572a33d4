import { badRequest, notAcceptable, notFound, plainError } from "../../../api/status.ts";
import {
  EMPTY_PATH,
  type FieldError,
  forbiddenField,
  invalid,
  invalidObject,
} from "../../../api/validation/field-error.ts";
import { quote } from "../../../go/quote.ts";
import { canonicalTime, TimeError } from "../../../go/time.ts";
import { objectOf } from "../../../storage/object-of.ts";
import { isTrue, wholeNumber } from "../../accept/query-values.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Answer, rawAnswer } from "../../respond/answer.ts";
import type { Reads } from "../read/reads.ts";
import type { StoredLookup } from "../read/stored-lookup.ts";
import { groupResource, storageKey, type Target } from "../target.ts";
import { addressOfPodsNode } from "./connect/node-address.ts";
import { containerOf } from "./pod-container.ts";

/**
 * Answers `/log`: an unscheduled pod has an empty log (204); for others, the reference's error for an
 * unreachable kubelet.
 */
export async function podLog(
  logs: Reads & StoredLookup,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  const { query } = context.request;
  const times = readTimes(query);
  const errors = validate(query, times);
  if (errors.length > 0) throw invalidObject({ group: "", kind: "PodLogOptions" }, target.name, errors);
  const entry = await logs.storage.get(storageKey(target.resource, target.namespace, target.name));
  if (entry === undefined) throw notFound(groupResource(target), target.name);
  const pod = objectOf(entry);
  const container = containerOf(pod, query.get("container") ?? "");
  const address = await addressOfPodsNode(logs, pod);
  if (address === undefined) {
    refuseTransform(context.accepted?.transform?.kind);
    return rawAnswer(204, {});
  }
  const url = `https://${address}/containerLogs/${target.namespace}/${target.name}/${container}${logQuery(query, times)}`;
  throw plainError(`Get ${quote(url)}: dial tcp ${address}: connect: connection refused`);
}

/**
 * Refuses a conversion: a stream is neither an object with metadata nor a list of such (apiserver,
 * handlers/response.go).
 */
function refuseTransform(kind: string | undefined): void {
  if (kind === "PartialObjectMetadata") throw plainError("object does not implement the Object interfaces");
  if (kind === "PartialObjectMetadataList")
    throw notAcceptable(
      "you requested PartialObjectMetadataList, but the requested object is not a list (*rest.LocationStreamer)",
    );
}

/** Start of a log. */
interface Times {
  readonly sinceSeconds: number | undefined;
  readonly sinceTime: string | undefined;
}

const readTimes = (query: URLSearchParams): Times => ({
  sinceSeconds: integer(query, "sinceSeconds"),
  sinceTime: query.has("sinceTime") ? time(query.get("sinceTime") ?? "") : undefined,
});

/** Builds the query for the kubelet, in the order of Go's encoding. */
function logQuery(query: URLSearchParams, { sinceTime }: Times): string {
  const params = new URLSearchParams();
  for (const flag of ["follow", "previous", "timestamps"])
    if (isTrue(query.get(flag))) params.set(flag, "true");
  for (const name of ["limitBytes", "sinceSeconds", "tailLines"]) {
    const value = integer(query, name);
    if (value !== undefined) params.set(name, String(value));
  }
  if (sinceTime !== undefined) params.set("sinceTime", sinceTime);
  params.sort();
  return params.size === 0 ? "" : `?${params}`;
}

/** Validates the options in the order in which the reference reads and checks them. */
function validate(query: URLSearchParams, { sinceSeconds: since, sinceTime }: Times): FieldError[] {
  const errors: FieldError[] = [];
  const tail = integer(query, "tailLines");
  const limit = integer(query, "limitBytes");
  if (tail !== undefined && tail < 0)
    errors.push(invalid("tailLines", tail, "must be greater than or equal to 0"));
  if (limit !== undefined && limit < 1) errors.push(invalid("limitBytes", limit, "must be greater than 0"));
  if (since !== undefined && sinceTime !== undefined)
    errors.push(forbiddenField(EMPTY_PATH, "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  else if (since !== undefined && since < 1)
    errors.push(invalid("sinceSeconds", since, "must be greater than 0"));
  // The feature PodLogsQuerySplitStreams is off.
  if (query.has("stream")) errors.push(forbiddenField("stream", "may not be specified"));
  return errors;
}

const integer = (query: URLSearchParams, name: string): number | undefined =>
  query.has(name) ? wholeNumber(query.get(name)) : undefined;

const ZERO_TIME = "0001-01-01T00:00:00Z";

/** Parses a time. Old clients send `null` for none, which is Go's zero time here. */
function time(text: string): string {
  try {
    return text === "" || text === "null" ? ZERO_TIME : (canonicalTime(text) ?? ZERO_TIME);
  } catch (error) {
    throw error instanceof TimeError ? badRequest(error.message) : error;
  }
}
