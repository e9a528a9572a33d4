import type { Rule } from "../rule.ts";
import { suppressionRule } from "../suppressions.ts";
import { timeoutsAddUp } from "./budgets/timeouts-add-up.ts";
import { bundleRules } from "./certificates/ca-bundle.ts";
import { certManagerRules, injectorSource } from "./certificates/cert-manager.ts";
import { servingRules, unreachable } from "./certificates/serving.ts";
import {
  addressRules,
  dryRunRefused,
  invalidConfiguration,
  podSecurityLabel,
  unknownField,
} from "./configurations/configurations.ts";
import { askedTwice, notAskedAgain } from "./conflicts/asked-webhooks.ts";
import { mutationRefused, twoWriters } from "./conflicts/writers.ts";
import { deadlockRules } from "./deadlocks/deadlocks.ts";
import { fieldLost, undeclaredPath } from "./definitions/lost-fields.ts";
import { notEstablished } from "./definitions/not-established.ts";
import { schemaRules } from "./definitions/schema-slips.ts";
import { unguardedRule } from "./definitions/unguarded-rule.ts";
import { ruleNearLimit, unkeptValue } from "./definitions/validations.ts";
import { absentHere, neverHolds } from "./expressions/certain-results.ts";
import { textRules } from "./expressions/text-mistakes.ts";
import { unguardedField } from "./expressions/unguarded-field.ts";
import { unguardedMap } from "./expressions/unguarded-map.ts";
import { labelRules } from "./gaps/labels.ts";
import { readRules } from "./gaps/reads.ts";
import { subresourceRules } from "./gaps/subresource-gaps.ts";
import { exactGap, unmatchedRules, updateGap } from "./gaps/unmatched.ts";
import { bindingRules, onlyWarns } from "./policies/bindings.ts";
import { constraintMismatch } from "./policies/constraint-mismatch.ts";
import { constantExpression, costlyExpression } from "./policies/expressions.ts";
import { lostBetweenMutations, mutationFails } from "./policies/mutations.ts";
import { deniesOwnPods, refusesOwnParams } from "./policies/own-objects.ts";
import { typeError } from "./policies/type-error.ts";
import { noEviction, singlePod } from "./reach/availability.ts";
import { changesReplicaSets, changesRunningPods } from "./reach/changed-pods.ts";
import { blocksFinalizers, blocksOwnNamespace } from "./reach/deletions.ts";
import { elsewhereRules } from "./reach/elsewhere.ts";
import { exemptionRules } from "./reach/exemptions.ts";
import { closedPort, portRules } from "./reach/ports.ts";
import { meshInFront, selectsNothing, sharedSelector } from "./reach/services.ts";
import { statusNotAsked, statusWrites } from "./reach/status.ts";
import { tooWideRules } from "./too-wide/reviews.ts";
import { triedRules } from "./tried/tried-rules.ts";
import { oldReviewVersion, removedVersion, unknownKind } from "./versions/versions.ts";

const FOUND_BY_READING: Rule = {
  id: "unreadable",
  severity: "error",
  summary: "A file is neither YAML nor JSON",
  check: () => [],
};

/** Every rule, in the order of the pages in docs/lint.md. */
export const RULES: readonly Rule[] = [
  FOUND_BY_READING,
  unknownKind,
  invalidConfiguration,
  unknownField,
  ...addressRules,
  podSecurityLabel,
  suppressionRule(() => RULES.map(({ id }) => id)),
  ...unmatchedRules,
  exactGap,
  ...labelRules,
  ...readRules,
  ...subresourceRules,
  updateGap,
  ...tooWideRules,
  ...bundleRules,
  ...servingRules,
  injectorSource,
  ...certManagerRules,
  unreachable,
  ...bindingRules,
  typeError,
  lostBetweenMutations,
  mutationFails,
  constantExpression,
  costlyExpression,
  onlyWarns,
  deniesOwnPods,
  refusesOwnParams,
  constraintMismatch,
  ...exemptionRules,
  changesRunningPods,
  changesReplicaSets,
  statusWrites,
  statusNotAsked,
  blocksOwnNamespace,
  blocksFinalizers,
  closedPort,
  meshInFront,
  selectsNothing,
  sharedSelector,
  ...portRules,
  singlePod,
  noEviction,
  ...elsewhereRules,
  unguardedMap,
  unguardedField,
  absentHere,
  neverHolds,
  ...textRules,
  notEstablished,
  unguardedRule,
  ruleNearLimit,
  fieldLost,
  unkeptValue,
  ...schemaRules,
  undeclaredPath,
  removedVersion,
  oldReviewVersion,
  ...deadlockRules,
  timeoutsAddUp,
  askedTwice,
  notAskedAgain,
  twoWriters,
  mutationRefused,
  dryRunRefused,
  ...triedRules,
];
