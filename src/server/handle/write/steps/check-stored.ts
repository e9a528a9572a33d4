import { conflict, StatusError } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import { groupResource, type Target } from "../../target.ts";
import type { Write } from "./write.ts";

/**
 * Checks that an update is based on the stored object (registry/generic/registry/store.go, Update). Throws
 * 409, 422 if the version is required, and 500 for a version that is no number.
 */
export function checkVersion({ target, strategy, object, before }: Write): void {
  const given = object.metadata.resourceVersion ?? "";
  if (given === before.metadata.resourceVersion) return;
  if (given === "" || given === "0") {
    if (strategy.allowUnconditionalUpdate) return;
    throw unconditional(target);
  }
  assertVersion(given);
  throw conflict(
    groupResource(target),
    target.name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );
}

/** Throws if the version is no number, even if no object is stored. */
export function assertVersion(given: string): void {
  if (given === "" || /^\d+$/.test(given)) return;
  const message = `strconv.ParseUint: parsing ${quote(given)}: invalid syntax`;
  throw new StatusError({ message, code: 500 });
}

/** Builds the only 422 that names the resource instead of the kind. */
function unconditional(target: Target): StatusError {
  const { group, resource } = groupResource(target);
  const name = group === "" ? resource : `${resource}.${group}`;
  const message = "Invalid value: 0: must be specified for an update";
  return new StatusError({
    message: `${name} "${target.name}" is invalid: metadata.resourceVersion: ${message}`,
    reason: "Invalid",
    details: {
      name: target.name,
      ...(group === "" ? {} : { group }),
      kind: resource,
      causes: [{ reason: "FieldValueInvalid", message, field: "metadata.resourceVersion" }],
    },
    code: 422,
  });
}
