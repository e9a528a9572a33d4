import type { Intercept } from "../../../src/cluster/cluster.ts";
import { answerReviews } from "../../../src/explain/offline/answers.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import type { Recorder } from "../../../src/server/record/recorder.ts";
import { startControllers } from "../../../src/workloads/start-controllers.ts";
import { type InMemoryCluster, startInMemoryCluster } from "../../tools/in-memory-cluster.tool.ts";
import { issueCertificates } from "./certificates.ts";
import { startContainers } from "./containers.ts";
import { askAs, listOf, type Stored } from "./stored.ts";

/** A product is stuck after this number of refusals, if no pod was created in that time. */
const REFUSALS = 4;
const STUCK_MS = 2000;
const TICK_MS = 100;
const MANAGERS = ["kube-controller-manager", "kube-scheduler"];

/**
 * A server with its controllers, its scheduler and one fake node. They work while they can renew the Leases of their
 * leaders and the tokens of their ServiceAccounts, as on a cluster. The work that fake nodes leave out, and that of
 * cert-manager, is done here.
 */
export class World {
  readonly #api: InMemoryCluster;
  /** `namespace/name` of the Services whose webhooks have a running pod. */
  #answering: ReadonlySet<string> = new Set();
  #wanted: readonly JsonObject[] = [];
  /** Every webhook responds, whether pods run or not. */
  #isEasy = false;
  /** No webhook responds, except for deletions. */
  #isLosing = false;
  /** No webhook responds, even if pods run. */
  #isDown = false;
  #refused = 0;
  #rounds = 0;
  #controllers: { stop(): Promise<void> } | undefined;
  #isStopped = false;
  #working: Promise<void> = Promise.resolve();

  private constructor(api: InMemoryCluster) {
    this.#api = api;
  }

  /** `recorders` are called for each request. */
  static async start(recorders: readonly Recorder[] = []): Promise<World> {
    let world: World | undefined;
    const allow = answerReviews({});
    const intercept: Intercept = async (target, body) => {
      const { namespace, name } = target.clientConfig.service ?? {};
      const isDeletion = JSON.parse(Buffer.from(body).toString()).request.operation === "DELETE";
      if (world?.answers(`${namespace}/${name}`, isDeletion) === true) return allow(target, body);
      const message = `Post "https://${name}.${namespace}.svc:443/": dial tcp: connect: connection refused`;
      return { kind: "error", message, code: 503, canceled: false, timedOut: false };
    };
    const api = await startInMemoryCluster({
      intercept,
      recorders,
      authorizationModes: ["AlwaysAllow"],
    });
    world = new World(api);
    return world;
  }

  answers(service: string, isDeletion: boolean): boolean {
    const isThere = this.#isLosing ? isDeletion : this.#isEasy || this.#answering.has(service);
    const isUp = isThere && !this.#isDown;
    if (!isUp) this.#refused++;
    return isUp;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
    await this.#controllers?.stop();
    await this.#api.stop();
  }

  get up(): string[] {
    return [...this.#answering].sort();
  }

  /** Begins the work. These objects are wanted: applied again and again until they are there. */
  want(objects: readonly JsonObject[]): void {
    this.#wanted = objects;
    this.#working = this.#workOn();
  }

  /** `want` while every webhook responds. */
  wantEasily(objects: readonly JsonObject[]): void {
    this.#isEasy = true;
    this.want(objects);
  }

  /** Sends a request as an administrator. */
  get ask(): InMemoryCluster["ask"] {
    return this.#api.ask;
  }

  /** No webhook answers until `play` ends. */
  async whileDown(play: () => Promise<void>): Promise<void> {
    this.#isDown = true;
    await play();
    this.#isDown = false;
  }

  /** Ends when the work has been done so often since. */
  async rounds(count: number): Promise<void> {
    const last = this.#rounds + count;
    await this.#until(() => this.#rounds >= last);
  }

  /** Deletes all pods at once, and no other objects. */
  async losePods(): Promise<void> {
    this.#isLosing = true;
    for (const { metadata } of await listOf(this.#api, "/api/v1/pods"))
      await this.#api.ask(
        "DELETE",
        `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}?gracePeriodSeconds=0`,
      );
    await this.#learnWhoAnswers();
    this.#isEasy = false;
    this.#isLosing = false;
  }

  /** Changes a webhook of a configuration. */
  async change(path: string, webhook: string, change: (entry: JsonObject) => JsonObject): Promise<void> {
    const { body } = await this.#api.ask("GET", path);
    const webhooks = (body.webhooks as JsonObject[]).map((one) => (one.name === webhook ? change(one) : one));
    const { status, body: answer } = await this.#api.ask("PUT", path, { ...body, webhooks });
    if (status !== 200) throw new Error(JSON.stringify(answer));
  }

  /** Ends when many attempts were refused and no webhook is up, or at once when one is up. */
  async untilStuck(): Promise<void> {
    this.#refused = 0;
    const since = Date.now();
    await this.#until(
      () => this.up.length > 0 || (this.#refused >= REFUSALS && Date.now() - since >= STUCK_MS),
    );
  }

  /** Ends when exactly `count` webhooks have a running pod. */
  untilUp(count: number): Promise<void> {
    return this.#until(() => this.up.length === count);
  }

  /** A controller retries after half a minute if it failed often, and the machine may be busy. */
  async #until(holds: () => boolean): Promise<void> {
    for (const end = Date.now() + 240_000; !holds() && Date.now() < end; ) await pause();
  }

  async #workOn(): Promise<void> {
    while (!this.#isStopped) {
      await this.#work();
      this.#rounds++;
      await pause();
    }
  }

  async #work(): Promise<void> {
    for (const object of this.#wanted) await this.#apply(object);
    await this.#lead();
    await startContainers(this.#api);
    if (this.#isEasy || this.#answering.has("cert-manager/cert-manager")) await issueCertificates(this.#api);
    await this.#learnWhoAnswers();
  }

  /** A leader that cannot renew its Lease, or get a token, stops. Here both controllers stop together. */
  async #lead(): Promise<void> {
    const renewals = [
      ...MANAGERS.map((name) => this.#renew(name)),
      this.#takesToken("replicaset-controller"),
    ];
    const leads = (await Promise.all(renewals)).every((isRenewed) => isRenewed);
    if (leads && this.#controllers === undefined)
      this.#controllers = await startControllers(
        { ...this.#api.cluster, caBundle: "", eventTtlMs: 0, now: Date.now },
        ["*"],
        () => {},
        1,
      );
    if (leads || this.#controllers === undefined) return;
    await this.#controllers.stop();
    this.#controllers = undefined;
  }

  /** Requests a token for an account in kube-system, as kube-controller-manager does for its controllers. */
  async #takesToken(account: string): Promise<boolean> {
    const path = "/api/v1/namespaces/kube-system/serviceaccounts";
    const token = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: [] } };
    const manager = "system:kube-controller-manager";
    if ((await this.#api.ask("GET", `${path}/${account}`)).status === 404) {
      const made = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: account } };
      await askAs(manager, this.#api, "POST", path, made);
    }
    return (await askAs(manager, this.#api, "POST", `${path}/${account}/token`, token)).status === 201;
  }

  async #renew(name: string): Promise<boolean> {
    const path = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    const user = { "impersonate-user": `system:${name}`, "impersonate-group": "system:masters" };
    const { status, body } = await this.#api.ask("GET", `${path}/${name}`);
    const spec = { holderIdentity: name, renewTime: new Date().toISOString().replace("Z", "000Z") };
    const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name }, spec };
    const answer =
      status === 200
        ? await this.#api.ask("PUT", `${path}/${name}`, { ...body, spec }, user)
        : await this.#api.ask("POST", path, lease, user);
    return answer.status < 300;
  }

  /** The network: EndpointSlices define the pods of a Service, as far as these pods still exist. */
  async #learnWhoAnswers(): Promise<void> {
    const slices = await listOf(this.#api, "/apis/discovery.k8s.io/v1/endpointslices");
    const pods = new Set((await listOf(this.#api, "/api/v1/pods")).map(({ metadata }) => metadata.uid));
    const answering = slices.filter((slice) => endpointsOf(slice).some((uid) => pods.has(uid)));
    this.#answering = new Set(
      answering.map(
        ({ metadata: { namespace, labels } }) => `${namespace}/${labels?.["kubernetes.io/service-name"]}`,
      ),
    );
  }

  async #apply(object: JsonObject): Promise<void> {
    const metadata = object.metadata as JsonObject;
    const found = this.#api.cluster.pathOf({
      apiVersion: String(object.apiVersion),
      kind: String(object.kind),
      namespace: String(metadata.namespace ?? ""),
      name: String(metadata.name),
    });
    if (found === undefined || (await this.#api.ask("GET", found.path)).status === 200) return;
    await this.#api.ask("POST", found.path.slice(0, found.path.lastIndexOf("/")), object);
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, TICK_MS));

/** The pods that are ready. */
const endpointsOf = ({ endpoints }: Stored): (string | undefined)[] =>
  ((endpoints ?? []) as { conditions?: { ready?: boolean }; targetRef?: { uid: string } }[]).flatMap(
    ({ conditions, targetRef }) => (conditions?.ready === false ? [] : [targetRef?.uid]),
  );
