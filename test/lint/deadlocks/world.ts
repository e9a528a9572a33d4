import type { Json, JsonObject } from "../../../src/api/json.ts";
import type { Intercept } from "../../../src/cluster/cluster.ts";
import { startControllers } from "../../../src/controllers/start-controllers.ts";
import { WORKLOAD_CONTROLLERS } from "../../../src/controllers/workload-table.ts";
import { answerReviews } from "../../../src/explain/offline/answers.ts";
import { type InMemoryCluster, startInMemoryCluster } from "../../../src/testing/in-memory-cluster.ts";

/** A server with its controllers, and what a cluster has beside it: loops that make pods, a scheduler, one node. */
export class World {
  readonly #api: InMemoryCluster;
  readonly #answering: Set<string>;
  readonly #end: () => Promise<void>;
  /** Applied again and again until they are there. */
  #wanted: readonly JsonObject[] = [];
  /** Everybody answers, whether pods run or not. */
  #isEasy = false;

  private constructor(api: InMemoryCluster, answering: Set<string>, end: () => Promise<void>) {
    this.#api = api;
    this.#answering = answering;
    this.#end = end;
  }

  static async start(): Promise<World> {
    const answering = new Set<string>();
    let world: World | undefined;
    const allow = answerReviews({});
    const intercept: Intercept = async (target, body) => {
      const { service } = target.clientConfig;
      const isUp = world?.isEasy === true || answering.has(`${service?.namespace}/${service?.name}`);
      if (isUp) return allow(target, body);
      const message = `Post "https://${service?.name}.${service?.namespace}.svc:443/": dial tcp: connect: connection refused`;
      return { kind: "error", message, code: 503, canceled: false, timedOut: false };
    };
    const api = await startInMemoryCluster({ intercept, authorizationModes: ["AlwaysAllow"] });
    const controllers = await startControllers(
      { ...api.cluster, caBundle: "", eventTtlMs: 0, now: Date.now },
      // It makes pods by loops of its own, one for each workload.
      ["*", ...WORKLOAD_CONTROLLERS.map(({ name }) => `-${name}`)],
      () => {},
    );
    const end = async (): Promise<void> => {
      await controllers.stop();
      await api.stop();
    };
    world = new World(api, answering, end);
    return world;
  }

  get isEasy(): boolean {
    return this.#isEasy;
  }

  stop(): Promise<void> {
    return this.#end();
  }

  /** `namespace/name` of the Services whose webhooks have somebody to answer. */
  get up(): string[] {
    return [...this.#answering].sort();
  }

  /** From now on these objects are wanted; returns when nothing more comes of it. */
  async want(objects: readonly JsonObject[]): Promise<void> {
    this.#wanted = objects;
    await this.settle();
  }

  /** The same, while every webhook answers. */
  async wantEasily(objects: readonly JsonObject[]): Promise<void> {
    this.#isEasy = true;
    await this.want(objects);
    this.#isEasy = false;
  }

  /** All pods are gone, and nothing else. */
  async losePods(): Promise<void> {
    this.#isEasy = true;
    for (const pod of await this.#list("/api/v1/pods"))
      await this.#api.ask("DELETE", `${pathIn("pods", pod)}/${pod.metadata.name}?gracePeriodSeconds=0`);
    await this.#learnWhoAnswers();
    this.#isEasy = false;
  }

  /** Changes a webhook of a configuration. */
  async change(path: string, webhook: string, change: (entry: JsonObject) => JsonObject): Promise<void> {
    const { body } = await this.#api.ask("GET", path);
    const webhooks = (body.webhooks as JsonObject[]).map((one) => (one.name === webhook ? change(one) : one));
    const { status, body: answer } = await this.#api.ask("PUT", path, { ...body, webhooks });
    if (status !== 200) throw new Error(JSON.stringify(answer));
  }

  /** Lets everybody work until nobody gets anything done any more. */
  async settle(): Promise<void> {
    for (let round = 0; round < 40; round++) if (!(await this.#work())) return;
    throw new Error("the cluster does not come to rest");
  }

  async #work(): Promise<boolean> {
    let done = 0;
    const note = (ok: boolean): void => {
      if (ok) done++;
    };
    for (const object of this.#wanted) note(await this.#apply(object));
    note(await this.#node());
    const node = await this.#renew("kube-node-lease", "node", "system:node:node");
    if (await this.#renew("kube-system", "kube-controller-manager", "system:kube-controller-manager"))
      note(await this.#controllers());
    if (await this.#renew("kube-system", "kube-scheduler", "system:kube-scheduler"))
      note(await this.#schedule());
    if (node) note(await this.#kubelet());
    note(await this.#learnWhoAnswers());
    return done > 0;
  }

  async #controllers(): Promise<boolean> {
    let done = false;
    for (const namespace of await this.#list("/api/v1/namespaces"))
      done =
        (await this.#create(
          "serviceaccounts",
          String(namespace.metadata.name),
          "default",
          {},
          "service-account-controller",
        )) || done;
    for (const one of await this.#workloads()) done = (await this.#pods(one)) || done;
    for (const certificate of await this.#list("/apis/cert-manager.io/v1/certificates"))
      done = (await this.#issue(certificate)) || done;
    return (await this.#endpoints()) || done;
  }

  async #workloads(): Promise<Stored[]> {
    const kinds = ["deployments", "statefulsets", "daemonsets"];
    return (await Promise.all(kinds.map((kind) => this.#list(`/apis/apps/v1/${kind}`)))).flat();
  }

  /** A Deployment by way of a ReplicaSet, the others at once. */
  async #pods({ kind, metadata: { name, namespace }, spec }: Stored): Promise<boolean> {
    const { template } = spec as unknown as { template: Template };
    const place = String(namespace);
    if (kind === "Deployment") {
      const labels = { ...template.metadata.labels, "pod-template-hash": "1" };
      const set = {
        selector: { matchLabels: labels },
        replicas: 1,
        template: { metadata: { labels }, spec: template.spec },
      };
      await this.#create(
        "replicasets",
        place,
        `${name}-1`,
        { spec: set, metadata: { labels } },
        "deployment-controller",
      );
      const { status } = await this.#api.ask(
        "GET",
        `/apis/apps/v1/namespaces/${place}/replicasets/${name}-1`,
      );
      if (status !== 200) return false;
      return this.#create(
        "pods",
        place,
        `${name}-1-x`,
        { spec: template.spec, metadata: { labels } },
        "replicaset-controller",
      );
    }
    const user = kind === "StatefulSet" ? "statefulset-controller" : "daemon-set-controller";
    return this.#create(
      "pods",
      place,
      `${name}-0`,
      { spec: template.spec, metadata: template.metadata },
      user,
    );
  }

  /** As cert-manager does, while its pods run. */
  async #issue({ metadata: { name, namespace }, spec }: Stored): Promise<boolean> {
    if (!this.#answering.has("cert-manager/cert-manager") && !this.#isEasy) return false;
    const place = String(namespace);
    await this.#create(
      "certificaterequests",
      place,
      `${name}-1`,
      { spec: {} },
      "cert-manager",
      "cert-manager",
    );
    return this.#create(
      "secrets",
      place,
      String((spec as JsonObject).secretName),
      {},
      "cert-manager",
      "cert-manager",
    );
  }

  /** Each Service learns of the pods that are ready. */
  async #endpoints(): Promise<boolean> {
    let done = false;
    for (const service of await this.#list("/api/v1/services")) {
      const { name, namespace } = service.metadata;
      if (name === "kubernetes") continue;
      const ready = (await this.#readyPods(service)).map((pod) => ({
        addresses: ["10.1.1.1"],
        targetRef: { kind: "Pod", ...pod },
      }));
      const path = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
      const { status, body } = await this.#api.ask("GET", `${path}/${name}-x`);
      const labels = { "kubernetes.io/service-name": String(name) };
      if (status === 404)
        done =
          (await this.#create(
            "endpointslices",
            String(namespace),
            `${name}-x`,
            { addressType: "IPv4", endpoints: ready, metadata: { labels } },
            "endpointslice-controller",
          )) || done;
      else if (!isSame(body.endpoints, ready)) {
        const changed = { ...body, endpoints: ready };
        const answer = await this.#as(
          "system:serviceaccount:kube-system:endpointslice-controller",
          "PUT",
          `${path}/${name}-x`,
          changed,
        );
        done = answer.status === 200 || done;
      }
    }
    return done;
  }

  async #readyPods({ metadata: { namespace }, spec }: Stored): Promise<{ name: string; uid: string }[]> {
    const selector = Object.entries((spec as JsonObject).selector ?? {}).map(
      ([key, value]) => `${key}=${value}`,
    );
    const pods = await this.#list(
      `/api/v1/namespaces/${namespace}/pods?labelSelector=${encodeURIComponent(selector.join(","))}`,
    );
    return pods.filter(isReady).map(({ metadata: { name = "", uid = "" } }) => ({ name, uid }));
  }

  async #schedule(): Promise<boolean> {
    let done = false;
    const nodes = await this.#list("/api/v1/nodes");
    for (const pod of nodes.length === 0 ? [] : await this.#list("/api/v1/pods")) {
      if ((pod.spec as JsonObject).nodeName !== undefined) continue;
      const { name = "" } = pod.metadata;
      const binding = {
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name },
        target: { kind: "Node", name: "node" },
      };
      const { status } = await this.#as(
        "system:kube-scheduler",
        "POST",
        `${pathIn("pods", pod)}/${name}/binding`,
        binding,
      );
      done = status === 201 || done;
    }
    return done;
  }

  /** Starts the pods of its node that have what they need, with a token of their account. */
  async #kubelet(): Promise<boolean> {
    let done = false;
    for (const pod of await this.#list("/api/v1/pods")) {
      const spec = pod.spec as { nodeName?: string; volumes?: Volume[] };
      if (spec.nodeName === undefined || isReady(pod) || !(await this.#mounts(pod, spec.volumes ?? [])))
        continue;
      const { name, namespace } = pod.metadata;
      const user = "system:node:node";
      const token = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: [] } };
      const account = `/api/v1/namespaces/${namespace}/serviceaccounts/default/token`;
      if ((await this.#as(user, "POST", account, token)).status !== 201) continue;
      const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
      const { body } = await this.#api.ask("GET", `${pathIn("pods", pod)}/${name}`);
      const answer = await this.#as(user, "PUT", `${pathIn("pods", pod)}/${name}/status`, {
        ...body,
        status,
      });
      done = answer.status === 200 || done;
    }
    return done;
  }

  async #mounts({ metadata: { namespace } }: Stored, volumes: readonly Volume[]): Promise<boolean> {
    const paths = volumes.flatMap(({ secret, configMap }) => [
      ...(secret === undefined ? [] : [`secrets/${secret.secretName}`]),
      ...(configMap === undefined ? [] : [`configmaps/${configMap.name}`]),
    ]);
    const found = await Promise.all(
      paths.map((path) => this.#api.ask("GET", `/api/v1/namespaces/${namespace}/${path}`)),
    );
    return found.every(({ status }) => status === 200);
  }

  /** The network: who is behind a Service is what its EndpointSlice says, as far as these pods are still there. */
  async #learnWhoAnswers(): Promise<boolean> {
    const before = this.up.join();
    this.#answering.clear();
    for (const slice of await this.#list("/apis/discovery.k8s.io/v1/endpointslices")) {
      const service = slice.metadata.labels?.["kubernetes.io/service-name"];
      for (const { targetRef } of (slice.endpoints ?? []) as {
        targetRef?: { name: string; uid: string };
      }[]) {
        const { body } = await this.#api.ask(
          "GET",
          `/api/v1/namespaces/${slice.metadata.namespace}/pods/${targetRef?.name}`,
        );
        if ((body.metadata as JsonObject | undefined)?.uid === targetRef?.uid)
          this.#answering.add(`${slice.metadata.namespace}/${service}`);
      }
    }
    return this.up.join() !== before;
  }

  async #node(): Promise<boolean> {
    const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node" } };
    return (await this.#as("system:node:node", "POST", "/api/v1/nodes", node)).status === 201;
  }

  async #renew(namespace: string, name: string, user: string): Promise<boolean> {
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    const { status, body } = await this.#api.ask("GET", `${path}/${name}`);
    const lease = {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name },
      spec: { holderIdentity: name },
    };
    const answer =
      status === 200
        ? await this.#as(user, "PUT", `${path}/${name}`, {
            ...body,
            spec: {
              ...(body.spec as JsonObject),
              leaseTransitions: Number((body.spec as JsonObject).leaseTransitions ?? 0) + 1,
            },
          })
        : await this.#as(user, "POST", path, lease);
    return answer.status < 300;
  }

  async #apply(object: JsonObject): Promise<boolean> {
    const metadata = object.metadata as JsonObject;
    const found = this.#api.cluster.pathOf({
      apiVersion: String(object.apiVersion),
      kind: String(object.kind),
      namespace: String(metadata.namespace ?? ""),
      name: "",
    });
    if (found === undefined) return false;
    const { status } = await this.#api.ask("POST", found.path.replace(/\/$/, ""), object);
    return status === 201;
  }

  async #create(
    plural: string,
    namespace: string,
    name: string,
    rest: JsonObject,
    user: string,
    of = "kube-system",
  ): Promise<boolean> {
    const { apiVersion, kind } = KINDS[plural] ?? { apiVersion: "v1", kind: "" };
    const metadata = { ...((rest.metadata ?? {}) as JsonObject), name, namespace };
    const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
    const path = `${root}/namespaces/${namespace}/${plural}`;
    const { status } = await this.#as(`system:serviceaccount:${of}:${user}`, "POST", path, {
      ...rest,
      apiVersion,
      kind,
      metadata,
    });
    return status === 201;
  }

  #as(user: string, method: string, path: string, body: JsonObject) {
    const groups = user.startsWith("system:serviceaccount:")
      ? `system:serviceaccounts:${user.split(":")[2]}`
      : "system:masters";
    return this.#api.ask(method, path, body, {
      "impersonate-user": user,
      "impersonate-group": groups,
    });
  }

  async #list(path: string): Promise<Stored[]> {
    const { body } = await this.#api.ask("GET", path);
    return ((body.items ?? []) as unknown as Stored[]).map((item) => ({
      ...item,
      kind: String(body.kind).replace(/List$/, ""),
    }));
  }
}

interface Stored {
  readonly kind: string;
  readonly metadata: { name?: string; uid?: string; namespace?: string; labels?: Record<string, string> };
  readonly spec?: Json;
  readonly status?: Json;
  readonly endpoints?: Json;
}

interface Template {
  readonly metadata: { labels: JsonObject };
  readonly spec: JsonObject;
}

interface Volume {
  readonly secret?: { readonly secretName: string };
  readonly configMap?: { readonly name: string };
}

const KINDS: Readonly<Record<string, { apiVersion: string; kind: string }>> = {
  pods: { apiVersion: "v1", kind: "Pod" },
  secrets: { apiVersion: "v1", kind: "Secret" },
  serviceaccounts: { apiVersion: "v1", kind: "ServiceAccount" },
  replicasets: { apiVersion: "apps/v1", kind: "ReplicaSet" },
  endpointslices: { apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice" },
  certificaterequests: { apiVersion: "cert-manager.io/v1", kind: "CertificateRequest" },
};

const pathIn = (plural: string, { metadata: { namespace } }: Stored): string =>
  `/api/v1/namespaces/${namespace}/${plural}`;

const isReady = ({ status }: Stored): boolean =>
  ((status as { conditions?: { type: string; status: string }[] } | undefined)?.conditions ?? []).some(
    (condition) => condition.type === "Ready" && condition.status === "True",
  );

const isSame = (endpoints: Json | undefined, ready: readonly { targetRef: { uid: string } }[]): boolean =>
  ((endpoints ?? []) as { targetRef?: { uid: string } }[]).map(({ targetRef }) => targetRef?.uid).join() ===
  ready.map(({ targetRef }) => targetRef.uid).join();
