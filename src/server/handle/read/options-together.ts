import { type FieldError, forbiddenField, invalidObject } from "../../../api/validation/field-error.ts";
import { quote } from "../../../go/quote.ts";

/** Options of a list or watch that depend on each other. */
export interface OptionsTogether {
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
export function assertGoTogether(options: OptionsTogether): void {
  const errors = options.watch ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) throw invalidObject(OPTIONS, "", errors);
}

function watchErrors({
  sendInitialEvents,
  resourceVersionMatch: match,
  continueToken,
  watchList,
}: OptionsTogether): FieldError[] {
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== "NotOlderThan")
    errors.push(
      forbiddenField(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"),
    );
  if (sendInitialEvents !== undefined && !watchList)
    errors.push(
      forbiddenField(
        "sendInitialEvents",
        "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
      ),
    );
  if (match === "") return errors;
  if (sendInitialEvents === undefined)
    errors.push(
      forbiddenField(
        MATCH,
        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
      ),
    );
  if (match !== "NotOlderThan") errors.push(unsupported(match, ["NotOlderThan"]));
  if (continueToken !== "") errors.push(WITH_CONTINUE);
  return errors;
}

/** Builds the error for an unsupported value; the supported values keep the given order. */
function unsupported(value: string, supported: readonly string[]): FieldError {
  const message = `Unsupported value: ${quote(value)}: supported values: ${supported.map(quote).join(", ")}`;
  return { reason: "FieldValueNotSupported", field: MATCH, message };
}

const WITH_CONTINUE = forbiddenField(MATCH, "resourceVersionMatch is forbidden when continue is provided");

function listErrors(options: OptionsTogether): FieldError[] {
  const errors = matchErrors(options);
  if (options.sendInitialEvents !== undefined)
    errors.push(forbiddenField("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  return errors;
}

function matchErrors({
  resourceVersionMatch: match,
  resourceVersion,
  continueToken,
}: OptionsTogether): FieldError[] {
  const errors: FieldError[] = [];
  if (match === "") return errors;
  if (resourceVersion === "")
    errors.push(
      forbiddenField(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"),
    );
  if (continueToken !== "") errors.push(WITH_CONTINUE);
  if (match !== "Exact" && match !== "NotOlderThan")
    errors.push(unsupported(match, ["Exact", "NotOlderThan", ""]));
  if (match === "Exact" && resourceVersion === "0")
    errors.push(forbiddenField(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  return errors;
}
