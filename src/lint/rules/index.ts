import type { Rule } from "../rule.ts";
import { suppressionRule } from "../suppressions.ts";
import { timeoutsAddUp } from "./budgets/timeouts-add-up.ts";
import { bundlesDiffer } from "./certificates/bundles-differ.ts";
import { bundleWithoutAuthority, missingBundle, unreadableBundle } from "./certificates/ca-bundle.ts";
import { certificateElsewhere } from "./certificates/certificate-elsewhere.ts";
import { certificateNotMounted } from "./certificates/certificate-not-mounted.ts";
import { certificateUsage } from "./certificates/certificate-usage.ts";
import { injectorSource } from "./certificates/injector.ts";
import { certificateName, unreachable, untrustedCertificate } from "./certificates/serving.ts";
import { expiredCertificate, expiringCertificate } from "./certificates/validity.ts";
import { conversionPath } from "./configurations/conversion-path.ts";
import { invalidConfiguration } from "./configurations/invalid-configuration.ts";
import { podSecurityLabel } from "./configurations/pod-security-label.ts";
import { serviceAsUrl } from "./configurations/service-as-url.ts";
import { servicePort } from "./configurations/service-port.ts";
import { unknownField } from "./configurations/unknown-field.ts";
import { askedTwice } from "./conflicts/asked-twice.ts";
import { dryRunRefused } from "./conflicts/dry-run-refused.ts";
import { mutationRefused } from "./conflicts/mutation-refused.ts";
import { notAskedAgain } from "./conflicts/not-asked-again.ts";
import { twoWriters } from "./conflicts/two-writers.ts";
import { blocksOwnPods } from "./deadlocks/blocks-own-pods.ts";
import { cannotStart } from "./deadlocks/cannot-start.ts";
import { waitForEachOther } from "./deadlocks/wait-for-each-other.ts";
import { fieldLost } from "./definitions/field-lost.ts";
import { notEstablished } from "./definitions/not-established.ts";
import { ruleNearLimit } from "./definitions/rule-near-limit.ts";
import {
  emptyObject,
  keywordWithoutEffect,
  requiredUndeclared,
  unmatchablePattern,
} from "./definitions/schema-slips.ts";
import { undeclaredPath } from "./definitions/undeclared-path.ts";
import { unguardedRule } from "./definitions/unguarded-rule.ts";
import { unkeptValue } from "./definitions/unkept-value.ts";
import { absentHere } from "./expressions/absent-here.ts";
import { neverHolds } from "./expressions/never-holds.ts";
import { notStoredField, quantityAsText, unanchoredMatch } from "./expressions/text-mistakes.ts";
import { unguardedField } from "./expressions/unguarded-field.ts";
import { unguardedMap } from "./expressions/unguarded-map.ts";
import { deadEntry } from "./gaps/dead-entry.ts";
import { exactGap } from "./gaps/exact-gap.ts";
import { generatedName } from "./gaps/generated-name.ts";
import { labelBesideTemplate } from "./gaps/label-beside-template.ts";
import { misspeltLabel } from "./gaps/misspelt-label.ts";
import { namespaceLabel } from "./gaps/namespace-label.ts";
import { neverMatchesRule } from "./gaps/never-matches.ts";
import { neverRequested } from "./gaps/never-requested.ts";
import { nullObject } from "./gaps/null-object.ts";
import { operationNotAsked } from "./gaps/operation-not-asked.ts";
import { subresourceGap } from "./gaps/subresource-gap.ts";
import { containersGap, scaleGap } from "./gaps/subresource-gaps.ts";
import { unlabelledObjects } from "./gaps/unlabelled-objects.ts";
import { updateGap } from "./gaps/update-gap.ts";
import { bindingBeside } from "./policies/binding-beside.ts";
import { bindingOfNothing, onlyWarns, paramsHalf, unknownParamKind } from "./policies/bindings.ts";
import { constantExpression } from "./policies/constant-expression.ts";
import { constraintMismatch } from "./policies/constraint-mismatch.ts";
import { costlyExpression } from "./policies/costly-expression.ts";
import { deniesOwnPods } from "./policies/denies-own-pods.ts";
import { lostBetweenMutations } from "./policies/lost-between-mutations.ts";
import { mutationFails } from "./policies/mutation-fails.ts";
import { noBinding } from "./policies/no-binding.ts";
import { refusesOwnParams } from "./policies/refuses-own-params.ts";
import { typeError } from "./policies/type-error.ts";
import { blocksFinalizers } from "./reach/being-deleted.ts";
import { closedPort } from "./reach/closed-port.ts";
import { inventedGroup, paramsElsewhere, serviceElsewhere } from "./reach/elsewhere.ts";
import { exemptsControllers, exemptsEveryone, exemptsItself } from "./reach/exemptions.ts";
import { meshInFront } from "./reach/mesh-in-front.ts";
import { noEviction } from "./reach/no-eviction.ts";
import { blocksOwnNamespace } from "./reach/own-namespace.ts";
import { changesReplicaSets } from "./reach/replica-sets.ts";
import { changesRunningPods } from "./reach/running-pods.ts";
import { selectsNothing } from "./reach/selects-nothing.ts";
import { sharedSelector } from "./reach/shared-selector.ts";
import { singlePod } from "./reach/single-pod.ts";
import { statusNotAsked, statusWrites } from "./reach/status.ts";
import { takenPort } from "./reach/taken-port.ts";
import { undeclaredPort } from "./reach/undeclared-port.ts";
import { wrongProbeRule } from "./reach/wrong-probe.ts";
import { longTimeout } from "./too-wide/long-timeout.ts";
import { reviewsEverything } from "./too-wide/reviews-everything.ts";
import { reviewsKubeSystem } from "./too-wide/reviews-kube-system.ts";
import {
  reviewsBinding,
  reviewsEvents,
  reviewsExec,
  reviewsLeases,
  reviewsNodes,
  reviewsReviews,
} from "./too-wide/reviews-needed.ts";
import {
  changesIdentity,
  noConvergence,
  notIdempotent,
  orderDependent,
  unsafeDryRun,
  unusableAnswer,
} from "./tried/tried-rules.ts";
import { oldReviewVersion, removedVersion } from "./versions/removed-version.ts";
import { unknownKind } from "./versions/unknown-kind.ts";

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
  servicePort,
  serviceAsUrl,
  conversionPath,
  podSecurityLabel,
  suppressionRule(() => RULES.map(({ id }) => id)),
  neverMatchesRule,
  deadEntry,
  neverRequested,
  exactGap,
  unlabelledObjects,
  namespaceLabel,
  misspeltLabel,
  labelBesideTemplate,
  generatedName,
  nullObject,
  operationNotAsked,
  scaleGap,
  containersGap,
  subresourceGap,
  updateGap,
  reviewsEverything,
  reviewsLeases,
  reviewsEvents,
  reviewsNodes,
  reviewsReviews,
  reviewsBinding,
  reviewsExec,
  reviewsKubeSystem,
  longTimeout,
  unreadableBundle,
  bundleWithoutAuthority,
  missingBundle,
  bundlesDiffer,
  expiredCertificate,
  expiringCertificate,
  certificateName,
  untrustedCertificate,
  injectorSource,
  certificateElsewhere,
  certificateUsage,
  certificateNotMounted,
  unreachable,
  noBinding,
  bindingOfNothing,
  bindingBeside,
  paramsHalf,
  unknownParamKind,
  typeError,
  lostBetweenMutations,
  mutationFails,
  constantExpression,
  costlyExpression,
  onlyWarns,
  deniesOwnPods,
  refusesOwnParams,
  constraintMismatch,
  exemptsControllers,
  exemptsEveryone,
  exemptsItself,
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
  undeclaredPort,
  takenPort,
  wrongProbeRule,
  singlePod,
  noEviction,
  serviceElsewhere,
  paramsElsewhere,
  inventedGroup,
  unguardedMap,
  unguardedField,
  absentHere,
  neverHolds,
  quantityAsText,
  unanchoredMatch,
  notStoredField,
  notEstablished,
  unguardedRule,
  ruleNearLimit,
  fieldLost,
  unkeptValue,
  unmatchablePattern,
  keywordWithoutEffect,
  requiredUndeclared,
  emptyObject,
  undeclaredPath,
  removedVersion,
  oldReviewVersion,
  blocksOwnPods,
  waitForEachOther,
  cannotStart,
  timeoutsAddUp,
  askedTwice,
  notAskedAgain,
  twoWriters,
  mutationRefused,
  dryRunRefused,
  unusableAnswer,
  notIdempotent,
  changesIdentity,
  orderDependent,
  noConvergence,
  unsafeDryRun,
];
