import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import type { PolicyLine } from "../../admission/verdict.ts";
import { createBootedStorage, rememberBoot } from "../../cluster/booted-storage.ts";
import { type Cluster, createCluster } from "../../cluster/cluster.ts";
import { type Ask, asker } from "../../explain/offline/ask.ts";
import { configurations, load, namespacesOf, surroundings } from "../../explain/offline/load.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { type JsonObject, record, text } from "../../json/value.ts";
import type { Features } from "../../resources/features/features.ts";
import type { RequestContext } from "../../server/request-context.ts";
import type { Write } from "../bring-up/recovery-writes.ts";
import { kindOf, nameOf } from "../model/names.ts";

/** Result of a request in the control plane. */
export interface Rehearsed {
  readonly isRefused: boolean;
  /** Results and errors of each policy. */
  readonly lines: readonly PolicyLine[];
}

/** Kinds that do not affect the decision of a policy, or would refuse for other reasons. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "ClusterRole",
  "ClusterRoleBinding",
  "Role",
  "RoleBinding",
  "Service",
  "EndpointSlice",
  "ResourceQuota",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
]);

/**
 * A control plane in memory with admission policies, to which requests are sent as dry runs. No webhook is
 * registered.
 */
export class Rehearsal {
  readonly #cluster: Cluster;
  readonly #ask: Ask;
  readonly #seen: { context?: RequestContext };

  private constructor(cluster: Cluster, seen: { context?: RequestContext }) {
    this.#cluster = cluster;
    this.#ask = asker(cluster);
    this.#seen = seen;
  }

  /** Starts a control plane. `isThere` is true for the manifests that exist before any request. */
  static async start(
    manifests: readonly Manifest[],
    features: Features,
    isThere: (one: Manifest) => boolean = () => true,
  ): Promise<Rehearsal> {
    const booted = createBootedStorage(Date.now(), {}, features);
    const seen: { context?: RequestContext } = {};
    const cluster = await createCluster({
      ...booted,
      features,
      plugins: createBuiltinPlugins(),
      authorizationModes: ["AlwaysAllow"],
      recorders: [
        {
          begin: (context) => {
            seen.context = context;
            return (response) => response;
          },
        },
      ],
    });
    await rememberBoot(booted.storage, features);
    const rehearsal = new Rehearsal(cluster, seen);
    const there = manifests.filter((one) => !LEFT_OUT.has(kindOf(one)) && isThere(one));
    await rehearsal.#load(there, namespacesOf(manifests));
    return rehearsal;
  }

  /** Loads manifests. `used` has the namespaces of the manifests, declared or not. */
  async #load(manifests: readonly Manifest[], used: readonly string[]): Promise<void> {
    const before = surroundings(manifests);
    const named = before.filter((one) => kindOf(one) === "Namespace").map(nameOf);
    await load(
      before.filter((one) => kindOf(one) === "Namespace"),
      this.#cluster,
      this.#ask,
    );
    for (const name of new Set(["default", ...named, ...used])) {
      const metadata = { name };
      await this.#ask("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
      await this.#ask("POST", `/api/v1/namespaces/${name}/serviceaccounts`, {
        apiVersion: "v1",
        kind: "ServiceAccount",
        metadata: { name: "default" },
      });
    }
    // Undeclared namespaces exist at this point.
    await load(
      before.filter((one) => kindOf(one) !== "Namespace"),
      this.#cluster,
      this.#ask,
    );
    await load(configurations(manifests), this.#cluster, this.#ask);
  }

  /** Creates an object as the user of the write; undefined if its kind is not served. */
  async create({ request }: Write): Promise<Rehearsed | undefined> {
    const { object, namespace, user } = request;
    if (object === null) return undefined;
    const own = withNamespace(object, namespace);
    const place = this.#cluster.pathOf({
      apiVersion: text(own.apiVersion),
      kind: text(own.kind),
      namespace,
      name: "any",
    });
    if (place === undefined) return undefined;
    const collection = place.path.slice(0, place.path.lastIndexOf("/"));
    const { status } = await this.#ask("POST", `${collection}?dryRun=All`, own, { user });
    const lines = this.#seen.context?.verdicts.flatMap(({ policies }) => policies) ?? [];
    return { isRefused: status >= 400, lines };
  }

  stop(): Promise<void> {
    return this.#cluster.stop();
  }
}

function withNamespace({ status: _status, ...object }: JsonObject, namespace: string): JsonObject {
  const { namespace: _own, ...metadata } = record(object.metadata);
  return { ...object, metadata: { ...metadata, ...(namespace !== "" && { namespace }) } };
}
