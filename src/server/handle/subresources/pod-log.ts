import { type FieldError, forbiddenField, invalid, invalidObject } from "../../../api/field-error.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { notFound } from "../../../api/status.ts";
import { wholeNumber } from "../../accept/query-values.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { groupResource, storageKey, type Target } from "../target.ts";
import { containerOf } from "./pod-container.ts";

/** `/log`: there is no node that could tell anything, so an unscheduled pod has an empty log (204). */
export async function podLog(house: House, context: RequestContext, target: Target): Promise<Answer> {
  const { query } = context.request;
  const errors = validate(query);
  if (errors.length > 0) throw invalidObject({ group: "", kind: "PodLogOptions" }, target.name, errors);
  const entry = await house.storage.get(storageKey(target.resource, target.namespace, target.name));
  if (entry === undefined) throw notFound(groupResource(target), target.name);
  const pod = entry.document.value as KubeObject;
  containerOf(pod, query.get("container") ?? "");
  const node = ((pod.spec ?? {}) as JsonObject).nodeName;
  if (typeof node === "string" && node !== "") throw notFound({ group: "", resource: "pods" }, node);
  return { kind: "raw", response: { status: 204, headers: {} } };
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
