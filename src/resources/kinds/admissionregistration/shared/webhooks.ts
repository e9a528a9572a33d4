import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector } from "../../../../api/validation/label-selector.ts";
import { dns1035LabelProblems, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import type { MutatingWebhook as Webhook } from "../../../../types/tables/admissionregistration/v1-types.ts";
import { checkClientConfig } from "../../shared/webhook-client/client-config.ts";
import { type CompileExpression, checkMatchConditions } from "./match-conditions.ts";
import { FAILURE_POLICIES, MATCH_POLICIES } from "./match-resources.ts";
import { NO_SIDE_EFFECTS, REVIEW_VERSIONS, type Relaxations, SIDE_EFFECTS } from "./relaxations.ts";
import { checkRule } from "./rules.ts";

const REINVOCATION_POLICIES = ["IfNeeded", "Never"];

/** Relaxations of the checks of webhooks, and the compiler of expressions. */
export interface WebhookOptions extends Relaxations {
  /** Absent: expressions of matchConditions are not checked. */
  readonly compile?: CompileExpression | undefined;
}

/**
 * Checks all webhooks of a configuration, in the reference's order of errors
 * (kubernetes/pkg/apis/admissionregistration/validation/validation.go, validateMutatingWebhook).
 */
export function checkWebhooks(webhooks: readonly Webhook[], at: FieldReport, options: WebhookOptions): void {
  const names = new Set<string>();
  at.each(webhooks, (webhook, here) => {
    const { name = "", admissionReviewVersions } = webhook;
    checkWebhook(webhook, here, options);
    checkReviewVersions(admissionReviewVersions ?? [], here.child("admissionReviewVersions"), options);
    if (options.duplicateNames || name === "") return;
    here.child("name").distinct(name, names);
  });
}

function checkWebhook(webhook: Webhook, at: FieldReport, options: WebhookOptions): void {
  checkWebhookName(webhook.name ?? "", at.child("name"));
  at.eachOf("rules", webhook.rules, checkRule);
  at.supports("failurePolicy", webhook.failurePolicy, FAILURE_POLICIES);
  at.supports("matchPolicy", webhook.matchPolicy, MATCH_POLICIES);
  checkSideEffects(webhook.sideEffects, at.child("sideEffects"), options);
  const { timeoutSeconds } = webhook;
  if (timeoutSeconds !== undefined && (timeoutSeconds > 30 || timeoutSeconds < 1))
    at.child("timeoutSeconds").invalid(timeoutSeconds, "the timeout value must be between 1 and 30 seconds");
  const lenient = { allowInvalidValues: options.invalidLabelValues };
  checkLabelSelector(webhook.namespaceSelector, at.child("namespaceSelector"), lenient);
  checkLabelSelector(webhook.objectSelector, at.child("objectSelector"), lenient);
  at.supports("reinvocationPolicy", webhook.reinvocationPolicy, REINVOCATION_POLICIES);
  checkClientConfig(webhook.clientConfig ?? {}, at.child("clientConfig"));
  if (options.unchangedMatchConditions) return;
  checkMatchConditions(webhook.matchConditions ?? [], at.child("matchConditions"), options);
}

function checkWebhookName(name: string, at: FieldReport): void {
  const problems = dns1123SubdomainProblems(name);
  if (name === "") at.required();
  else if (problems.length > 0) at.invalid(name, problems.join(","));
  else if (name.split(".").length < 3)
    at.invalid(name, "should be a domain with at least three segments separated by dots");
}

function checkSideEffects(value: string | null | undefined, at: FieldReport, options: WebhookOptions): void {
  const allowed = options.anySideEffects ? SIDE_EFFECTS : NO_SIDE_EFFECTS;
  if (value === undefined || value === null) at.required(`must specify one of ${allowed.join(", ")}`);
  else if (!allowed.includes(value)) at.notSupported(value, allowed);
}

function checkReviewVersions(versions: readonly string[], at: FieldReport, options: WebhookOptions): void {
  const known = REVIEW_VERSIONS.join(", ");
  if (versions.length === 0) {
    at.required(`must specify one of ${known}`);
    return;
  }
  const seen = new Set<string>();
  versions.forEach((version, i) => {
    if (seen.has(version)) at.index(i).invalid(version, "duplicate version");
    else at.index(i).problems(version, dns1035LabelProblems(version));
    seen.add(version);
  });
  if (options.unknownReviewVersions || REVIEW_VERSIONS.some((version) => seen.has(version))) return;
  at.invalid(versions, `must include at least one of ${known}`);
}
