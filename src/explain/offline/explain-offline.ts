import { isDeepStrictEqual } from "node:util";
import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import { isKubeObject } from "../../api/object/kube-object.ts";
import { createBootedStorage, rememberBoot } from "../../cluster/booted-storage.ts";
import { type Cluster, createCluster } from "../../cluster/cluster.ts";
import { type JsonObject, record } from "../../json/value.ts";
import { featuresOfVersion } from "../../resources/features/parse-features.ts";
import type { FoundKind } from "../../resources/registry.ts";
import { Trail } from "../../server/record/trail.ts";
import type { RequestContext } from "../../server/request-context.ts";
import { isConnected, SWITCHED } from "../connected.ts";
import { explainContext } from "../explain-context.ts";
import type { Cause, ExplainedAnswer, ExplainedPods, Explanation } from "../explanation.ts";
import { worldOf } from "../world.ts";
import { type Ask, asker } from "./ask.ts";
import { besideCauses, besideTemplate, withBeside } from "./beside-template.ts";
import { type Answering, callers, whoAnswered, withAssumed } from "./callers.ts";
import { gatherRoles } from "./gather-roles.ts";
import { configurations, load, surroundings } from "./load.ts";
import { hasRoles, type Manifest, manifestSources } from "./manifests.ts";
import {
  budgetNotes,
  misspeltHeads,
  namelessDeletion,
  namelessUpdate,
  nearNamespaces,
  strangeManifests,
} from "./near-manifests.ts";
import { objectNotes } from "./notes/object-notes.ts";
import { madeRequests, withSurge } from "./pods.ts";
import { Preparation } from "./preparation.ts";
import { withPutBack } from "./put-back.ts";
import { ADMINISTRATOR, type RequestSpec, resourceOf, UnservedError } from "./request-spec.ts";
import { seededRandom } from "./seeded-random.ts";
import { mergedLists, queryOf, sentRequest } from "./sent-request.ts";
import { nearScaled, scaledBy } from "./stored-before.ts";
import { whyUnserved } from "./unserved.ts";

interface OfflineOptions extends Answering {
  readonly manifests: readonly Manifest[];
  readonly request: RequestSpec;
  /** Name of a webhook, policy or binding. With it, only its causes are reported. */
  readonly asked?: string;
  /**
   * True if the manifests are the whole cluster: objects that are not among them do not exist. Default false:
   * some are assumed.
   */
  readonly complete?: boolean;
  /** Version of Kubernetes that decides, such as `1.35`. Default: the newest. */
  readonly kubernetesVersion?: string;
}

/**
 * Sends one request to a control plane in memory that has the manifests, and explains the decisions of
 * admission. Nothing is written to disk. Throws an Error with a message for the user if the request cannot be
 * built.
 */
export async function explainOffline(options: OfflineOptions): Promise<Explanation> {
  const { manifests } = options;
  const seen: Seen = { notes: new Set() };
  const serviceOf = (namespace: string, name: string): JsonObject | undefined =>
    manifests.find(({ object: { kind, metadata } }) => {
      const its = record(metadata);
      return kind === "Service" && its.name === name && (its.namespace ?? "default") === namespace;
    })?.object;
  const features = featuresOfVersion(options.kubernetesVersion);
  const booted = createBootedStorage(Date.now(), {}, features);
  const cluster = await createCluster({
    ...booted,
    features,
    plugins: createBuiltinPlugins(),
    // The same input gets the same addresses, ports and names, and therefore the same explanation.
    random: seededRandom(1),
    authorizationModes: [hasRoles(manifests) ? "RBAC" : "AlwaysAllow"],
    recorders: [{ begin: (context) => keep(seen, context) }],
    ...callers(options, serviceOf, (note) => seen.notes.add(note)),
  });
  try {
    await rememberBoot(booted.storage, features);
    return await new OfflineRun(cluster, options, seen).explain();
  } finally {
    await cluster.stop();
  }
}

function keep<R>(seen: Seen, context: RequestContext): (response: R) => R {
  seen.context = context;
  context.trail = new Trail(true);
  return (response) => response;
}

/** The last request, and the assumptions of the run. */
interface Seen {
  context?: RequestContext;
  readonly notes: Set<string>;
}

interface Sent {
  readonly answer: ExplainedAnswer;
  readonly object: JsonObject | null;
}

class OfflineRun {
  readonly #cluster: Cluster;
  readonly #options: OfflineOptions;
  readonly #ask: Ask;
  readonly #seen: Seen;
  readonly #preparation: Preparation;
  /** The manifest of the object that the request changes. */
  #stored: JsonObject | undefined;

  get #context(): RequestContext | undefined {
    return this.#seen.context;
  }

  constructor(cluster: Cluster, options: OfflineOptions, seen: Seen) {
    this.#cluster = cluster;
    this.#options = options;
    this.#ask = asker(cluster);
    this.#seen = seen;
    this.#preparation = new Preparation(options, cluster, this.#ask, seen.notes);
  }

  async explain(): Promise<Explanation> {
    const { manifests, request, call, asked } = this.#options;
    await this.#preparation.namespaces();
    const refused = await load(surroundings(manifests), this.#cluster, this.#ask);
    if (hasRoles(manifests)) await gatherRoles(this.#ask);
    const found = await this.#resourceOf(request, refused);
    const namespace = found.resource.namespaced ? request.namespace || "default" : "";
    const placed = { ...request, namespace };
    await this.#preparation.namespace(namespace, request);
    this.#stored = await this.#preparation.store(placed, found);
    refused.push(...(await load(configurations(manifests), this.#cluster, this.#ask)));
    this.#noteAssumptions();
    const nameless = namelessDeletion(placed, found);
    if (nameless !== undefined) this.#seen.notes.add(nameless);
    await this.#preparation.endNamespaces();
    delete this.#seen.context;
    const answer = await this.#send(placed, found);
    const context = this.#context;
    if (context === undefined) throw new Error("the request was not sent");
    const lost = this.#preparation.refused;
    if (lost !== undefined) refused.unshift(lost);
    const isTold = ({ of }: Cause): boolean => refused.some((one) => one.of === of);
    refused.push(...strangeManifests(manifests, this.#cluster.registry()).filter((cause) => !isTold(cause)));
    const whole = this.#withHeads(
      this.#explained(context, { answer, object: placed.object, findings: refused }),
      lost !== undefined,
    );
    const explanation =
      call === undefined ? await withPutBack(whole, placed, (other) => this.#send(other, found)) : whole;
    this.#noteSkips(placed.object, explanation);
    if (answer.allowed)
      for (const note of mergedLists(placed, context.verdicts.at(-1)?.received, found))
        this.#seen.notes.add(note);
    const isWhole = call === undefined && asked === undefined && answer.allowed;
    const pods = isWhole ? await this.#explainPods(explanation, context) : undefined;
    const later = [...this.#seen.notes].filter((note) => !explanation.notes.includes(note));
    return { ...explanation, notes: [...explanation.notes, ...later], ...(pods && { pods }) };
  }

  /** Adds what is misspelt in the head of the object, unless the server says it. `isLost`: the reason that nothing is there is known. */
  #withHeads(explanation: Explanation, isLost: boolean): Explanation {
    const findings = explanation.findings.filter(({ code }) => code !== "not-found" || !isLost);
    const { object, oldObject, isOldKnown } = this.#options.request;
    const given = object ?? (isOldKnown ? null : oldObject);
    const heads = given === null ? [] : misspeltHeads(given);
    const more = heads.filter(({ at }) => !findings.some((one) => one.of === "" && one.at === at));
    const nameless = namelessUpdate(this.#options.request);
    const others = nameless === undefined ? findings : findings.filter(({ code }) => code !== "routing");
    return { ...explanation, findings: [...more, ...(nameless === undefined ? [] : [nameless]), ...others] };
  }

  #explained(
    context: RequestContext,
    { answer, object, findings }: Sent & { readonly findings: readonly Cause[] },
  ): Explanation {
    const { manifests, call, asked } = this.#options;
    const isSent = context.requestObject !== undefined && object === null;
    const explanation = explainContext({
      context,
      answer,
      server: this.#cluster,
      world: worldOf(this.#cluster, manifestSources(manifests)),
      ...(!isSent && { object: isKubeObject(object) ? object : null }),
      findings,
      webhooksCalled: call !== undefined,
      notes: [...this.#seen.notes],
      ...(asked !== undefined && { asked }),
    });
    return withAssumed(explanation, this.#options);
  }

  /** Sends the requests of the controllers of the written workload: the first refused one, or that for a pod. */
  async #explainPods(
    { request, findings: known, steps }: Explanation,
    { verdicts }: RequestContext,
  ): Promise<ExplainedPods | undefined> {
    const verdict = verdicts.at(-1);
    const old = verdict?.attributes.oldObject ?? null;
    const object = verdict?.validated ?? null;
    const sent = madeRequests(request, object, old);
    let made: ExplainedPods | undefined;
    for (const one of sent) {
      made = withSurge(await this.#explainMade(one.what, one.request, known), object, old);
      if (made?.allowed !== true || made.findings.length > 0) return made;
    }
    const beside = besideTemplate(object);
    const last = sent.at(-1)?.request;
    if (made === undefined || beside === undefined || last === undefined) return made;
    const changed = await this.#explainMade(made.what, withBeside(last, beside), known);
    return { ...made, findings: besideCauses(beside, steps, made.steps, changed?.steps ?? []) };
  }

  async #explainMade(
    what: string,
    sent: RequestSpec,
    known: readonly Cause[],
  ): Promise<ExplainedPods | undefined> {
    await this.#preparation.namespace(sent.namespace, sent);
    delete this.#seen.context;
    const answer = await this.#send(sent, resourceOf(sent, this.#cluster.registry()));
    const context = this.#context;
    if (context === undefined) return undefined;
    const explanation = this.#explained(context, { answer, object: sent.object, findings: [] });
    this.#noteSkips(sent.object, explanation);
    const { findings, steps } = explanation;
    const { namespace, name, user } = sent;
    const { allowed, message } = answer;
    const isKnown = (cause: Cause): boolean => known.some((one) => isDeepStrictEqual(one, cause));
    const own = findings.filter((cause) => !isKnown(cause));
    return { what, user: user.username, namespace, name, allowed, message, findings: own, steps };
  }

  async #resourceOf(request: RequestSpec, refused: readonly Cause[]): Promise<FoundKind> {
    const registry = this.#cluster.registry();
    const scaled = scaledBy(request, this.#options.manifests, registry);
    if (scaled !== undefined) return scaled;
    try {
      return resourceOf(request, registry);
    } catch (error) {
      if (!(error instanceof UnservedError)) throw error;
      if (request.object?.kind === "Scale")
        throw new Error(`${error.message}${nearScaled(request, this.#options.manifests, registry)}`);
      const known = { manifests: this.#options.manifests, refused, registry, ask: this.#ask };
      const why = await whyUnserved(request, known);
      throw new Error(`${error.message}${why || UNDEFINED}`);
    }
  }

  #noteSkips(object: JsonObject | null, explanation: Explanation): void {
    const { manifests, asked } = this.#options;
    const validated = this.#context?.verdicts.at(-1)?.validated ?? null;
    const stored = validated && { ...validated };
    for (const note of objectNotes({ object, stored }, explanation, manifests, asked !== undefined))
      this.#seen.notes.add(note);
  }

  #noteAssumptions(): void {
    const { request, manifests } = this.#options;
    const { notes } = this.#seen;
    for (const note of manifests.flatMap(({ repeated = [] }) => repeated)) notes.add(note);
    for (const note of nearNamespaces(manifests)) notes.add(note);
    const answered = whoAnswered(this.#options, manifests);
    if (answered !== undefined) notes.add(answered);
    if (request.subresource === "eviction")
      for (const note of budgetNotes(this.#stored, manifests)) notes.add(note);
    if (request.user.username !== ADMINISTRATOR.username && !hasRoles(manifests))
      notes.add("authorization was not checked: there are no roles among the manifests");
  }

  async #send(request: RequestSpec, found: FoundKind): Promise<ExplainedAnswer> {
    const { method, url, body, contentType } = sentRequest(request, found, this.#stored);
    const answered = await this.#ask(method, `${url}${queryOf(request)}`, body, {
      user: request.user,
      contentType,
    });
    const { status } = answered;
    const verdicts = this.#context?.verdicts ?? [];
    const isReached = isConnected(status, verdicts);
    if (isReached) this.#seen.notes.add("nothing runs here: what the container answers is not known");
    const allowed = status < 400 || isReached;
    return {
      code: isReached ? SWITCHED : status,
      allowed,
      reason: allowed ? "" : String(answered.body.reason ?? ""),
      message: allowed ? "" : String(answered.body.message ?? ""),
      warnings: answered.warnings ?? [],
    };
  }
}

const UNDEFINED =
  ": no CustomResourceDefinition among the manifests defines it: install it before its objects, and give it with -f";
