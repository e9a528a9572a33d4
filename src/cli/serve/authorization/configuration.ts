import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { refuseOtherKind } from "../../../admission/configuration/apiserver-kinds.ts";
import { nodeFiles } from "../../../admission/configuration/files.ts";
import {
  configurationKinds,
  decodeStrictly,
  type StructType,
} from "../../../admission/configuration/strict-decode.ts";
import { aggregate } from "../../../api/validation/field-error.ts";
import { FieldReport } from "../../../api/validation/field-path.ts";
import { dns1123SubdomainProblems } from "../../../api/validation/name-format.ts";
import { goDurationText, readGoDurationMs } from "../../../go/duration.ts";
import { goTypeName } from "../../../go/type-name.ts";
import { isJsonObject, type JsonObject, membersOf, text } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import { checkConditions } from "./match-conditions.ts";

/** One entry of `authorizers`. */
export interface AuthorizerEntry {
  readonly type: string;
  readonly name: string;
  readonly webhook: WebhookEntry | undefined;
}

/** An authorizer of type Webhook. The times are for caching responses, and for one call. */
export interface WebhookEntry {
  /** Time for which an allowing response is kept. */
  readonly authorizedMs: number;
  /** Time for which any other response is kept. */
  readonly unauthorizedMs: number;
  /** Timeout of one call. */
  readonly timeoutMs: number;
  /** Version of SubjectAccessReview that is sent. */
  readonly version: string;
  readonly conditionsVersion: string;
  readonly failurePolicy: string;
  readonly connection: { readonly type: string; readonly file: string | undefined };
  /** Expressions in CEL; the service is called only if all are true. */
  readonly conditions: readonly string[];
}

export const MODES: readonly string[] = ["ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"];

const TEXT = { kind: "string" } as const;
const ANY = { kind: "any" } as const;

const fieldsOf = (version: string): StructType => ({
  goName: "AuthorizationConfiguration",
  fields: {
    authorizers: {
      kind: "list",
      goType: `[]${version}.AuthorizerConfiguration`,
      of: {
        goName: "AuthorizerConfiguration",
        fields: {
          type: TEXT,
          name: TEXT,
          webhook: {
            kind: "struct",
            goType: `${version}.WebhookConfiguration`,
            of: {
              goName: "WebhookConfiguration",
              fields: {
                authorizedTTL: ANY,
                cacheAuthorizedRequests: { kind: "bool" },
                unauthorizedTTL: ANY,
                cacheUnauthorizedRequests: { kind: "bool" },
                timeout: ANY,
                subjectAccessReviewVersion: TEXT,
                matchConditionSubjectAccessReviewVersion: TEXT,
                failurePolicy: TEXT,
                connectionInfo: {
                  kind: "struct",
                  goType: `${version}.WebhookConnectionInfo`,
                  of: { goName: "WebhookConnectionInfo", fields: { type: TEXT, kubeConfigFile: TEXT } },
                },
                matchConditions: {
                  kind: "list",
                  goType: `[]${version}.WebhookMatchCondition`,
                  of: { goName: "WebhookMatchCondition", fields: { expression: TEXT } },
                },
              },
            },
          },
        },
      },
    },
  },
});

const KINDS = configurationKinds("AuthorizationConfiguration", fieldsOf);

/** Reads and checks a file. Throws with the reference's text (kubernetes/pkg/kubeapiserver/authorizer/config.go). */
export const readAuthorizationConfiguration = (path: string): readonly AuthorizerEntry[] =>
  authorizersIn(nodeFiles.read(path));

/** `required`: types that have to stay, since they were there at the start. */
export function authorizersIn(text: string, required: readonly string[] = []): readonly AuthorizerEntry[] {
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

function entriesIn(text: string): readonly AuthorizerEntry[] {
  // An empty file is one without authorizers.
  if (text === "") return [];
  try {
    const { authorizers } = decoded(text);
    return (Array.isArray(authorizers) ? authorizers : []).map((entry) =>
      entryOf(membersOf<JsonObject>(entry)),
    );
  } catch (error) {
    throw new Error(`failed to load AuthorizationConfiguration from file: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function decoded(text: string): JsonObject {
  try {
    return decodeStrictly(text, KINDS).value;
  } catch (error) {
    refuseOtherKind(error, (goType) => `expected AuthorizationConfiguration, got ${goType}`);
  }
}

const entryOf = ({ type, name, webhook }: JsonObject): AuthorizerEntry => ({
  type: text(type),
  name: text(name),
  webhook: isJsonObject(webhook) ? webhookOf(webhook) : undefined,
});

const AUTHORIZED_MS = 300_000;
const UNAUTHORIZED_MS = 30_000;

function webhookOf(given: JsonObject): WebhookEntry {
  const connection = membersOf<JsonObject>(given.connectionInfo);
  const conditions = Array.isArray(given.matchConditions) ? given.matchConditions : [];
  const file = connection.kubeConfigFile;
  return {
    authorizedMs:
      given.cacheAuthorizedRequests === false ? 0 : durationAt(given, "authorizedTTL") || AUTHORIZED_MS,
    unauthorizedMs:
      given.cacheUnauthorizedRequests === false ? 0 : durationAt(given, "unauthorizedTTL") || UNAUTHORIZED_MS,
    timeoutMs: durationAt(given, "timeout"),
    version: text(given.subjectAccessReviewVersion),
    conditionsVersion: text(given.matchConditionSubjectAccessReviewVersion),
    failurePolicy: text(given.failurePolicy),
    connection: { type: text(connection.type), file: typeof file === "string" ? file : undefined },
    conditions: conditions.map((condition) => text(membersOf<JsonObject>(condition).expression)),
  };
}

/** Null is read as an empty text, which is no duration. */
function durationAt(webhook: JsonObject, name: string): number {
  const value = webhook[name];
  if (value === undefined) return 0;
  if (value !== null && typeof value !== "string")
    throw new Error(
      `json: cannot unmarshal ${goTypeName(value)} into Go struct field WebhookConfiguration.authorizers.webhook.${name} of type string`,
    );
  return readGoDurationMs(text(value));
}

function checkEntries(entries: readonly AuthorizerEntry[], root: FieldReport): void {
  const list = root.child("authorizers");
  if (entries.length === 0) list.required("at least one authorization mode must be defined");
  const types = new Set<string>();
  const names = new Set<string>();
  for (const [index, entry] of entries.entries()) checkEntry(entry, { types, names }, list.index(index));
}

function checkEntry(
  { type, name, webhook }: AuthorizerEntry,
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

function checkWebhook(webhook: WebhookEntry, at: FieldReport): void {
  const { timeoutMs, authorizedMs, unauthorizedMs, version, conditionsVersion, failurePolicy } = webhook;
  if (timeoutMs === 0) at.child("timeout").required();
  else if (timeoutMs > 30_000 || timeoutMs < 0)
    at.child("timeout").invalid(goDurationText(timeoutMs * 1e6), "must be > 0s and <= 30s");
  if (authorizedMs < 0) at.child("authorizedTTL").invalid(goDurationText(authorizedMs * 1e6), "must be > 0s");
  if (unauthorizedMs < 0)
    at.child("unauthorizedTTL").invalid(goDurationText(unauthorizedMs * 1e6), "must be > 0s");
  if (version === "") at.child("subjectAccessReviewVersion").required();
  else at.supportsText("subjectAccessReviewVersion", version, ["v1", "v1beta1"]);
  const conditions = "matchConditionSubjectAccessReviewVersion";
  if (conditionsVersion !== "") at.supportsText(conditions, conditionsVersion, ["v1"]);
  else if (webhook.conditions.length > 0)
    at.child(conditions).required("required if match conditions are specified");
  if (failurePolicy === "") at.child("failurePolicy").required();
  else at.supportsText("failurePolicy", failurePolicy, ["NoOpinion", "Deny"]);
  checkConnection(webhook.connection, at.child("connectionInfo"));
  checkConditions(webhook.conditions, at.child("matchConditions"));
}

function checkConnection({ type, file }: WebhookEntry["connection"], at: FieldReport): void {
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
