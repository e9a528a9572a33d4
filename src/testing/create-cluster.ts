import { createBuiltinPlugins } from "../admission/hooks/builtin/builtin-plugins.ts";
import type { Verdict } from "../admission/verdict.ts";
import type { ServerRequest } from "../api/exchange/exchange.ts";
import { memoryRequest } from "../api/exchange/memory-request.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import { isKubeObject } from "../api/object/kube-object.ts";
import { createBootedStorage, rememberBoot } from "../cluster/booted-storage.ts";
import { createCluster as assemble, type Cluster } from "../cluster/cluster.ts";
import { hasRoles, manifestSources, type Manifest as ParsedManifest } from "../explain/offline/manifests.ts";
import { pointerOf } from "../explain/sources.ts";
import { worldOf } from "../explain/world.ts";
import type { Features } from "../resources/features/features.ts";
import { featuresOfVersion } from "../resources/features/parse-features.ts";
import { clientCertificate } from "../server/authenticate/client-certificate.ts";
import type { Recorder } from "../server/record/recorder.ts";
import type { RequestContext } from "../server/request-context.ts";
import { Calls } from "./calls.ts";
import { type Client, createClient, type Locate, type Send, type User } from "./client.ts";
import { type ClusterClock, createClock } from "./clock.ts";
import { createLoaded } from "./create-loaded.ts";
import { explainResult } from "./explain-result.ts";
import { assertWebhook, sourceNames, storedConfigurations, storedNames } from "./known-names.ts";
import { type Loaded, loadManifests, type Manifest } from "./load-manifests.ts";
import { isList, namedSources } from "./named-sources.ts";
import { parsedBody } from "./parsed-body.ts";
import type { OpenPort } from "./port.ts";
import { configurationOf } from "./registration.ts";
import { type Result, resultOf } from "./result.ts";
import { type Snapshot, takeSnapshot } from "./snapshot.ts";
import type { TestCluster, TestClusterOptions } from "./test-cluster.ts";

/**
 * Starts a control plane for tests in this process: the real server without sockets, with a storage in memory. There are no
 * controllers. For a control plane inside another program, `sallyport` has a function of the same name.
 *
 * @example
 * ```ts
 * import { createCluster } from "sallyport/testing";
 * import { deny, on, validating } from "sallyport/webhook";
 *
 * const named = validating({ name: "named.example.com", rules: [on("v1", "configmaps", "CREATE")] }, (object) =>
 *   object?.metadata.labels?.owner === undefined ? deny("who owns it?") : true,
 * );
 * const cluster = await createCluster({ webhooks: [named] });
 * const result = await cluster.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
 * result.allowed; // false
 * result.called("named.example.com"); // true
 * result.message; // 'admission webhook "named.example.com" denied the request: who owns it?'
 * await cluster.close();
 * ```
 */
export async function createCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  const cluster = new InProcessCluster(options);
  await cluster.start(options);
  return cluster.asTestCluster();
}

class InProcessCluster {
  readonly #clock: ClusterClock;
  readonly #startedAt: number;
  readonly #calls: Calls;
  readonly #booted: ReturnType<typeof createBootedStorage>;
  readonly #features: Features;
  readonly #users = new WeakMap<ServerRequest, UserInfo>();
  readonly #contexts = new WeakMap<ServerRequest, RequestContext>();
  readonly #manifests: ParsedManifest[] = [];
  #authorization: "RBAC" | "AlwaysAllow" = "RBAC";
  #cluster: Cluster | undefined;
  #snapshot: Snapshot | undefined;
  #port: Promise<OpenPort> | undefined;

  constructor({ now = Date.now(), webhooks = {}, kubernetesVersion }: TestClusterOptions) {
    this.#features = featuresOfVersion(kubernetesVersion);
    this.#startedAt = typeof now === "number" ? now : now.getTime();
    this.#clock = createClock(this.#startedAt);
    this.#booted = createBootedStorage(this.#startedAt, {}, this.#features);
    this.#calls = new Calls(this.#clock);
    for (const [name, source] of namedSources(webhooks)) this.#calls.set(name, source);
  }

  async start({ manifests = [], webhooks = {}, ...options }: TestClusterOptions): Promise<void> {
    const off = options.disablePlugins ?? ["ServiceAccount"];
    const loaded = await loadManifests(manifests);
    this.#authorization = options.authorization ?? (hasRoles(loaded) ? "RBAC" : "AlwaysAllow");
    this.#cluster = await assemble({
      ...this.#booted,
      features: this.#features,
      plugins: createBuiltinPlugins().filter(({ name }) => !off.includes(name)),
      authorizationModes: [this.#authorization],
      authenticators: [(request) => this.#users.get(request), clientCertificate(Date.now)],
      recorders: [this.#recorder()],
      serviceOverrides: serviceOverrides(options.services ?? {}),
      intercept: this.#calls.intercept,
      now: () => this.#clock.now(),
      // Real time does not count, only the clock of the test.
      steadyClock: { now: () => this.#clock.now(), since: () => 0 },
    });
    await rememberBoot(this.#booted.storage, this.#features);
    await this.#create(loaded);
    if (!isList(webhooks)) this.#assertRegistered(Object.keys(webhooks));
    if (isList(webhooks))
      await this.#create(await loadManifests(webhooks.flatMap((webhook) => configurationOf(webhook) ?? [])));
    this.#snapshot = await takeSnapshot(this.#booted.storage);
  }

  /**
   * Throws for a name that no configuration has: such a webhook would never be called. Without any
   * configuration the names are accepted, because configurations can be created later.
   */
  #assertRegistered(names: readonly string[]): void {
    const known = this.#sourceNames();
    if (known.length > 0) for (const name of names) assertWebhook(name, known);
  }

  #sourceNames(): string[] {
    return sourceNames(storedConfigurations(worldOf(this.#running)));
  }

  asTestCluster(): TestCluster {
    return {
      ...this.#clientOf(ADMINISTRATOR),
      as: (user) => this.#clientOf(userOf(user)),
      clock: this.#clock,
      fault: (webhook, fault, { times = Number.POSITIVE_INFINITY } = {}) => {
        assertWebhook(webhook, this.#sourceNames());
        return this.#calls.break(webhook, fault, times);
      },
      webhook: (name, source) => {
        assertWebhook(name, this.#sourceNames());
        this.#calls.set(name, source);
      },
      load: (...manifests) => this.#load(manifests),
      reset: () => this.#reset(),
      kubeconfig: async () => (await this.#opened()).kubeconfig,
      address: async () => {
        const { url, ca } = await this.#opened();
        return { url, ca, token: this.#running.token };
      },
      close: () => this.#close(),
    };
  }

  get #running(): Cluster {
    if (this.#cluster === undefined) throw new Error("the cluster has not been started");
    return this.#cluster;
  }

  /** Keeps the context of each request for its result. */
  #recorder(): Recorder {
    return {
      begin: (context) => {
        this.#contexts.set(context.request, context);
        return (response) => response;
      },
    };
  }

  #clientOf(user: UserInfo): Client {
    const send: Send = <T extends object>(
      method: string,
      url: string,
      body?: object | string,
      headers = {},
    ) => this.#send<T>(user, method, url, body, headers);
    return createClient(send, this.#locate);
  }

  readonly #locate: Locate = ({ apiVersion, kind, namespace = "default" }, name) => {
    const found = this.#running.pathOf({ apiVersion, kind, namespace, name });
    if (found === undefined)
      throw new Error(
        apiVersion === "" ? `the ${kind} has no apiVersion` : `no kind ${kind} is served in ${apiVersion}`,
      );
    return name === "" ? found.path.replace(/\/$/, "") : found.path;
  };

  async #send<T extends object>(
    user: UserInfo,
    method: string,
    url: string,
    body: object | string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Result<T>> {
    const request = memoryRequest({
      method,
      url,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    this.#users.set(request, user);
    const response = await this.#running.handle(request);
    const verdicts: readonly Verdict[] = this.#contexts.get(request)?.verdicts ?? [];
    const { status, headers: answered } = response;
    const object = isKubeObject(body) ? body : null;
    const world = () => ({
      ...worldOf(this.#running, manifestSources(this.#manifests)),
      serviceHint: () => "no container runs behind a Service here: `webhooks` says who answers for it",
    });
    return resultOf({ status, headers: answered, body: await parsedBody(response) }, verdicts, {
      explain: (answer) => explainResult({ verdicts, answer, object, world: world() }),
      stored: () => storedNames(world()),
    });
  }

  async #load(manifests: readonly Manifest[]): Promise<KubeObject[]> {
    const loaded = await loadManifests(manifests);
    if (this.#authorization === "AlwaysAllow" && hasRoles(loaded))
      throw new Error('these roles have no effect here: give createCluster `authorization: "RBAC"`');
    return this.#create(loaded);
  }

  async #create(manifests: readonly Loaded[]): Promise<KubeObject[]> {
    const client = this.#clientOf(ADMINISTRATOR);
    const created: KubeObject[] = [];
    for (const loaded of manifests) {
      created.push(await createLoaded(client, this.#running.registry(), loaded));
      this.#manifests.push({ object: loaded.object, line: loaded.line ?? pointerOf });
    }
    return created;
  }

  async #reset(): Promise<void> {
    this.#calls.mendAll();
    this.#clock.set(this.#startedAt);
    await this.#snapshot?.restore();
  }

  #opened(): Promise<OpenPort> {
    // The code for certificates takes longer to load than everything else, and few tests need a port.
    this.#port ??= import("./port.ts").then(({ openPort }) => openPort(this.#running.handle));
    return this.#port;
  }

  async #close(): Promise<void> {
    await (await this.#port)?.close();
    await this.#running.stop();
  }
}

const ADMINISTRATOR: UserInfo = { username: "admin", groups: ["system:masters", "system:authenticated"] };

function userOf(user: User): UserInfo {
  if (typeof user === "string") return { username: user, groups: ["system:authenticated"] };
  return { ...user, groups: user.groups ?? ["system:authenticated"] };
}

function serviceOverrides(services: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(services));
}
