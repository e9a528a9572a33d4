import type { Plan } from "../../admission/plan.ts";
import type { Verdict } from "../../admission/verdict.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { isConnected } from "../../explain/connected.ts";
import { explainContext } from "../../explain/explain-context.ts";
import type { Explanation } from "../../explain/explanation.ts";
import type { Remembered } from "../../explain/remembered.ts";
import { requestDetail } from "../../explain/stream/request-detail.ts";
import { requestEvent } from "../../explain/stream/request-event.ts";
import { isJsonObject, type JsonObject } from "../../json/value.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import { requestsInEvent } from "../../recording/stream/requests-in-event.ts";
import { paced } from "../../server/loop/turns.ts";
import { causeOf } from "../cause.ts";
import type { ChangedDecision } from "../change.ts";
import { sidesOf } from "../changed-decisions.ts";
import type { ChangeGroup } from "../report/replay-report.ts";
import { type Answered, type Runs, ShadowDecider, type ShadowDecision } from "./decide-shadow.ts";
import { createShadowAnswers, type ShadowAnswers } from "./shadow-answers.ts";
import type { ShadowConfiguration } from "./shadow-configuration.ts";
import { ShadowGroups } from "./shadow-groups.ts";
import { shadowPlan } from "./shadow-plan.ts";
import { ShadowRuns } from "./shadow-run.ts";

/** A finished request, and one admission of it: a deleted collection has many. */
export interface ShadowedRequest {
  readonly verdict: Verdict;
  readonly about: Remembered;
  readonly id: string;
}

/** The results from the time that a configuration is read until it is read again. */
export class ShadowCourse {
  readonly configuration: ShadowConfiguration;
  readonly groups = new ShadowGroups();
  readonly since = new Date().toISOString();
  readonly #server: Cluster;
  readonly #calls: boolean;
  readonly #deciders = new WeakMap<Plan, ShadowDecider>();
  readonly #lanes: Lane[] = [];

  constructor(configuration: ShadowConfiguration, server: Cluster, calls: boolean) {
    this.configuration = configuration;
    this.#server = server;
    this.#calls = calls;
  }

  /** Parts of the manifests that were not understood. */
  get notes(): string[] {
    return this.configuration.problems.map(({ at, of, message }) => `${at}: ${of}: ${message}`);
  }

  /**
   * False if no differing hook has a rule for the request. Never throws, because the response has not been
   * sent yet.
   */
  mayConcern(verdict: Verdict): boolean {
    try {
      return this.#deciders.get(verdict.plan)?.concerns(verdict) ?? true;
    } catch {
      return true;
    }
  }

  /** Decides a request. Returns the new group that begins with it, if there is one. */
  async decide(request: ShadowedRequest, lane: number): Promise<ChangeGroup | undefined> {
    const { verdict } = request;
    const decider = this.#decider(verdict.plan);
    if (decider === undefined) {
      this.groups.countUndecided("the configuration that is in effect has changed since it was answered");
      return undefined;
    }
    const runs = this.#lane(lane);
    runs.plan = decider.plans.now;
    runs.now.answers.begin(verdict);
    const decision = await decider.decide(verdict, answeredOf(request), runs);
    for (const name of runs.now.answers.assumed) this.groups.countAssumed(name);
    if (decision.kind === "same") this.groups.countSame();
    else if (decision.kind === "undecided") this.groups.countUndecided(decision.why);
    else return this.#changed(request, decision, decider, runs);
    return undefined;
  }

  /** Time that the last decision of a lane waited for webhooks, in milliseconds. */
  waited(lane: number): number {
    return this.#lanes[lane]?.now.answers.waited ?? 0;
  }

  /**
   * Returns the decider of a plan, created on first use; undefined for a plan that is no longer in effect,
   * because its stored objects are not known.
   */
  #decider(plan: Plan): ShadowDecider | undefined {
    const known = this.#deciders.get(plan);
    if (known !== undefined) return known;
    const { engine, views } = this.#server;
    if (plan !== engine.plan) return undefined;
    const decider = new ShadowDecider(shadowPlan(plan, views, this.configuration), engine.ports);
    this.#deciders.set(plan, decider);
    return decider;
  }

  #lane(index: number): Lane {
    const known = this.#lanes[index];
    if (known !== undefined) return known;
    const made = new Lane(this.#server, this.configuration, this.#calls);
    this.#lanes[index] = made;
    return made;
  }

  async #changed(
    request: ShadowedRequest,
    decision: Extract<ShadowDecision, { kind: "changed" }>,
    decider: ShadowDecider,
    runs: Lane,
  ): Promise<ChangeGroup | undefined> {
    const { change: kind, before, now, decidedBefore } = decision;
    const { verdict, about, id } = request;
    const own = { subresource: verdict.attributes.subresource, calls: [] };
    const cause = causeOf(kind, { request: own, decidedBefore, before, now });
    // An example is explained with the whole configuration, but webhooks are not called again for it.
    const isPart = decidedBefore === undefined && !this.#calls && this.groups.isNew(cause.key);
    const explained = isPart ? (await decider.whole(verdict, runs)).verdict : now.verdicts[0];
    const changed: ChangedDecision = {
      kind,
      cause,
      id,
      get request() {
        return { ...recorded({ ...about, context: { ...about.context, verdicts: [verdict] } }), id };
      },
      ...sidesOf(kind, before, now, own),
      explain: () => this.#explain(about, explained ?? verdict, now),
    };
    const verdicts = [verdict, ...(explained === undefined ? [] : [explained])];
    return this.groups.add(changed, { ...about, context: { ...about.context, verdicts } });
  }

  #explain({ context }: Remembered, verdict: Verdict, now: Answered): Explanation {
    return explainContext({
      context: { ...context, verdicts: [verdict] },
      answer: { ...now, warnings: verdict.warnings },
      server: this.#server,
      world: this.configuration.world(this.#server),
      webhooksCalled: this.#calls,
      notes: ["this is the decision under the shadow configuration, which had no effect"],
    });
  }
}

/** Decides one request at a time. */
class Lane implements Runs {
  readonly before: ShadowRuns;
  readonly now: ShadowRuns;
  /** The plan of the current decision. */
  plan: Plan | undefined;

  constructor({ engine, params }: Cluster, configuration: ShadowConfiguration, calls: boolean) {
    const { ports } = engine;
    const pacer = () => paced(turn);
    this.before = new ShadowRuns(ports, params, createShadowAnswers(), pacer);
    const answers: ShadowAnswers = calls
      ? createShadowAnswers(
          ports.call,
          ({ hook, configuration: of, phase }) =>
            this.plan?.[phase].find(({ name, configuration }) => name === hook && configuration === of)
              ?.sideEffects,
        )
      : createShadowAnswers();
    this.now = new ShadowRuns(ports, configuration.params(params), answers, pacer);
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns the response to a request; for a deleted collection the result of this object. */
function answeredOf({ verdict, about: { context, status } }: ShadowedRequest): Answered {
  const refusal = verdict.phases.find(({ error }) => error !== undefined)?.error;
  if (refusal !== undefined)
    return { allowed: false, code: refusal.code, reason: refusal.reason, message: refusal.message };
  const { verdicts } = context;
  const allowed = status < 400 || verdict !== verdicts.at(-1) || isConnected(status, verdicts);
  const answer: JsonObject = !allowed && isJsonObject(context.responseObject) ? context.responseObject : {};
  return {
    allowed,
    code: status,
    reason: String(answer.reason ?? ""),
    message: String(answer.message ?? ""),
  };
}

/** Returns a request in the form of a recording. */
function recorded(about: Remembered): RecordedRequest {
  const detail = requestDetail(about, () => undefined);
  const [request] = requestsInEvent({ ...requestEvent(about), detail } as unknown as JsonObject);
  if (request === undefined) throw new Error("the request was not admitted");
  return request;
}
