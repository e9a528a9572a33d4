import { parseFieldSelector } from "../../../api/selectors/field-selector.ts";
import type { LabelSelector } from "../../../api/selectors/label-selector.ts";
import { parseLabelSelector } from "../../../api/selectors/parse-label-selector.ts";
import { isTrue, wholeNumber } from "../../accept/query-values.ts";
import { assertGoTogether, type OptionsTogether } from "./options-together.ts";

/** Selectors of a list or watch, parsed without knowledge of the kind. */
export interface Selectors {
  /** Label selector; undefined: everything. */
  readonly labels: LabelSelector | undefined;
  readonly fields: ReturnType<typeof parseFieldSelector>;
  /** Text of both selectors: equal texts select the same objects. */
  readonly text: string;
}

/** metav1.ListOptions. */
export interface ListOptions extends Omit<OptionsTogether, "watchList"> {
  readonly selectors: Selectors;
  /** Page limit; 0: none. */
  readonly limit: number;
  /** Timeout in seconds; undefined: the server chooses. */
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
}

/**
 * Parses the options of a query and checks the reference's rules for their combination
 * (apimachinery/pkg/apis/meta/internalversion/validation/validation.go, ValidateListOptions).
 */
export function parseListOptions(query: URLSearchParams, watchList = true): ListOptions {
  const decoded = decode(query);
  const options = watchList ? withDefaults(decoded) : decoded;
  assertGoTogether({ ...options, watchList });
  return options;
}

/** Decodes the options. Throws 400 for unreadable ones; numbers are checked before selectors. */
function decode(query: URLSearchParams): ListOptions {
  const timeout = query.get("timeoutSeconds");
  const timeoutSeconds = timeout === null ? undefined : wholeNumber(timeout);
  const limit = Math.max(0, wholeNumber(query.get("limit")));
  const sendInitial = query.get("sendInitialEvents");
  return {
    selectors: decodeSelectors(query),
    watch: isTrue(query.get("watch")),
    resourceVersion: query.get("resourceVersion") ?? "",
    resourceVersionMatch: query.get("resourceVersionMatch") ?? "",
    limit,
    continueToken: query.get("continue") ?? "",
    timeoutSeconds,
    allowWatchBookmarks: isTrue(query.get("allowWatchBookmarks")),
    sendInitialEvents: sendInitial === null ? undefined : isTrue(sendInitial),
  };
}

/** Selectors of a query. Throws 400 for those that cannot be parsed. `text` has both as the client wrote them. */
export function decodeSelectors(query: URLSearchParams): Selectors {
  const labels = query.get("labelSelector") ?? "";
  const fields = query.get("fieldSelector") ?? "";
  return {
    labels: labels === "" ? undefined : parseLabelSelector(labels),
    fields: parseFieldSelector(fields),
    text: JSON.stringify([labels, fields]),
  };
}

/**
 * Sets the defaults: a watch without a revision begins with the present objects (SetListOptionsDefaults of
 * apimachinery).
 */
function withDefaults(options: ListOptions): ListOptions {
  const { watch, resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  if (sendInitialEvents !== undefined || resourceVersionMatch !== "") return options;
  if (!watch || (resourceVersion !== "" && resourceVersion !== "0")) return options;
  return { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
}
