import { parseFieldSelector, requiredValue } from "../../api/selectors/field-selector.ts";
import { parseLabelSelector } from "../../api/selectors/parse-label-selector.ts";
import { wholeNumber } from "./query-values.ts";

/**
 * Returns the one name that the field selector of a list or watch requires; the request is authorized like
 * one for that name. "" if there is none, or if any option of the list is unreadable (NewRequestInfo in
 * k8s.io/apiserver/pkg/endpoints/request/requestinfo.go).
 */
export function selectedName(query: URLSearchParams): string {
  const selector = query.get("fieldSelector");
  if (selector === null || !selector.includes("metadata.name")) return "";
  try {
    parseLabelSelector(query.get("labelSelector") ?? "");
    wholeNumber(query.get("limit"));
    wholeNumber(query.get("timeoutSeconds"));
    const name = requiredValue(parseFieldSelector(selector), "metadata.name");
    return name === undefined || !isPathSegment(name) ? "" : name;
  } catch {
    return "";
  }
}

const isPathSegment = (name: string): boolean => name !== "." && name !== ".." && !/[/%]/.test(name);
