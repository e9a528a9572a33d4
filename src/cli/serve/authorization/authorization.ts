import { aggregate } from "../../../api/validation/field-error.ts";
import { readText } from "../../../disk/read-text.ts";
import { readGoDurationMs } from "../../../go/duration.ts";
import type { JsonObject } from "../../../json/value.ts";
import { describeError } from "../../../report/describe-error.ts";
import { inContext } from "../../../report/in-context.ts";
import { abacAuthorizer, abacRules } from "../../../server/authorize/abac.ts";
import type { AuthorizationMode, NamedAuthorizer } from "../../../server/authorize/authorizer-chain.ts";
import { unknownRules } from "../../../server/authorize/rules.ts";
import { webhookAuthorizer } from "../../../server/authorize/webhook-authorizer.ts";
import type { Log } from "../../../server/log.ts";
import type {
  AuthorizerConfiguration,
  WebhookConfiguration,
} from "../../../types/tables/apiserver/v1-types.ts";
import { durationFlag } from "../../flags/durations.ts";
import { watchFiles } from "../../watch-files.ts";
import { inFile } from "../flags/in-file.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { accessReviewKind } from "../reviews/review-kinds.ts";
import { openReviewWebhook, type ReviewWebhook } from "../reviews/review-webhook.ts";
import { authorizersIn, MODES, readAuthorizationConfiguration } from "./configuration.ts";
import { matcher } from "./match-conditions.ts";
import type { OpenAuthorization } from "./open-authorization.ts";
import { readPolicyFile } from "./policy-file.ts";

/** The authorizers of one configuration. */
interface Chain {
  readonly list: readonly (AuthorizationMode | NamedAuthorizer)[];
  readonly webhooks: readonly ReviewWebhook[];
}

/** Reads flags or a file, and returns authorizers. Throws with the reference's text. */
export function openAuthorization(flags: ServeFlags, log: Log): OpenAuthorization {
  const { authorizationConfig: path } = flags;
  if (path !== undefined && hasOtherFlags(flags))
    throw new Error(
      "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined",
    );
  const { flag, file } = fileOf(flags);
  const entries =
    path === undefined ? entriesOf(flags) : inFile(flag, path, () => readAuthorizationConfiguration(path));
  const required = entries.map(({ type }) => type).filter((type) => type !== "Webhook");
  const abac = required.includes("ABAC") ? abacOf(flags.authorizationPolicyFile ?? "") : undefined;
  const own = { abac, hasNode: required.includes("Node") };
  let chain = inFile(flag, file, () => chainOf(entries, own, log));
  const reload = async (file: string): Promise<readonly string[]> => {
    const next = chainOf(authorizersIn(await readText(file), required), own, log);
    const before = chain;
    chain = next;
    for (const webhook of before.webhooks) webhook.close();
    log("info", "reloaded authz config");
    return [file];
  };
  const failed = (error: Error) =>
    log("error", "reloading authorization config", { error: describeError(error) });
  const watching = path === undefined ? undefined : watchFiles([path], () => reload(path), failed);
  return {
    authorizationModes: () => chain.list,
    close() {
      watching?.stop();
      for (const webhook of chain.webhooks) webhook.close();
    },
  };
}

function hasOtherFlags(flags: ServeFlags): boolean {
  const others = [
    flags.authorizationWebhookConfigFile,
    flags.authorizationWebhookVersion,
    flags.authorizationWebhookCacheAuthorizedTtl,
    flags.authorizationWebhookCacheUnauthorizedTtl,
  ];
  return flags.authorizationMode.length > 0 || others.some((value) => value !== undefined);
}

/** Converts the flags to the entries of an authorization configuration file. */
function entriesOf(flags: ServeFlags): readonly AuthorizerConfiguration[] {
  const { authorizationMode: given, authorizationWebhookConfigFile: file = "" } = flags;
  const modes = given.length === 0 ? ["RBAC"] : given;
  const problems = flagProblems(modes, flags);
  if (problems.length > 0) throw new Error(aggregate(problems));
  const ttlOf = (flag: string, ttl: string): string => {
    durationFlag(flag, ttl);
    return ttl;
  };
  const webhook: WebhookConfiguration = {
    authorizedTTL: ttlOf(
      "--authorization-webhook-cache-authorized-ttl",
      flags.authorizationWebhookCacheAuthorizedTtl ?? "5m0s",
    ),
    unauthorizedTTL: ttlOf(
      "--authorization-webhook-cache-unauthorized-ttl",
      flags.authorizationWebhookCacheUnauthorizedTtl ?? "30s",
    ),
    timeout: "30s",
    subjectAccessReviewVersion: flags.authorizationWebhookVersion ?? "v1beta1",
    matchConditionSubjectAccessReviewVersion: "",
    failurePolicy: "NoOpinion",
    connectionInfo: { type: "KubeConfigFile", kubeConfigFile: file },
    matchConditions: [],
  };
  return modes.map((type) => ({
    type,
    name: type === "Webhook" ? "default" : type.toLowerCase(),
    webhook: type === "Webhook" ? webhook : undefined,
  }));
}

/** kubernetes/pkg/kubeapiserver/options/authorization.go, Validate. */
function flagProblems(modes: readonly string[], flags: ServeFlags): readonly string[] {
  const { authorizationPolicyFile: policy = "", authorizationWebhookConfigFile: webhook = "" } = flags;
  const ofModes = modes.flatMap((mode) => [
    ...(MODES.includes(mode) ? [] : [`authorization-mode ${JSON.stringify(mode)} is not a valid mode`]),
    ...(mode === "ABAC" && policy === ""
      ? ["authorization-mode ABAC's authorization policy file not passed"]
      : []),
    ...(mode === "Webhook" && webhook === ""
      ? ["authorization-mode Webhook's authorization config file not passed"]
      : []),
  ]);
  const list = modes.map((mode) => JSON.stringify(mode)).join(" ");
  return [
    ...ofModes,
    ...(policy !== "" && !modes.includes("ABAC")
      ? ["cannot specify --authorization-policy-file without mode ABAC"]
      : []),
    ...(webhook !== "" && !modes.includes("Webhook")
      ? ["cannot specify --authorization-webhook-config-file without mode Webhook"]
      : []),
    ...(new Set(modes).size < modes.length
      ? [`authorization-mode [${list}] has mode specified more than once`]
      : []),
  ];
}

/** Returns the flag and the file that name the authorization services. */
const fileOf = ({ authorizationConfig, authorizationWebhookConfigFile = "" }: ServeFlags) =>
  authorizationConfig === undefined
    ? { flag: "--authorization-webhook-config-file", file: authorizationWebhookConfigFile }
    : { flag: "--authorization-config", file: authorizationConfig };

function abacOf(path: string): NamedAuthorizer {
  const policies = inFile("--authorization-policy-file", path, () => readPolicyFile(path));
  return { name: "abac", authorize: abacAuthorizer(policies), rulesFor: abacRules(policies) };
}

/** Authorizers other than services; they are fixed when the server starts. */
interface Enabled {
  readonly abac: NamedAuthorizer | undefined;
  readonly hasNode: boolean;
}

function chainOf(entries: readonly AuthorizerConfiguration[], { abac, hasNode }: Enabled, log: Log): Chain {
  const webhooks: ReviewWebhook[] = [];
  const authorizerOf = ({
    type,
    name,
    webhook,
  }: AuthorizerConfiguration): AuthorizationMode | NamedAuthorizer => {
    if (type === "RBAC" || type === "AlwaysAllow" || type === "AlwaysDeny") return type;
    if (type === "Node" && hasNode) return type;
    if (type === "ABAC" && abac !== undefined) return abac;
    if (type !== "Webhook" || webhook === undefined)
      throw new Error(
        `authorizer type ${type} is not allowed if it was not enabled at initial server startup`,
      );
    const opened = openService(webhook);
    webhooks.push(opened);
    return webhookOf(name, webhook, opened, log);
  };
  try {
    return { list: entries.map(authorizerOf), webhooks };
  } catch (error) {
    for (const webhook of webhooks) webhook.close();
    throw error;
  }
}

function openService(webhook: WebhookConfiguration): ReviewWebhook {
  const { connectionInfo, subjectAccessReviewVersion: version } = webhook;
  const timeoutMs = readGoDurationMs(webhook.timeout);
  return inContext("invalid authorization config", () =>
    openReviewWebhook(connectionInfo.kubeConfigFile ?? "", accessReviewKind(version), { timeoutMs }),
  );
}

function webhookOf(
  name: string,
  entry: WebhookConfiguration,
  webhook: ReviewWebhook,
  log: Log,
): NamedAuthorizer {
  const { subjectAccessReviewVersion: version } = entry;
  if (version !== "v1" && version !== "v1beta1")
    throw new Error(
      `unsupported webhook authorizer version ${JSON.stringify(version)}, supported versions are "v1", "v1beta1"`,
    );
  const ask = async (spec: JsonObject): Promise<JsonObject> => {
    const sent = version === "v1" ? spec : oldSpec(spec);
    try {
      return await webhook.ask({ metadata: {}, spec: sent, status: { allowed: false } });
    } catch (error) {
      log("error", "Failed to make webhook authorizer request", { error: describeError(error) });
      throw error;
    }
  };
  return {
    name,
    authorize: webhookAuthorizer({
      authorizedMs: readGoDurationMs(entry.authorizedTTL),
      unauthorizedMs: readGoDurationMs(entry.unauthorizedTTL),
      onFailure: entry.failurePolicy === "Deny" ? "deny" : "noOpinion",
      matches: matcher(entry.matchConditions.map(({ expression }) => expression)),
      ask,
      now: Date.now,
    }),
    rulesFor: unknownRules("webhook authorizer does not support user rule resolution"),
  };
}

/** Converts a review to v1beta1, in which groups have another name. */
function oldSpec({
  resourceAttributes,
  nonResourceAttributes,
  user,
  groups,
  ...rest
}: JsonObject): JsonObject {
  return {
    ...(resourceAttributes === undefined ? {} : { resourceAttributes }),
    ...(nonResourceAttributes === undefined ? {} : { nonResourceAttributes }),
    ...(user === undefined ? {} : { user }),
    ...(groups === undefined ? {} : { group: groups }),
    ...rest,
  };
}
