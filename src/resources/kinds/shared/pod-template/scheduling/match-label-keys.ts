import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import type { LabelSelectorLike } from "../../../../../api/validation/label-selector.ts";
import { qualifiedNameProblems } from "../../../../../api/validation/name-format.ts";

type Keys = readonly string[] | undefined;

/**
 * Checks matchLabelKeys and mismatchLabelKeys of affinity terms and spread constraints; `at` is the path of
 * the term.
 */
export function checkMatchLabelKeys(
  at: FieldReport,
  match: Keys,
  mismatch: Keys,
  selector: LabelSelectorLike | undefined,
): void {
  if (match === undefined && mismatch === undefined) return;
  checkKeys(at, "matchLabelKeys", match, selector);
  checkKeys(at, "mismatchLabelKeys", mismatch, selector);
  checkAgainstSelector(at, match ?? [], selector);
  const mismatched = new Set(mismatch);
  match?.forEach((key, i) => {
    if (mismatched.has(key))
      at.child("matchLabelKeys").index(i).invalid(key, "exists in both matchLabelKeys and mismatchLabelKeys");
  });
}

function checkKeys(at: FieldReport, name: string, keys: Keys, selector: LabelSelectorLike | undefined): void {
  if (keys === undefined || keys.length === 0) return;
  const list = at.child(name);
  if (selector === undefined) list.forbidden("must not be specified when labelSelector is not set");
  else list.each(keys, (key, here) => here.problems(key, qualifiedNameProblems(key)));
}

/**
 * Refuses keys that the selector has, too. The server converts each key to an expression, so a key that
 * occurs twice in the selector was there before.
 */
function checkAgainstSelector(
  at: FieldReport,
  match: readonly string[],
  selector: LabelSelectorLike | undefined,
): void {
  if (selector === undefined) return;
  const seen = new Set(Object.keys(selector.matchLabels ?? {}));
  const places = new Map(match.map((key, i) => [key, i]));
  for (const { key = "" } of selector.matchExpressions ?? []) {
    const i = places.get(key);
    if (i !== undefined && seen.has(key))
      at.index(i).invalid(key, "exists in both matchLabelKeys and labelSelector");
    seen.add(key);
  }
}

/**
 * Applies the older rule, for spread constraints that were stored before keys became expressions; `at` is the
 * path of matchLabelKeys.
 */
export function checkMatchLabelKeysLoosely(
  at: FieldReport,
  keys: Keys,
  selector: LabelSelectorLike | undefined,
): void {
  if (keys === undefined || keys.length === 0) return;
  if (selector === undefined) at.forbidden("must not be specified when labelSelector is not set");
  const taken = new Set([
    ...Object.keys(selector?.matchLabels ?? {}),
    ...(selector?.matchExpressions ?? []).map((e) => e.key),
  ]);
  at.each(keys, (key, here) => {
    here.problems(key, qualifiedNameProblems(key));
    if (taken.has(key)) here.invalid(key, "exists in both matchLabelKeys and labelSelector");
  });
}
