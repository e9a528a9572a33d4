import type { Operation } from "../../admission/attributes.ts";
import type { HookTarget } from "../../admission/hook-target.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import type { JsonObject } from "../../json/value.ts";
import { planOf } from "../bring-up/bring-up.ts";
import type { WebhookEntry } from "../model/configurations.ts";
import type { Model } from "../model/model.ts";
import { failure } from "../outage/broken.ts";
import { type Endpoint, endpointsOf, isNamespaces, requestTo } from "../requests/every-request.ts";
import { requestLimit, resourceText } from "../requests/lint-request.ts";
import { largest, type NamespaceClass, Namespaces, namespaceClasses } from "../requests/namespaces.ts";
import { type CallWebhook, type Played, Player } from "../requests/player.ts";
import { differentLabels, satisfying } from "../requests/satisfying.ts";

/** Longest time that webhooks can need for requests of one kind, if each uses its full timeout. */
export interface Budget {
  readonly operation: Operation;
  readonly resource: string;
  /** The namespaces in which the time is longest; empty for a cluster-scoped resource. */
  readonly namespaces: readonly string[];
  /** Time of all calls in seconds, as if the request had no limit. */
  readonly seconds: number;
  /** Limit of the server for the request, in seconds; absent if there is none. */
  readonly limit: number | undefined;
  /** The calls in their order. Validating webhooks are called in parallel. */
  readonly calls: readonly BudgetCall[];
  /** Error of a request that exceeds the limit, in the words of the engine; absent if it does not. */
  readonly error: string | undefined;
}

/** A call with its timeout. */
export interface BudgetCall {
  readonly webhook: string;
  readonly phase: WebhookEntry["phase"];
  readonly round: 0 | 1;
  /** Timeout of the webhook. */
  readonly seconds: number;
}

/** Returns the longest budget for every kind of request that has webhooks, the longest first. */
export async function budgetsOf(model: Model): Promise<Budget[]> {
  const namespaces = new Namespaces(model);
  const classes = largest(namespaceClasses(model, namespaces, model.webhooks));
  const labels = new Map(classes.map((one) => [one.name, one.labels]));
  const player = new Player({
    registry: model.registry,
    plan: planOf(model),
    labelsOf: (name) => labels.get(name) ?? namespaces.labelsOf(name),
  });
  const wanted = labelSets(model.webhooks);
  const ownTime = ownTimes(model);
  const all: Budget[] = [];
  for (const endpoints of endpointsOf(model, model.webhooks)) {
    const [first] = endpoints;
    const longest = first && (await longestOf(player, ownTime, first, classes, wanted));
    if (longest !== undefined)
      all.push(...endpoints.map((one): Budget => ({ ...longest, resource: resourceText(one) })));
  }
  return all.sort((a, b) => b.seconds - a.seconds);
}

/** Returns sets of labels for which as many webhooks as possible are called. */
function labelSets(hooks: readonly WebhookEntry[]): Labels[] {
  const selectors = hooks.map(({ hook }) => hook.objectSelector);
  const together = satisfying(...selectors);
  return together === undefined ? differentLabels(selectors) : [together, ...differentLabels(selectors)];
}

async function longestOf(
  player: Player,
  ownTime: OwnTime,
  endpoint: Endpoint,
  classes: readonly NamespaceClass[],
  labelSets: readonly Labels[],
): Promise<Budget | undefined> {
  const areNamespaces = isNamespaces(endpoint);
  let longest: Budget | undefined;
  for (const place of endpoint.namespaced || areNamespaces ? classes : [undefined])
    for (const labels of labelSets) {
      const request = requestTo(
        endpoint,
        place?.name ?? "",
        areNamespaces ? { ...place?.labels, ...labels } : labels,
      );
      const played = await player.play(request, lateAndChanging(ownTime));
      if (played.milliseconds <= (longest?.seconds ?? 0) * 1000) continue;
      const limit = requestLimit(request);
      const isOver = limit !== undefined && played.milliseconds > limit;
      const ended = isOver ? await player.play(request, lateAndChanging(ownTime), limit) : undefined;
      longest = {
        operation: endpoint.operation,
        resource: resourceText(request),
        namespaces: place?.names ?? [],
        seconds: played.milliseconds / 1000,
        limit: limit === undefined ? undefined : limit / 1000,
        calls: callsOf(played),
        error: ended?.error?.message,
      };
    }
  return longest;
}

type OwnTime = (target: Pick<HookTarget, "configuration" | "hook">) => number;

/** Returns a function to the timeout of each webhook in its own configuration, in milliseconds. */
function ownTimes({ webhooks }: Model): OwnTime {
  const known = new Map(
    webhooks.map(({ configuration, name, hook }) => [
      `${configuration}/${name}`,
      (hook.timeoutSeconds ?? 10) * 1000,
    ]),
  );
  return ({ configuration, hook }) => known.get(`${configuration}/${hook}`) ?? 10_000;
}

/**
 * Returns a webhook that answers at the last moment. Mutating webhooks change the object each time, so that
 * every webhook that can be reinvoked is.
 */
function lateAndChanging(ownTime: OwnTime): CallWebhook {
  let calls = 0;
  return async (...call) => {
    const [target, body, { timeoutMs }, time] = call;
    await time.sleep(timeoutMs);
    // The API server gives less time than the webhook needs.
    if (timeoutMs < ownTime(target)) return failure(call, "context deadline exceeded", true);
    const { request, ...head } = JSON.parse(Buffer.from(body).toString()) as { request: JsonObject };
    const patch = target.phase === "mutating" ? patchOf(request, ++calls) : {};
    return {
      kind: "answer",
      status: 200,
      contentType: "application/json",
      body: Buffer.from(JSON.stringify({ ...head, response: { uid: request.uid, allowed: true, ...patch } })),
    };
  };
}

function patchOf({ object, operation }: JsonObject, number: number): JsonObject {
  const metadata = (object as JsonObject | null)?.metadata;
  if (operation === "DELETE" || operation === "CONNECT" || metadata === undefined) return {};
  const value = { "lint.sallyport.dev/calls": String(number) };
  const patch = JSON.stringify([{ op: "add", path: "/metadata/annotations", value }]);
  return { patchType: "JSONPatch", patch: Buffer.from(patch).toString("base64") };
}

const callsOf = ({ verdict }: Played): BudgetCall[] =>
  verdict.hooks.flatMap(({ hook, round, call }) =>
    call === undefined
      ? []
      : [
          {
            webhook: `${hook.configuration}/${hook.name}`,
            phase: hook.phase,
            round,
            seconds: call.milliseconds / 1000,
          },
        ],
  );
