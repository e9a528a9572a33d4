import type { WebhookHook } from "../admission/hook.ts";
import { ruleMatches } from "../admission/match/rules.ts";
import type { Verdict } from "../admission/verdict.ts";
import { isJsonObject } from "../api/json.ts";
import type { UserInfo } from "../api/meta.ts";
import { forbiddenRequest } from "../server/authorize/attributes.ts";
import type { Recorder } from "../server/record/recorder.ts";
import type { RequestContext } from "../server/request-context.ts";
import { explainContext, isRead } from "./explain-context.ts";
import type { Cause, Explanation } from "./explanation.ts";
import { WEBHOOK_KINDS } from "./subject.ts";
import { type Explained, worldOf } from "./world.ts";

/** The last requests of a server, and why they ended as they did. */
export interface RecentRequests {
  readonly recorder: Recorder;
  /**
   * By audit id, or `last`; undefined for what is not remembered. `asked`: one webhook, policy or binding. Throws 403
   * unless the viewer may read the object that the request was about: patches, messages and what conditions saw show parts
   * of it.
   */
  explain(id: string, server: Explained, viewer: UserInfo, asked?: string): Explanation | undefined;
}

interface Remembered {
  readonly context: RequestContext;
  readonly status: number;
}

/** Bodies of the remembered requests together: what has been made of a body takes many times its room. */
const MOST_BYTES = 4 << 20;

/** Remembers so many, and fewer when they are great. Reads, and what nobody knows who asked, have a place of their own. */
export function createRecentRequests(most: number): RecentRequests {
  const writes = new Ring(most);
  const others = new Ring(most);
  return {
    recorder: {
      begin: (context) => (response) => {
        const { status } = response;
        if (status === 401 || isRead(context)) {
          if (context.info.isResource) others.add({ context: withoutObjects(context), status });
        } else writes.add({ context, status });
        return response;
      },
    },
    explain(id, server, viewer, asked) {
      const found = writes.find(id) ?? (id === "last" ? undefined : others.find(id));
      if (found === undefined) return undefined;
      requireRead(found, server, viewer);
      return explain(found, server, asked);
    },
  };
}

class Ring {
  readonly #most: number;
  readonly #recent: Remembered[] = [];
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(request: Remembered): void {
    this.#recent.push(request);
    this.#bytes += request.context.bodyBytes;
    while (this.#recent.length > this.#most || this.#bytes > MOST_BYTES)
      this.#bytes -= this.#recent.shift()?.context.bodyBytes ?? 0;
  }

  find(id: string): Remembered | undefined {
    return this.#recent.findLast((request) => isMeant(request, id));
  }
}

/** Nobody is to keep what was read. */
const withoutObjects = (context: RequestContext): RequestContext => ({
  ...context,
  requestObject: undefined,
  responseObject: statusOnly(context.responseObject),
});

function statusOnly(answer: RequestContext["responseObject"]): RequestContext["responseObject"] {
  if (!isJsonObject(answer) || answer.kind !== "Status") return undefined;
  const { reason = "", message = "" } = answer;
  return { reason, message };
}

/** The last one is the last of a client: controllers of the server itself write at any time. */
function isMeant({ context: { auditId, user } }: Remembered, id: string): boolean {
  return id === "last" ? user.username !== "system:apiserver" : auditId === id;
}

function requireRead({ context }: Remembered, { authorize }: Explained, user: UserInfo): void {
  const { info, verdicts } = context;
  if (!info.isResource) return;
  const { resource, namespace, name } = verdicts.at(-1)?.attributes ?? { ...info, resource: info };
  const place = { group: resource.group, version: resource.version, resource: resource.resource, namespace };
  const what = { user, verb: "get", isResource: true, ...place, subresource: "", name, path: "" };
  const { decision, reason } = authorize(what);
  if (decision !== "allow") throw forbiddenRequest(what, reason);
}

function explain({ context, status }: Remembered, server: Explained, asked: string | undefined): Explanation {
  const { verdicts, responseObject } = context;
  const answer = isJsonObject(responseObject) ? responseObject : {};
  const isConnect = isConnected(status, verdicts);
  const failed = status >= 400 && !isConnect;
  const verdict = verdicts.at(-1);
  const notes = isConnect ? [`nothing runs here: the server answered ${status}`] : [];
  return explainContext({
    context,
    server,
    world: worldOf(server),
    answer: {
      code: isConnect ? SWITCHED : status,
      allowed: !failed,
      reason: failed ? String(answer.reason ?? "") : "",
      message: failed ? String(answer.message ?? (status === 504 ? TOO_LATE : "")) : "",
      warnings: verdicts.flatMap(({ warnings }) => warnings),
    },
    findings: verdict === undefined ? [] : newerConfigurations(verdict, server),
    notes,
    ...(asked !== undefined && { asked }),
  });
}

const TOO_LATE = "request did not complete within the allotted timeout";

/** What a container answers that is reached. */
export const SWITCHED = 101;
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404]);

/** Nothing runs here: who came through admission to something that is there has been allowed. */
export function isConnected(status: number, verdicts: readonly Verdict[]): boolean {
  const verdict = verdicts.at(-1);
  if (verdict?.attributes.operation !== "CONNECT" || status < 400 || REFUSED.has(status)) return false;
  return verdict.phases.every(({ error }) => error === undefined);
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
