import type { WebhookHook } from "../admission/hook.ts";
import { ruleMatches } from "../admission/match/rules.ts";
import type { Verdict } from "../admission/verdict.ts";
import { isJsonObject, type JsonObject } from "../api/json.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import { forbiddenRequest } from "../server/authorize/attributes.ts";
import type { Recorder } from "../server/record/recorder.ts";
import type { RequestContext } from "../server/request-context.ts";
import type { Server } from "../server/server.ts";
import { explainRequest } from "./explain-request.ts";
import type { Cause, Explanation } from "./explanation.ts";
import type { Sources } from "./sources.ts";
import { WEBHOOK_KINDS } from "./subject.ts";

/** What an explanation tells besides the request. */
type Explained = Pick<Server, "authorize" | "engine" | "registry" | "views">;

/** The requests of a server that went through admission last, and why they ended as they did. */
export interface RecentRequests {
  readonly recorder: Recorder;
  /**
   * By audit id, or `last`; undefined for what is not remembered. Throws 403 unless the viewer may read the object that
   * the request was about: patches, messages and what conditions saw show parts of it.
   */
  explain(id: string, server: Explained, viewer: UserInfo): Explanation | undefined;
}

interface Remembered {
  readonly context: RequestContext;
  readonly status: number;
}

/** Bodies of the remembered requests together: what has been made of a body takes many times its room. */
const MOST_BYTES = 4 << 20;

/** Remembers so many, and fewer when they are great. */
export function createRecentRequests(most: number): RecentRequests {
  const recent: Remembered[] = [];
  let bytes = 0;
  const remember = (request: Remembered): void => {
    recent.push(request);
    bytes += request.context.bodyBytes;
    while (recent.length > most || bytes > MOST_BYTES) bytes -= recent.shift()?.context.bodyBytes ?? 0;
  };
  return {
    recorder: {
      begin: (context) => (response) => {
        if (context.verdicts.length > 0) remember({ context, status: response.status });
        return response;
      },
    },
    explain(id, server, viewer) {
      const found = recent.findLast((request) => isMeant(request, id));
      if (found === undefined) return undefined;
      requireRead(found, server, viewer);
      return explain(found, server);
    },
  };
}

/** The last one is the last of a client: controllers of the server itself write at any time. */
function isMeant({ context: { auditId, user } }: Remembered, id: string): boolean {
  return id === "last" ? user.username !== "system:apiserver" : auditId === id;
}

function requireRead({ context }: Remembered, { authorize }: Explained, user: UserInfo): void {
  const { resource, namespace, name } = (context.verdicts.at(-1) as Verdict).attributes;
  const place = { group: resource.group, version: resource.version, resource: resource.resource, namespace };
  const what = { user, verb: "get", isResource: true, ...place, subresource: "", name, path: "" };
  const { decision, reason } = authorize(what);
  if (decision !== "allow") throw forbiddenRequest(what, reason);
}

function explain({ context, status }: Remembered, server: Explained): Explanation {
  const { verdicts, user, requestObject, responseObject } = context;
  const { attributes } = verdicts.at(-1) as Verdict;
  const answer = isJsonObject(responseObject) ? responseObject : {};
  const failed = status >= 400;
  const object = isJsonObject(requestObject) ? (requestObject as unknown as KubeObject) : null;
  const sources = storedSources(server);
  return explainRequest({
    verdicts,
    request: {
      operation: attributes.operation,
      resource: { ...attributes.resource },
      subresource: attributes.subresource,
      kind: { ...attributes.kind },
      namespace: attributes.namespace,
      name: attributes.name,
      user: user.username,
      groups: user.groups,
      dryRun: attributes.dryRun,
    },
    answer: {
      code: status,
      allowed: !failed,
      reason: failed ? String(answer.reason ?? "") : "",
      message: failed ? String(answer.message ?? "") : "",
      warnings: verdicts.flatMap(({ warnings }) => warnings),
    },
    object,
    registry: server.registry(),
    sources,
    findings: newerConfigurations(verdicts.at(-1) as Verdict, server),
  });
}

/** Webhooks that have a rule for the request and were not there yet when it came. */
function newerConfigurations({ plan, attributes }: Verdict, { engine }: Explained): Cause[] {
  const isIn = (hooks: readonly WebhookHook[], hook: WebhookHook): boolean =>
    hooks.some(({ name, configuration }) => name === hook.name && configuration === hook.configuration);
  const now = engine.plan;
  return (["mutating", "validating"] as const).flatMap((phase) =>
    now[phase]
      .filter((hook) => !isIn(plan[phase], hook) && hook.rules.some((rule) => ruleMatches(rule, attributes)))
      .map(
        ({ name, configuration }): Cause => ({
          code: "newer-configuration",
          of: `${WEBHOOK_KINDS[phase]}/${configuration}`,
          webhook: name,
          message: "it was not registered yet when the request came",
          saw: null,
          at: "",
          fix: "",
        }),
      ),
  );
}

/** Objects as they are stored now: places in them are JSON pointers. */
function storedSources({ views }: Explained): Sources {
  return {
    find(kind, name) {
      const prefix = PREFIXES[kind];
      const object = prefix === undefined ? undefined : views.of(prefix).get("", name);
      return object && { object: object as unknown as JsonObject, line: () => undefined };
    },
  };
}

const PREFIXES: Readonly<Record<string, string>> = {
  MutatingWebhookConfiguration: "mutatingwebhookconfigurations",
  ValidatingWebhookConfiguration: "validatingwebhookconfigurations",
  MutatingAdmissionPolicy: "mutatingadmissionpolicies",
  MutatingAdmissionPolicyBinding: "mutatingadmissionpolicybindings",
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
};
