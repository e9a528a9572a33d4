import { createBuiltinPlugins } from "../admission/hooks/builtin/builtin-plugins.ts";
import type { Verdict } from "../admission/verdict.ts";
import { answeredObject } from "../api/exchange/answered-object.ts";
import type { ServerRequest, ServerResponse } from "../api/exchange/exchange.ts";
import { memoryRequest } from "../api/exchange/memory-request.ts";
import type { UserInfo } from "../api/meta.ts";
import { createBootedStorage, rememberBoot } from "../cluster/booted-storage.ts";
import { type Cluster, createCluster } from "../cluster/cluster.ts";
import { isConnected, SWITCHED } from "../explain/connected.ts";
import { explainContext } from "../explain/explain-context.ts";
import type { Cause, ExplainedAnswer } from "../explain/explanation.ts";
import { type Ask, asker, warningsOf } from "../explain/offline/ask.ts";
import { type Answering, callers } from "../explain/offline/callers.ts";
import { configurations, load, namespacesOf, surroundings } from "../explain/offline/load.ts";
import { hasRoles, type Manifest, manifestSources } from "../explain/offline/manifests.ts";
import { explainPages } from "../explain/recent/explain-pages.ts";
import type { RecentRequests } from "../explain/recent/recent-requests.ts";
import { worldOf } from "../explain/world.ts";
import { isJsonObject, type JsonObject } from "../json/value.ts";
import type { RecordedRequest } from "../recording/recording.ts";
import { messageOf } from "../report/describe-error.ts";
import { type Features, ORDINARY_FEATURES } from "../resources/features/features.ts";
import type { Serves } from "../resources/features/served-versions.ts";
import type { FoundKind } from "../resources/registry.ts";
import type { RequestContext } from "../server/request-context.ts";
import { createAnswersBefore } from "./answer-as-before.ts";
import type { Decided, Undecided } from "./decided.ts";
import { decidersOf } from "./deciders-of.ts";
import { NamespacesThen } from "./namespaces-then.ts";
import { createOverlayStorage, type OverlayStorage } from "./overlay-storage.ts";
import { sentAgain } from "./sent-again.ts";
import { storedThen } from "./stored-then.ts";

interface ReplayServerOptions {
  /** Configurations, policies, definitions, and other objects that admission reads. */
  readonly manifests: readonly Manifest[];
  /** Calls to webhooks or handlers for them. Other webhooks are assumed to answer as recorded. */
  readonly answering?: Pick<Answering, "call" | "handlers">;
  /** Built-in plugins that are disabled. Default: ServiceAccount, because recordings have no accounts. */
  readonly disablePlugins?: readonly string[];
  /** Version of Kubernetes and feature gates; default: those of an ordinary server of the newest version. */
  readonly features?: Features;
  /** Served versions of built-in kinds; default: those of a server without `--runtime-config`. */
  readonly serves?: Serves;
  /** Stores the decisions, with the ids and times of the requests, and serves them as a running server does. */
  readonly recent?: RecentRequests;
}

/** A control plane in memory that decides recorded requests, one at a time. Requests do not affect each other. */
export interface ReplayServer {
  decide(request: RecordedRequest): Promise<Decided | Undecided>;
  /** Manifests that the server refused, or unknown fields in them. */
  readonly problems: readonly Cause[];
  /**
   * Namespaces of requests so far whose labels are neither in the recording nor in a manifest: they were
   * assumed to have none.
   */
  readonly unknownNamespaces: ReadonlySet<string>;
  readonly cluster: Cluster;
  close(): Promise<void>;
}

/** Starts the server with its manifests. The caller closes it. */
export async function startReplayServer(options: ReplayServerOptions): Promise<ReplayServer> {
  const running = await RunningReplay.start(options);
  return {
    decide: (request) => running.decide(request),
    problems: running.problems,
    unknownNamespaces: running.unknownNamespaces,
    cluster: running.cluster,
    close: () => running.cluster.stop(),
  };
}

/** Number of kept revisions: namespaces change with the requests, and their history is not read. */
const HISTORY = 1_000;

/** A large range, so that it is never used up: each temporary Service takes an address for a moment. */
const SERVICE_RANGE = "10.0.0.0/12";

class RunningReplay {
  readonly cluster: Cluster;
  readonly problems: Cause[] = [];
  readonly #options: ReplayServerOptions;
  readonly #storage: OverlayStorage;
  readonly #state: State;
  readonly #namespaces: NamespacesThen;
  readonly #sources: ReturnType<typeof manifestSources>;

  private constructor(cluster: Cluster, options: ReplayServerOptions, storage: OverlayStorage, state: State) {
    this.cluster = cluster;
    this.#options = options;
    this.#storage = storage;
    this.#state = state;
    this.#namespaces = new NamespacesThen(cluster, storage.inner, options.manifests);
    this.#sources = manifestSources(options.manifests);
  }

  get unknownNamespaces(): ReadonlySet<string> {
    return this.#namespaces.unknown;
  }

  static async start(options: ReplayServerOptions): Promise<RunningReplay> {
    const { manifests, answering = {}, disablePlugins = ["ServiceAccount"], recent } = options;
    const { features = ORDINARY_FEATURES, serves } = options;
    const booted = createBootedStorage(Date.now(), { historyChanges: HISTORY }, features);
    const inner = booted.storage;
    const storage = createOverlayStorage(inner);
    const state = new State(answering);
    const cluster: Cluster = await createCluster({
      storage,
      hasFirstObjects: booted.hasFirstObjects && serves === undefined,
      plugins: createBuiltinPlugins().filter(({ name }) => !disablePlugins.includes(name)),
      authorizationModes: [hasRoles(manifests) ? "RBAC" : "AlwaysAllow"],
      authenticators: [(request) => state.users.get(request)],
      recorders: [{ begin: (context) => state.keep(context) }, ...(recent ? [recent.recorder] : [])],
      ...(recent && {
        pages: { "/explain/": explainPages(recent, () => cluster) },
        now: () => state.time ?? Date.now(),
      }),
      features,
      ...(serves && { serves }),
      serviceClusterIpRange: SERVICE_RANGE,
      ...state.callers,
    });
    const running = new RunningReplay(cluster, options, storage, state);
    if (serves === undefined) await rememberBoot(inner, features);
    await running.#load(asker(cluster));
    storage.freeze();
    return running;
  }

  async #load(ask: Ask): Promise<void> {
    const { manifests } = this.#options;
    const declared = manifests.filter(({ object }) => object.kind === "Namespace");
    this.problems.push(...(await load(declared, this.cluster, ask)));
    for (const name of namespacesOf(manifests))
      await ask("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
    const others = surroundings(manifests).filter(({ object }) => object.kind !== "Namespace");
    this.problems.push(...(await load([...others, ...configurations(manifests)], this.cluster, ask)));
  }

  async decide(request: RecordedRequest): Promise<Decided | Undecided> {
    const { group, version, resource } = request.resource;
    const found = this.cluster.registry().find(group, version, resource);
    const plural = `${resource}${group === "" ? "" : `.${group}`}`;
    if (found === undefined)
      return {
        kind: "undecided",
        why: `${plural} of version ${version} is not served: is its CustomResourceDefinition among the manifests?`,
      };
    try {
      await this.#namespaces.prepare(request);
      const { key, object } = await storedThen(request, found, this.cluster.registry());
      this.#storage.show(key, object);
      return await this.#send(request, found);
    } catch (error) {
      return { kind: "undecided", why: `${plural}: the request cannot be sent again: ${messageOf(error)}` };
    }
  }

  async #send(request: RecordedRequest, found: FoundKind): Promise<Decided> {
    const { method, url, body, contentType } = sentAgain(request, found);
    const { answers } = this.#state;
    answers.begin(request);
    this.#state.time = Date.parse(request.time) || undefined;
    const isKept = this.#options.recent !== undefined && request.id !== "";
    const sent = memoryRequest({
      method,
      url,
      headers: {
        accept: "application/json",
        ...(isKept && { "audit-id": request.id }),
        ...(body === undefined ? {} : { "content-type": contentType }),
      },
      ...(body === undefined ? {} : { body }),
    });
    this.#state.users.set(sent, userOf(request));
    const response = await this.cluster.handle(sent);
    return this.#decided(request, response, await answeredObject(response));
  }

  #decided(request: RecordedRequest, { status, headers }: ServerResponse, body: JsonObject): Decided {
    const context = this.#state.context;
    const verdicts: readonly Verdict[] = context?.verdicts ?? [];
    const isReached = isConnected(status, verdicts);
    const allowed = status < 400 || isReached;
    const reason = allowed ? "" : String(body.reason ?? "");
    const lines = verdicts.flatMap(({ hooks }) => hooks);
    const answer: ExplainedAnswer = {
      code: isReached ? SWITCHED : status,
      allowed,
      reason,
      message: allowed ? "" : String(body.message ?? ""),
      warnings: verdicts.flatMap(({ warnings }) => warnings),
    };
    return {
      kind: "decided",
      ...answer,
      told: warningsOf(headers),
      by: allowed ? [] : decidersOf(verdicts, reason),
      result:
        allowed && request.operation !== "DELETE" && isJsonObject(body.metadata) && body.kind !== "Status"
          ? body
          : null,
      failed: lines.flatMap(({ hook, call }) => (call?.outcome.kind === "failed" ? [hook.name] : [])),
      assumed: [...this.#state.answers.assumed],
      webhookMilliseconds:
        this.#state.answers.count > 0
          ? undefined
          : lines.reduce((sum, { call }) => sum + (call?.milliseconds ?? 0), 0),
      verdicts,
      explain: (asked) => {
        if (context === undefined) throw new Error("the request did not come to the server");
        return explainContext({
          context,
          answer,
          server: this.cluster,
          world: worldOf(this.cluster, this.#sources),
          webhooksCalled: this.#options.answering?.call !== undefined,
          ...(asked !== undefined && { asked }),
        });
      },
    };
  }
}

/** The current request, and the answers for webhooks. */
class State {
  readonly users = new WeakMap<ServerRequest, UserInfo>();
  readonly answers = createAnswersBefore();
  readonly callers: ReturnType<typeof callers>;
  context: RequestContext | undefined;
  /** Time of the request. */
  time: number | undefined;

  constructor({ call, handlers = new Map() }: Pick<Answering, "call" | "handlers">) {
    const asked = callers(
      { ...(call && { call }), handlers },
      () => undefined,
      () => {},
    );
    const { intercept } = asked;
    const { answers } = this;
    this.callers = {
      ...asked,
      intercept: (target, body, options, pass) => {
        const own =
          handlers.has(target.hook) || (call !== undefined && target.clientConfig.url !== undefined);
        const placed = target.clientConfig.service;
        const isPlaced =
          placed !== undefined && call?.services.has(`${placed.namespace}/${placed.name}`) === true;
        return intercept !== undefined && (own || isPlaced)
          ? intercept(target, body, options, pass)
          : answers.answer(target, body);
      },
    };
  }

  keep<R>(context: RequestContext): (response: R) => R {
    this.context = context;
    return (response) => response;
  }
}

function userOf({ user }: RecordedRequest): UserInfo {
  const { username, groups, uid, extra } = user;
  return {
    username,
    groups: [...groups],
    ...(uid !== undefined && { uid }),
    ...(extra !== undefined && {
      extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
    }),
  };
}
