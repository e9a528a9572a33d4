import type { KubeObject } from "../../api/meta.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { clone } from "../../json/object.ts";
import type { Registry } from "../../resources/registry.ts";
import { expressionWarnings } from "../../server/admit/type-check/expression-warnings.ts";
import type { Found } from "../finding.ts";
import { nameOf, placeOfField } from "../place-of.ts";
import { named, type Upgraded } from "../versions/upgraded.ts";
import { kindOf } from "./creations.ts";

/**
 * Returns the expressions of a ValidatingAdmissionPolicy that do not fit the fields of one version, and fit those of the
 * other.
 */
export function expressionFindings(
  manifest: Manifest,
  { to }: Upgraded,
  before: Registry,
  now: Registry,
): Found[] {
  if (manifest.object.kind !== "ValidatingAdmissionPolicy") return [];
  const was = warningsOf(manifest, before);
  return warningsOf(manifest, now)
    .filter((told) => !was.some((one) => one.key === told.key))
    .map(({ fieldRef, warning }) => ({
      concern: "expression",
      cause: `an expression of ${nameOf(manifest)} does not fit the fields that ${named(to)} has: ${firstError(warning)}`,
      change: "write the expression for the fields of the new version",
      place: placeOfField(manifest, fieldRef),
      example: warning.split("\n").slice(0, MOST_LINES),
    }));
}

const MOST_LINES = 10;

function warningsOf(manifest: Manifest, registry: Registry) {
  const found = kindOf(manifest, registry);
  if (found === undefined) return [];
  const stored: KubeObject = found.kind.decode(clone(manifest.object));
  found.kind.applyDefaults(stored);
  return expressionWarnings(stored, registry, () => 0).map(({ fieldRef, warning }) => ({
    fieldRef,
    warning,
    key: `${fieldRef} ${warning}`,
  }));
}

const firstError = (warning: string): string =>
  warning.split("\n").flatMap((line) => line.split(/ERROR: <input>:\d+:\d+: /)[1] ?? [])[0] ?? warning;
