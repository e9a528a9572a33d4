import { parseFieldSelector } from "../../../api/selectors/field-selector.ts";
import type { LabelSelector } from "../../../api/selectors/label-selector.ts";
import { parseLabelSelector } from "../../../api/selectors/parse-label-selector.ts";
import { type FieldError, forbiddenField, invalidObject } from "../../../api/validation/field-error.ts";
import { quote } from "../../../go/quote.ts";
import { isTrue, wholeNumber } from "../../accept/query-values.ts";

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
  assertGoTogether({ watchList, ...options });
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

/** Options of a list or watch that depend on each other. */
interface OptionsTogether {
  readonly watch: boolean;
  /** Resource version; "" if unset. */
  readonly resourceVersion: string;
  /** Match rule: "", Exact or NotOlderThan after the check. */
  readonly resourceVersionMatch: string;
  readonly continueToken: string;
  readonly sendInitialEvents: boolean | undefined;
  /** True if the feature WatchList is on. */
  readonly watchList: boolean;
}

const MATCH = "resourceVersionMatch";
const OPTIONS = { group: "meta.k8s.io", kind: "ListOptions" };

/** Throws 422 for options that exclude each other, as ValidateListOptions of apimachinery does. */
function assertGoTogether(options: OptionsTogether): void {
  const errors = options.watch ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) throw invalidObject(OPTIONS, "", errors);
}

function watchErrors(options: OptionsTogether): FieldError[] {
  const { sendInitialEvents, resourceVersionMatch: match, continueToken, watchList } = options;
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== "NotOlderThan")
    errors.push(badMatch("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  if (sendInitialEvents !== undefined && !watchList)
    errors.push(
      forbiddenField(
        "sendInitialEvents",
        "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
      ),
    );
  if (match === "") return errors;
  if (sendInitialEvents === undefined)
    errors.push(badMatch("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
  if (match !== "NotOlderThan") errors.push(unsupported(match, ["NotOlderThan"]));
  if (continueToken !== "") errors.push(WITH_CONTINUE);
  return errors;
}

/** Builds the error for an unsupported value; the supported values keep the given order. */
function unsupported(value: string, supported: readonly string[]): FieldError {
  const message = `Unsupported value: ${quote(value)}: supported values: ${supported.map(quote).join(", ")}`;
  return { reason: "FieldValueNotSupported", field: MATCH, message };
}

const badMatch = (why: string): FieldError => forbiddenField(MATCH, why);

const WITH_CONTINUE = badMatch("resourceVersionMatch is forbidden when continue is provided");

function listErrors(options: OptionsTogether): FieldError[] {
  const errors = matchErrors(options);
  if (options.sendInitialEvents !== undefined)
    errors.push(forbiddenField("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  return errors;
}

function matchErrors(options: OptionsTogether): FieldError[] {
  const { resourceVersionMatch: match, resourceVersion, continueToken } = options;
  const errors: FieldError[] = [];
  if (match === "") return errors;
  if (resourceVersion === "")
    errors.push(badMatch("resourceVersionMatch is forbidden unless resourceVersion is provided"));
  if (continueToken !== "") errors.push(WITH_CONTINUE);
  if (match !== "Exact" && match !== "NotOlderThan")
    errors.push(unsupported(match, ["Exact", "NotOlderThan", ""]));
  if (match === "Exact" && resourceVersion === "0")
    errors.push(badMatch('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  return errors;
}
