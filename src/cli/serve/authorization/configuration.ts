import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { nodeFiles } from "../../../admission/configuration/files.ts";
import { aggregate } from "../../../api/validation/field-error.ts";
import { FieldReport } from "../../../api/validation/field-report.ts";
import { dns1123SubdomainProblems } from "../../../api/validation/name-format.ts";
import { goDurationText, readGoDurationMs } from "../../../go/duration.ts";
import { inContext } from "../../../report/in-context.ts";
import { kindsIn } from "../../../types/files/decode-file.ts";
import { decodeOwnKind } from "../../../types/files/other-kind.ts";
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
  WebhookConnectionInfo,
} from "../../../types/tables/apiserver/v1-types.ts";
import { checkConditions } from "./match-conditions.ts";

export const MODES: readonly string[] = ["ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"];

const KINDS = kindsIn("apiserver.config.k8s.io", "AuthorizationConfiguration", "apiserver");

/** Reads and checks a file. Throws with the reference's text (kubernetes/pkg/kubeapiserver/authorizer/config.go). */
export const readAuthorizationConfiguration = (path: string): readonly AuthorizerConfiguration[] =>
  authorizersIn(nodeFiles.read(path));

/** `required`: types that have to stay, since they were there at the start. */
export function authorizersIn(
  text: string,
  required: readonly string[] = [],
): readonly AuthorizerConfiguration[] {
  const entries = entriesIn(text);
  const report = new FieldReport("");
  checkEntries(entries, report);
  if (report.errors.length > 0)
    throw new Error(aggregate(report.errors.map(({ field, message }) => `${field}: ${message}`)));
  const plain = entries.filter(({ type }) => type !== "Webhook");
  const missing = required.filter((type) => !plain.some((entry) => entry.type === type)).sort();
  const problems = [
    ...plain
      .filter(({ type, name }) => name !== type.toLowerCase())
      .map(
        ({ type, name }) => `expected name ${type.toLowerCase()} for authorizer ${type} instead of ${name}`,
      ),
    ...(missing.length === 0 ? [] : [`missing required types: [${missing.join(" ")}]`]),
  ];
  if (problems.length > 0) throw new Error(aggregate(problems));
  return entries;
}

function entriesIn(text: string): readonly AuthorizerConfiguration[] {
  // An empty file is one without authorizers.
  if (text === "") return [];
  const other = (goType: string): string => `expected AuthorizationConfiguration, got ${goType}`;
  return inContext("failed to load AuthorizationConfiguration from file", () => {
    const { authorizers } = decodeOwnKind<AuthorizationConfiguration>(text, KINDS, other);
    return authorizers.map((entry) => ({ ...entry, webhook: entry.webhook && withDefaults(entry.webhook) }));
  });
}

const withDefaults = (given: WebhookConfiguration): WebhookConfiguration => ({
  ...given,
  authorizedTTL: given.cacheAuthorizedRequests === false ? "0s" : orUsual(given.authorizedTTL, "5m0s"),
  unauthorizedTTL: given.cacheUnauthorizedRequests === false ? "0s" : orUsual(given.unauthorizedTTL, "30s"),
});

const orUsual = (duration: string, usual: string): string =>
  readGoDurationMs(duration) === 0 ? usual : duration;

function checkEntries(entries: readonly AuthorizerConfiguration[], root: FieldReport): void {
  const list = root.child("authorizers");
  if (entries.length === 0) list.required("at least one authorization mode must be defined");
  const types = new Set<string>();
  const names = new Set<string>();
  for (const [index, entry] of entries.entries()) checkEntry(entry, { types, names }, list.index(index));
}

function checkEntry(
  { type, name, webhook }: AuthorizerConfiguration,
  { types, names }: { readonly types: Set<string>; readonly names: Set<string> },
  at: FieldReport,
): void {
  if (type === "") at.child("type").required();
  else if (!MODES.includes(type)) at.child("type").notSupportedText(type, MODES);
  else if (types.has(type) && type !== "Webhook") at.child("type").duplicate(type);
  else {
    types.add(type);
    checkName(name, names, at.child("name"));
    if (type !== "Webhook") {
      if (webhook !== undefined)
        at.child("webhook").invalid("non-null", "may only be specified when type=Webhook");
    } else if (webhook === undefined) at.child("webhook").required("required when type=Webhook");
    else checkWebhook(webhook, at);
  }
}

function checkName(name: string, seen: Set<string>, at: FieldReport): void {
  const problems = dns1123SubdomainProblems(name);
  if (name === "") at.required();
  else if (seen.has(name)) at.duplicate(name);
  else if (problems.length > 0) at.invalid(name, `authorizer name is invalid: ${problems.join(", ")}`);
  seen.add(name);
}

function checkWebhook(webhook: WebhookConfiguration, at: FieldReport): void {
  const { subjectAccessReviewVersion: version, failurePolicy } = webhook;
  const { matchConditionSubjectAccessReviewVersion: conditionsVersion } = webhook;
  const timeout = readGoDurationMs(webhook.timeout);
  const authorized = readGoDurationMs(webhook.authorizedTTL);
  const unauthorized = readGoDurationMs(webhook.unauthorizedTTL);
  const conditions = webhook.matchConditions.map(({ expression }) => expression);
  if (timeout === 0) at.child("timeout").required();
  else if (timeout > 30_000 || timeout < 0)
    at.child("timeout").invalid(goDurationText(timeout * 1e6), "must be > 0s and <= 30s");
  if (authorized < 0) at.child("authorizedTTL").invalid(goDurationText(authorized * 1e6), "must be > 0s");
  if (unauthorized < 0)
    at.child("unauthorizedTTL").invalid(goDurationText(unauthorized * 1e6), "must be > 0s");
  if (version === "") at.child("subjectAccessReviewVersion").required();
  else at.supportsText("subjectAccessReviewVersion", version, ["v1", "v1beta1"]);
  const versionField = "matchConditionSubjectAccessReviewVersion";
  if (conditionsVersion !== "") at.supportsText(versionField, conditionsVersion, ["v1"]);
  else if (conditions.length > 0)
    at.child(versionField).required("required if match conditions are specified");
  if (failurePolicy === "") at.child("failurePolicy").required();
  else at.supportsText("failurePolicy", failurePolicy, ["NoOpinion", "Deny"]);
  checkConnection(webhook.connectionInfo, at.child("connectionInfo"));
  checkConditions(conditions, at.child("matchConditions"));
}

function checkConnection({ type, kubeConfigFile: file }: WebhookConnectionInfo, at: FieldReport): void {
  const path = at.child("kubeConfigFile");
  if (type === "") at.child("type").required();
  else if (type === "InClusterConfig") {
    if (file !== undefined) path.invalid(file, "can only be set when type=KubeConfigFile");
  } else if (type !== "KubeConfigFile")
    at.child("type").notSupported({ Type: type, KubeConfigFile: file ?? null }, TYPES);
  else if (file === undefined || file === "") path.required();
  else if (!isAbsolute(file)) path.invalid(file, "must be an absolute path");
  else if (statSync(file, { throwIfNoEntry: false }) === undefined)
    path.invalid(file, `error loading file: stat ${file}: no such file or directory`);
  else if (!statSync(file).isFile()) path.invalid(file, "must be a regular file");
}

const TYPES = ["InClusterConfig", "KubeConfigFile"];
