import { parseFieldSelector } from "../../../api/field-selector.ts";
import type { LabelSelector } from "../../../api/label-selector.ts";
import { parseLabelSelector } from "../../../api/parse-label-selector.ts";
import { isTrue, wholeNumber } from "../../accept/query-values.ts";
import { assertGoTogether, type OptionsTogether } from "./options-together.ts";

/** What a list or watch selects by, as far as it can be read without knowing the kind. */
export interface Selectors {
  /** undefined: everything. */
  readonly labels: LabelSelector | undefined;
  readonly fields: ReturnType<typeof parseFieldSelector>;
  /** The same texts select the same. */
  readonly text: string;
}

/** metav1.ListOptions. */
export interface ListOptions extends Omit<OptionsTogether, "watchList"> {
  readonly selectors: Selectors;
  /** 0: no limit. */
  readonly limit: number;
  /** Seconds; undefined: the server chooses. */
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
}

/**
 * Query → options, with the reference's rules of what goes with what
 * (apimachinery/pkg/apis/meta/internalversion/validation/validation.go, ValidateListOptions).
 */
export function parseListOptions(query: URLSearchParams, watchList = true): ListOptions {
  const decoded = decode(query);
  const options = watchList ? withDefaults(decoded) : decoded;
  assertGoTogether({ ...options, watchList });
  return options;
}

/** 400 for what cannot be read; numbers are looked at before selectors. */
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

export function decodeSelectors(query: URLSearchParams): Selectors {
  const labels = query.get("labelSelector") ?? "";
  const fields = query.get("fieldSelector") ?? "";
  return {
    labels: labels === "" ? undefined : parseLabelSelector(labels),
    fields: parseFieldSelector(fields),
    text: JSON.stringify([labels, fields]),
  };
}

/** A watch from no revision in particular begins with what is there (SetListOptionsDefaults of apimachinery). */
function withDefaults(options: ListOptions): ListOptions {
  const { watch, resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  if (sendInitialEvents !== undefined || resourceVersionMatch !== "") return options;
  if (!watch || (resourceVersion !== "" && resourceVersion !== "0")) return options;
  return { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
}
