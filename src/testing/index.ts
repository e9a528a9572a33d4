/** A control plane for unit tests, with assertions about its results. */

export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference, UserInfo } from "../api/meta.ts";
export type { Json, JsonObject } from "../json/value.ts";
export type { JsonPatchOperation } from "../patch/operation.ts";
export {
  assertAllowed,
  assertCalled,
  assertDenied,
  assertNotCalled,
  assertPatched,
  assertWarned,
} from "./assertions.ts";
export type { Checked, DenialExpected } from "./checks.ts";
export type { Client, NamedMembers, ObjectRef, PatchType, RequestOptions, User, Writable } from "./client.ts";
export type { Clock } from "./clock.ts";
export { createCluster } from "./create-cluster.ts";
export { type Fault, faults } from "./faults.ts";
export type { KnownNames } from "./known-names.ts";
export type { Manifest } from "./load-manifests.ts";
export { matchers, type ResultMatchers } from "./matchers.ts";
export {
  checkProperties,
  type Property,
  type PropertyOptions,
  type Violation,
} from "./properties/check-properties.ts";
export type { Sample } from "./properties/sample.ts";
export type { SharedField } from "./properties/shared-field.ts";
export type { TrialOptions } from "./properties/trial.ts";
export type { Result } from "./result.ts";
export type { CoverageItem } from "./suite/coverage.ts";
export {
  type CaseReport,
  runSuite,
  runSuiteInVersions,
  type SuiteOptions,
  type SuiteReport,
} from "./suite/run-suite.ts";
export type { LoadModule, OnFile } from "./suite/suite-webhooks.ts";
export type { TestCluster, TestClusterOptions } from "./test-cluster.ts";
export {
  type AnswerReview,
  type BytesSource,
  type RecordedReview,
  type Recording,
  recording,
  type WebhookAnswer,
  type WebhookFunction,
  type WebhookSource,
} from "./webhook-sources.ts";
