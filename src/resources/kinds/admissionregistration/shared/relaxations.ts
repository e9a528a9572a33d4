import { collectErrors } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector } from "../../../../api/validation/label-selector.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { MutatingWebhook as Webhook } from "../../../../types/tables/admissionregistration/v1-types.ts";

/** Sorted, as in error messages. */
export const SIDE_EFFECTS: readonly string[] = ["None", "NoneOnDryRun", "Some", "Unknown"];

export const NO_SIDE_EFFECTS: readonly string[] = ["None", "NoneOnDryRun"];

/** Versions of AdmissionReview that the server supports, preferred first. */
export const REVIEW_VERSIONS: readonly string[] = ["v1", "v1beta1"];

/**
 * Rules that a configuration may violate, because of its version or because the stored object already
 * violates them (kubernetes/pkg/apis/admissionregistration/validation/validation.go, validationOptions).
 */
export interface Relaxations {
  readonly anySideEffects: boolean;
  readonly unknownReviewVersions: boolean;
  readonly duplicateNames: boolean;
  readonly invalidLabelValues: boolean;
  readonly unchangedMatchConditions: boolean;
  /** Texts of expressions in the stored object. */
  readonly storedExpressions: ReadonlySet<string>;
}

/** Returns the relaxations of a new configuration. v1beta1 never required known side effects or unique names. */
export function relaxationsOnCreate(version: string): Relaxations {
  const lenient = version === "v1beta1";
  return {
    anySideEffects: lenient,
    unknownReviewVersions: false,
    duplicateNames: lenient,
    invalidLabelValues: false,
    unchangedMatchConditions: false,
    storedExpressions: new Set(),
  };
}

/**
 * Returns the relaxations of an update. If one stored webhook violates a rule, all webhooks of the
 * configuration may violate it, even new ones.
 */
export function relaxationsOnUpdate(
  version: string,
  webhooks: readonly Webhook[],
  old: readonly Webhook[],
): Relaxations {
  const base = relaxationsOnCreate(version);
  return {
    anySideEffects:
      base.anySideEffects || old.some(({ sideEffects }) => !NO_SIDE_EFFECTS.includes(sideEffects ?? "")),
    unknownReviewVersions: old.some(speaksNothingKnown),
    duplicateNames: base.duplicateNames || new Set(old.map(({ name }) => name)).size < old.length,
    invalidLabelValues: old.some(hasInvalidSelector),
    unchangedMatchConditions:
      webhooks.length === old.length && old.every((hook, i) => sameConditions(hook, webhooks[i])),
    storedExpressions: new Set(
      old.flatMap(({ matchConditions = [] }) => matchConditions.map(({ expression = "" }) => expression)),
    ),
  };
}

function speaksNothingKnown({ admissionReviewVersions }: Webhook): boolean {
  const versions = admissionReviewVersions ?? [];
  return versions.length > 0 && !versions.some((version) => REVIEW_VERSIONS.includes(version));
}

function hasInvalidSelector({ namespaceSelector, objectSelector }: Webhook): boolean {
  return [namespaceSelector, objectSelector].some(
    (selector) => collectErrors("", (at) => checkLabelSelector(selector, at)).length > 0,
  );
}

const sameConditions = (a: Webhook, b: Webhook | undefined): boolean =>
  deepEqual(a.matchConditions, b?.matchConditions);
