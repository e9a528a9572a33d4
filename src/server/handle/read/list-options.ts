import { type FieldError, forbiddenField, invalidObject } from "../../../api/field-error.ts";
import { isTrue, wholeNumber } from "../../accept/query-values.ts";

export type VersionMatch = "" | "Exact" | "NotOlderThan";

/** metav1.ListOptions, as far as the selectors do not say it. */
export interface ListOptions {
  /** "" when unset; digits otherwise. */
  readonly resourceVersion: string;
  readonly resourceVersionMatch: VersionMatch;
  /** 0: no limit. */
  readonly limit: number;
  readonly continueToken: string;
  /** Seconds; 0: the server chooses. */
  readonly timeoutSeconds: number;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
}

/** Query → options, with the reference's rules of what goes with what (api-surface A.8). */
export function parseListOptions(query: URLSearchParams, watch: boolean): ListOptions {
  const sendInitial = query.get("sendInitialEvents");
  const options: ListOptions = {
    resourceVersion: query.get("resourceVersion") ?? "",
    resourceVersionMatch: (query.get("resourceVersionMatch") ?? "") as VersionMatch,
    limit: Math.max(0, wholeNumber(query.get("limit"))),
    continueToken: query.get("continue") ?? "",
    timeoutSeconds: Math.max(0, wholeNumber(query.get("timeoutSeconds"))),
    allowWatchBookmarks: isTrue(query.get("allowWatchBookmarks")),
    sendInitialEvents: sendInitial === null ? undefined : isTrue(sendInitial),
  };
  const errors = watch ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) throw invalidObject({ group: "meta.k8s.io", kind: "ListOptions" }, "", errors);
  return options;
}

const MATCH = "resourceVersionMatch";

function unsupportedMatch(value: string, supported: readonly string[]): FieldError {
  const list = supported.map((v) => JSON.stringify(v)).join(", ");
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`;
  return { reason: "FieldValueNotSupported", field: MATCH, message };
}

function watchErrors({ sendInitialEvents, resourceVersionMatch, continueToken }: ListOptions): FieldError[] {
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined) {
    if (resourceVersionMatch !== "NotOlderThan")
      errors.push(
        forbiddenField(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"),
      );
    if (resourceVersionMatch !== "" && resourceVersionMatch !== "NotOlderThan")
      errors.push(unsupportedMatch(resourceVersionMatch, ["NotOlderThan"]));
  } else if (resourceVersionMatch !== "")
    errors.push(
      forbiddenField(
        MATCH,
        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
      ),
    );
  if (continueToken !== "") errors.push(forbiddenField("continue", "continue is forbidden for watch"));
  return errors;
}

function listErrors(options: ListOptions): FieldError[] {
  const errors = matchErrors(options);
  if (options.sendInitialEvents !== undefined)
    errors.push(forbiddenField("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  return errors;
}

function matchErrors({
  resourceVersionMatch: match,
  resourceVersion,
  continueToken,
}: ListOptions): FieldError[] {
  const errors: FieldError[] = [];
  if (match === "") return errors;
  if (resourceVersion === "")
    errors.push(
      forbiddenField(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"),
    );
  if (continueToken !== "")
    errors.push(forbiddenField(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
  if (match !== "Exact" && match !== "NotOlderThan")
    errors.push(unsupportedMatch(match, ["Exact", "NotOlderThan", ""]));
  if (match === "Exact" && resourceVersion === "0")
    errors.push(forbiddenField(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  return errors;
}
