import { formatGroupVersion } from "../../../api/group-version.ts";
import { typeMetaProblem } from "../../../api/object/type-meta.ts";
import { internalError, type StatusError } from "../../../api/status.ts";
import { invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { type JsonObject, membersOf } from "../../../json/value.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { DecodeProblems } from "../../../types/decode/decode-problems.ts";

/** A patched custom resource, before it is checked against the kind that it names. */
export interface PatchedCustom {
  readonly kind: KindDefinition;
  /** Patched object; changed here if it has another version. */
  readonly value: JsonObject;
  readonly problems: DecodeProblems;
  /** True if only its status is used. */
  readonly isStatus: boolean;
  refuse(why: string): StatusError;
  /** Returns the whole object as a text for a refusal. */
  quoted(): string;
  /** Reports the problems found so far. */
  report(): void;
}

/**
 * Classifies kind and version of a patched custom resource. Both can be any until validation: fields that the
 * named version does not have are reported first. For a status, the named type is replaced by the resource's
 * own here, because only the status is used (apiextensions-apiserver, customresource/status_strategy.go).
 */
export function settleCustomType(patched: PatchedCustom): "own" | "other version" | "foreign" {
  const { kind, value, problems, isStatus } = patched;
  assertReadable(patched);
  const own = formatGroupVersion(kind);
  const given = String(value.apiVersion);
  // Validation reports another kind of this version.
  if (given === own && (!isStatus || value.kind === kind.kind)) return "own";
  const isVersion = kind.readAsOther?.(value, problems) === true;
  patched.report();
  if (!isStatus) throw ofAnotherType(kind, value);
  Object.assign(value, { apiVersion: own, kind: kind.kind });
  return isVersion ? "other version" : "foreign";
}

function assertReadable({ value, refuse, quoted }: PatchedCustom): void {
  const problem = typeMetaProblem(value);
  if (problem !== undefined) throw refuse(problem);
  const { apiVersion, kind } = value;
  if (String(apiVersion ?? "").split("/", 3).length > 2)
    throw refuse(`unexpected GroupVersion string: ${apiVersion}`);
  if (kind === undefined || kind === null || kind === "")
    throw refuse(`Object 'Kind' is missing in '${quoted()}'`);
  if (apiVersion === null)
    throw refuse(".apiVersion accessor error: <nil> is of the type <nil>, expected string");
  if (apiVersion === undefined || apiVersion === "")
    throw internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
}

function ofAnotherType(kind: KindDefinition, { apiVersion, kind: said, metadata }: JsonObject): StatusError {
  const own = formatGroupVersion(kind);
  const given = String(apiVersion);
  const [group = ""] = given.includes("/") ? given.split("/") : [];
  const { name } = membersOf<{ name?: string }>(metadata);
  const otherKind = said === kind.kind ? [] : [invalid("kind", String(said), `must be ${kind.kind}`)];
  return invalidObject({ group, kind: String(said) }, name ?? "", [
    ...otherKind,
    invalid("apiVersion", given, `must be ${own}`),
  ]);
}
