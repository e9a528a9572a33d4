import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import type { Verdict } from "../../admission/verdict.ts";
import { isJsonObject, type JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { type Cluster, createCluster } from "../../cluster/cluster.ts";
import type { ServiceOverrides } from "../../http/webhook-client/service-resolver.ts";
import type { FoundKind } from "../../resources/registry.ts";
import type { RequestContext } from "../../server/request-context.ts";
import { createMemoryStorage } from "../../storage/index.ts";
import { explainRequest } from "../explain-request.ts";
import type { ExplainedAnswer, ExplainedRequest, Explanation } from "../explanation.ts";
import { unboundPolicies } from "../unbound-policies.ts";
import { answerReviews, type RecordedAnswers } from "./answers.ts";
import { type Ask, asker } from "./ask.ts";
import { configurations, load, surroundings, write } from "./load.ts";
import { type Manifest, manifestSources } from "./manifests.ts";
import { type RequestSpec, resourceOf } from "./request-spec.ts";
import { sentRequest } from "./sent-request.ts";

export interface OfflineOptions {
  readonly manifests: readonly Manifest[];
  readonly request: RequestSpec;
  /** Webhooks are really called; `services`: where their Services are. Default: they are not. */
  readonly call?: { readonly services: ServiceOverrides };
  /** What webhooks answer that are not called; those not in it allow. */
  readonly answers?: RecordedAnswers;
}

/**
 * Sends one request to a control plane in memory that holds the manifests, and explains what admission did with it.
 * Nothing is written anywhere. Throws an Error with words for the user when the request itself cannot be made.
 */
export async function explainOffline(options: OfflineOptions): Promise<Explanation> {
  const { manifests, call, answers } = options;
  const seen: Seen = {};
  const cluster = await createCluster({
    storage: createMemoryStorage(),
    plugins: createBuiltinPlugins(),
    authorizationModes: [hasBindings(manifests) ? "RBAC" : "AlwaysAllow"],
    recorders: [{ begin: (context) => keep(seen, context) }],
    ...(call === undefined
      ? { intercept: answerReviews(answers ?? {}) }
      : { serviceOverrides: call.services }),
  });
  try {
    return await new OfflineRun(cluster, options).explain(seen);
  } finally {
    await cluster.stop();
  }
}

function keep<R>(seen: Seen, context: RequestContext): (response: R) => R {
  seen.context = context;
  return (response) => response;
}

/** The request that came last. */
interface Seen {
  context?: RequestContext;
}

function isAdmitted(context: RequestContext | undefined): boolean {
  const verdict = context?.verdicts.at(-1);
  return verdict?.phases.every(({ error }) => error === undefined) ?? false;
}

const hasBindings = (manifests: readonly Manifest[]): boolean =>
  manifests.some(({ object }) => object.kind === "RoleBinding" || object.kind === "ClusterRoleBinding");

class OfflineRun {
  readonly #cluster: Cluster;
  readonly #options: OfflineOptions;
  readonly #ask: Ask;
  readonly #notes: string[] = [];

  constructor(cluster: Cluster, options: OfflineOptions) {
    this.#cluster = cluster;
    this.#options = options;
    this.#ask = asker(cluster);
  }

  async explain(seen: Seen): Promise<Explanation> {
    const { manifests, request, call, answers } = this.#options;
    const refused = await load(surroundings(manifests), this.#cluster, this.#ask);
    const registry = this.#cluster.registry();
    const found = resourceOf(request, registry);
    const namespace = found.resource.namespaced ? request.namespace || "default" : "";
    const placed = { ...request, namespace };
    await this.#prepareNamespace(namespace, request);
    await this.#store(placed, found);
    refused.push(...(await load(configurations(manifests), this.#cluster, this.#ask)));
    if (call === undefined)
      this.#notes.push(
        answers === undefined
          ? "webhooks were not called: each was taken to allow the request"
          : "webhooks were not called: they answered as recorded, the others allowed the request",
      );
    delete seen.context;
    const answer = await this.#send(placed, found, seen);
    const context = seen.context as RequestContext | undefined;
    const verdicts: readonly Verdict[] = context?.verdicts ?? [];
    const sources = manifestSources(manifests);
    if (verdicts.length === 0) this.#notes.push("the request ended before admission");
    return explainRequest({
      verdicts,
      request: describe(placed, found, verdicts.at(-1)),
      answer,
      object: objectOf(placed),
      registry: this.#cluster.registry(),
      sources,
      findings: [
        ...refused,
        ...unboundPolicies(
          manifests.map(({ object }) => object),
          sources,
        ),
      ],
      webhooksCalled: call !== undefined,
      notes: this.#notes,
    });
  }

  /** A namespace that no manifest declares is there, without labels; so is the account that pods run as. */
  async #prepareNamespace(namespace: string, { object }: RequestSpec): Promise<void> {
    if (namespace === "") return;
    const { status } = await this.#ask("GET", `/api/v1/namespaces/${namespace}`);
    if (status === 404) {
      const metadata = { name: namespace };
      await this.#ask("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
      this.#notes.push(
        `namespace ${namespace} is not among the manifests: taken as one without labels of its own`,
      );
    }
    const spec = isJsonObject(object?.spec) ? object.spec : {};
    const name = typeof spec.serviceAccountName === "string" ? spec.serviceAccountName : "default";
    const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name } };
    await this.#ask("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, account);
  }

  /** What the request changes, deletes or connects to is there before. */
  async #store(request: RequestSpec, found: FoundKind): Promise<void> {
    const { object, oldObject, operation, subresource } = request;
    if (operation === "CREATE" && subresource === "") return;
    const before = [oldObject, object].find((one) => one !== null && one.kind === found.kind.kind);
    const given = before ?? this.#fromManifests(request, found);
    if (given === undefined) {
      this.#notes.push(
        `${found.kind.kind} ${request.name} is not among the manifests: the request finds nothing`,
      );
      return;
    }
    const metadata = {
      ...(given.metadata as JsonObject),
      ...(request.namespace && { namespace: request.namespace }),
    };
    const { status, body } = await write({ ...given, metadata }, this.#cluster, this.#ask);
    if (status >= 300)
      this.#notes.push(`what is there before could not be stored: ${String(body.message ?? status)}`);
  }

  #fromManifests({ name, namespace }: RequestSpec, { kind }: FoundKind): JsonObject | undefined {
    const manifest = this.#options.manifests.find(({ object }) => {
      const metadata = (object.metadata ?? {}) as JsonObject;
      const isThere =
        metadata.name === name && (metadata.namespace ?? "default") === (namespace || "default");
      return object.kind === kind.kind && isThere;
    });
    return manifest?.object;
  }

  async #send(request: RequestSpec, found: FoundKind, seen: Seen): Promise<ExplainedAnswer> {
    const { method, url, body, contentType } = sentRequest(request, found);
    const query = request.dryRun && request.operation !== "CONNECT" ? "?dryRun=All" : "";
    const answered = await this.#ask(method, `${url}${query}`, body, { user: request.user, contentType });
    const { status } = answered;
    // Nothing runs here: who came through admission to a container has been allowed.
    const allowed = status < 400 || (request.operation === "CONNECT" && isAdmitted(seen.context));
    return {
      code: status,
      allowed,
      reason: allowed ? "" : String(answered.body.reason ?? ""),
      message: allowed ? "" : String(answered.body.message ?? ""),
      warnings: answered.warnings ?? [],
    };
  }
}

function objectOf({ object }: RequestSpec): KubeObject | null {
  return object === null ? null : (object as unknown as KubeObject);
}

/** As admission saw it; where it never did, as it was asked for. */
function describe(request: RequestSpec, { kind }: FoundKind, verdict: Verdict | undefined): ExplainedRequest {
  const { operation, namespace, name, subresource, user, dryRun } = request;
  const seen = verdict?.attributes;
  return {
    operation,
    resource: seen?.resource ?? { group: kind.group, version: kind.version, resource: kind.plural },
    subresource,
    kind: seen?.kind ?? { group: kind.group, version: kind.version, kind: kind.kind },
    namespace: seen?.namespace ?? namespace,
    name: seen?.name ?? name,
    user: user.username,
    groups: user.groups,
    dryRun,
  };
}
