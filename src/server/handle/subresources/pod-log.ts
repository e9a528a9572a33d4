import { type FieldError, forbiddenField, invalid, invalidObject } from "../../../api/field-error.ts";
import { quote } from "../../../api/quote.ts";
import { notFound, plainError } from "../../../api/status.ts";
import { objectOf } from "../../../storage/object-of.ts";
import { isTrue, wholeNumber } from "../../accept/query-values.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import type { Reads } from "../read/reads.ts";
import type { StoredLookup } from "../read/stored-lookup.ts";
import { groupResource, storageKey, type Target } from "../target.ts";
import { addressOfPodsNode } from "./connect/node-address.ts";
import { containerOf } from "./pod-container.ts";

export interface PodLogs extends Reads, StoredLookup {}

/** `/log`: an unscheduled pod has an empty log (204); of the others the reference's answer where no kubelet listens. */
export async function podLog(logs: PodLogs, context: RequestContext, target: Target): Promise<Answer> {
  const { query } = context.request;
  const errors = validate(query);
  if (errors.length > 0) throw invalidObject({ group: "", kind: "PodLogOptions" }, target.name, errors);
  const entry = await logs.storage.get(storageKey(target.resource, target.namespace, target.name));
  if (entry === undefined) throw notFound(groupResource(target), target.name);
  const pod = objectOf(entry);
  const container = containerOf(pod, query.get("container") ?? "");
  const address = await addressOfPodsNode(logs, pod);
  if (address === undefined) return { kind: "raw", response: { status: 204, headers: {} } };
  const url = `https://${address}/containerLogs/${target.namespace}/${target.name}/${container}${logQuery(query)}`;
  throw plainError(`Get ${quote(url)}: dial tcp ${address}: connect: connection refused`);
}

/** What the kubelet is asked, in the order in which Go writes it. */
function logQuery(query: URLSearchParams): string {
  const params = new URLSearchParams();
  for (const flag of ["follow", "previous", "timestamps"])
    if (isTrue(query.get(flag))) params.set(flag, "true");
  for (const name of ["limitBytes", "sinceSeconds", "sinceTime", "tailLines"]) {
    const value = query.get(name);
    if (value !== null && value !== "") params.set(name, value);
  }
  params.sort();
  return params.size === 0 ? "" : `?${params}`;
}

function validate(query: URLSearchParams): FieldError[] {
  const errors: FieldError[] = [];
  const tail = integer(query, "tailLines");
  const limit = integer(query, "limitBytes");
  const since = integer(query, "sinceSeconds");
  if (tail !== undefined && tail < 0)
    errors.push(invalid("tailLines", tail, "must be greater than or equal to 0"));
  if (limit !== undefined && limit < 1) errors.push(invalid("limitBytes", limit, "must be greater than 0"));
  if (since !== undefined && query.has("sinceTime"))
    errors.push(forbiddenField("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  else if (since !== undefined && since < 1)
    errors.push(invalid("sinceSeconds", since, "must be greater than 0"));
  return errors;
}

function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  return text === null || text === "" ? undefined : wholeNumber(text);
}
