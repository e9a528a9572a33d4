import { isDeepStrictEqual } from "node:util";
import { type AdmissionEngine, createAdmissionEngine } from "../admission/engine.ts";
import { countUsage } from "../admission/hooks/builtin/count-usage.ts";
import type { ParamLookup } from "../admission/ports.ts";
import type { Handler } from "../api/exchange.ts";
import type { KubeObject } from "../api/meta.ts";
import { BUILTIN_GROUP_ORDER } from "../resources/kinds/index.ts";
import { createRegistry, type Registry } from "../resources/registry.ts";
import type { Storage } from "../storage/storage.ts";
import { admissionPorts, serviceLookup, storedObjects } from "./admission-ports.ts";
import { RemoteDiscovery } from "./aggregation/remote-discovery.ts";
import { API_SERVICES } from "./aggregation/remote-service.ts";
import { RemoteServices } from "./aggregation/remote-services.ts";
import { whoIs } from "./authenticate/authenticate.ts";
import { type AuthenticateToken, requestToken } from "./authenticate/authenticate-token.ts";
import { bootstrapToken } from "./authenticate/bootstrap-token.ts";
import { rememberTokens } from "./authenticate/remember-tokens.ts";
import { forServer, unionTokens } from "./authenticate/union-tokens.ts";
import { atOnce, type ImmediateAuthorizer } from "./authorize/authorize.ts";
import { type AuthorizerList, asks, authorizerChain } from "./authorize/authorizer-chain.ts";
import { createBootObjects } from "./boot.ts";
import { conversionWebhooks } from "./conversion/conversion-webhooks.ts";
import { createClassifier, FLOW_VIEWS } from "./flow-control/classify.ts";
import { limitGauges } from "./flow-control/limit-gauges.ts";
import { type StoredLookup, storedLookup } from "./handle/read/stored-lookup.ts";
import { SharedEvents } from "./handle/watch/shared-events.ts";
import { escalationGuards } from "./handle/write/rights/escalation.ts";
import { paramReadRules } from "./handle/write/rights/param-reads.ts";
import type { Writes } from "./handle/write/writes.ts";
import { createInternally, removeInternally, writeStatusInternally } from "./internal-requests.ts";
import { builtinKind } from "./kinds.ts";
import { completeOptions, type FullServerOptions, type ServerOptions } from "./options.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";
import { paramLookup } from "./policy-ports.ts";
import { combineRecorders } from "./record/recorder.ts";
import { announceReplica } from "./replicas/announced-replica.ts";
import { keepIdentityLease } from "./replicas/identity-lease.ts";
import { loneReplica } from "./replicas/lone-replica.ts";
import type { Replicas } from "./replicas/replicas.ts";
import { tokenAuthentication } from "./service-accounts/authenticate-token.ts";
import { newSigningKey } from "./service-accounts/keys.ts";
import { createTokenIssuer, type TokenIssuer } from "./service-accounts/token-issuer.ts";
import { serviceAllocation } from "./services/service-allocation.ts";
import { checkApiService } from "./side-work/check-api-service.ts";
import { statusWork } from "./side-work/status-work.ts";
import { type ExpressionWarning, expressionWarnings } from "./type-check/expression-warnings.ts";
import { CONFIGURATIONS } from "./views/configurations.ts";
import { createViews } from "./views/create-views.ts";
import { keepCustomResources } from "./views/custom-resources.ts";
import { keepPlan } from "./views/plan-view.ts";
import { rbacLookup } from "./views/rbac-lookup.ts";
import type { Views } from "./views/views.ts";

/** A server without a port: one request in, one response out. */
export interface Server {
  readonly handle: Handler;
  /** Which kinds exist now: an immutable snapshot. */
  registry(): Registry;
  readonly engine: AdmissionEngine;
  readonly authorize: ImmediateAuthorizer;
  /** What the server knows of the store without asking it. */
  readonly views: Views;
  /** Parameters of policies, as admission finds them. */
  readonly params: ParamLookup;
  /** Signs tokens of service accounts. */
  readonly tokens: TokenIssuer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What a namespace uses of what a ResourceQuota limits. */
  countUsage(quota: KubeObject): Promise<Readonly<Record<string, string>>>;
  /** What the type checker says of the expressions of a ValidatingAdmissionPolicy. */
  expressionWarnings(policy: KubeObject): readonly ExpressionWarning[];
  /** Deletes an object, if it is there, and asks no admission. */
  removeUnadmitted(object: KubeObject): Promise<void>;
  /** Cluster addresses and node ports that Services have are taken, those that none has become free; to be called every few minutes. */
  repairServices(): Promise<void>;
  /** Asks the API server behind an APIService whether it is there, and writes that down; answers whether it is. */
  checkApiService(name: string): Promise<boolean>;
  /** Ends views and watches. The storage is closed by the caller that opened it, after that. */
  close(): Promise<void>;
}

/** Prefixes of the store that requests look things up in. */
const VIEWS = [
  "namespaces",
  ...CONFIGURATIONS,
  "roles",
  "rolebindings",
  "clusterroles",
  "clusterrolebindings",
  "apiextensions.k8s.io/customresourcedefinitions",
  API_SERVICES,
  "services/specs",
  "ipaddresses",
  "endpointslices",
  ...FLOW_VIEWS,
];

/** Wires the rooms. Opens no port, reads no file. */
export async function createServer(given: ServerOptions): Promise<Server> {
  const options = completeOptions(given);
  const { storage, now, steadyClock, uid, random, noWebhookTimeout, log, version } = options;
  let registry = createRegistry(options.resources, { groupOrder: BUILTIN_GROUP_ORDER });
  const views = await createViews(storage, VIEWS);
  const services = serviceLookup(views);
  const webhooks = options.webhooks(services);
  const serviceClient = options.serviceClient(services);
  const remoteDiscovery = new RemoteDiscovery(serviceClient);
  const tokens = options.tokenIssuer ?? (await ownTokenIssuer());
  const stored = storedLookup(storage, () => registry);
  const authenticateToken = allTokens(options, tokens, stored);
  const authenticators = [...options.authenticators, requestToken(authenticateToken)];
  const rbac = rbacLookup(views);
  const nodes = await nodeAuthorizerOf(options.authorizationModes, storage);
  const { authorize, rulesFor } = authorizerChain(options.authorizationModes, rbac, nodes);
  const engine = createAdmissionEngine(
    admissionPorts(options, webhooks.call, storage, views, () => registry, {
      authorize: atOnce(authorize),
      writeStatus: (object) => writeStatusInternally(parts, object),
      create: async (object) => void (await createInternally(parts, object)),
    }),
  );
  const allocation = serviceAllocation({
    storage,
    views,
    cidr: options.serviceClusterIpRange,
    nodePorts: options.serviceNodePortRange,
    random,
    now,
    log,
    writes: () => parts,
  });
  const parts: Pipeline = {
    storage,
    registry: () => registry,
    engine,
    authorize,
    rulesFor,
    writeGuards: escalationGuards(rbac, authorize),
    referenceRules: paramReadRules({ authorize, storage, registry: () => registry }),
    whoIs: (request) => whoIs(options.authenticators, request),
    internalUser: options.internalUser,
    tokens,
    authenticateToken,
    stored,
    views,
    serviceClient,
    requestHeaders: options.requestHeaders,
    remoteDiscovery,
    remoteServices: new RemoteServices(views.of(API_SERVICES)),
    watchEvents: new SharedEvents(),
    ttlSeconds: timesToLive(options.eventTtlMs),
    guardsNamespaces: options.plugins.some(({ name }) => name === "NamespaceLifecycle"),
    sideWork: new Map([["/services", allocation.sideWork], ...statusWork(registry, { storage, views, now })]),
    recorder: combineRecorders(options.recorders),
    loop: options.loop,
    replicas: await replicasOf(options),
    pages: options.pages,
    healthChecks: options.healthChecks,
    metrics: options.metrics,
    limitGauges: limitGauges(views, options.inFlight),
    now,
    uid,
    random,
    noWebhookTimeout,
    steadyClock,
    log,
    setVerbosity: options.setVerbosity,
    flags: options.flags,
    version,
    serverAddress: options.serverAddress,
  };
  keepCustomResources(
    views,
    () => registry,
    (next) => {
      registry = next;
    },
    { webhooks: conversionWebhooks({ call: webhooks.call, uid }) },
  );
  keepPlan(views, engine, options);
  await createBootObjects(
    parts,
    { serviceCidr: options.serviceClusterIpRange, port: options.port, now: now() },
    // Hooks of files are there before the first object, and may refuse it: kube-apiserver serves all the same.
    options.manifests &&
      (({ kind, metadata: { name } }, { message }) => log("warn", message, { kind, name })),
  );
  if (options.trust !== undefined) await publishTrust(parts, options.trust);
  const endLease = await ownLease(registry, options);
  await allocation.repair({ adopt: true });
  return {
    handle: createPipeline(parts, authenticators, {
      limits: options.inFlight,
      classify: createClassifier(views),
      anonymous: options.anonymous,
    }),
    registry: () => registry,
    engine,
    authorize: atOnce(authorize),
    views,
    params: paramLookup(storage, () => registry),
    tokens,
    now,
    countUsage: (quota) =>
      countUsage(
        storedObjects(storage, () => registry),
        quota,
      ),
    expressionWarnings: (policy) => expressionWarnings(policy, registry, random),
    removeUnadmitted: (object) => removeInternally(parts, object, { admit: false }),
    repairServices: () => allocation.repair({ adopt: false }),
    checkApiService: (name) =>
      checkApiService(
        { storage, views, services, serviceClient, remoteDiscovery, now, kind: apiServiceKind(registry) },
        name,
      ),
    async close() {
      endLease?.();
      allocation.close();
      nodes?.close();
      views.close();
      await parts.replicas.close();
      await Promise.all([webhooks.close(), serviceClient.close()]);
    },
  };
}

const apiServiceKind = (registry: Registry) => builtinKind(registry, "apiregistration.k8s.io", "APIService");

/** Where servers behind this one learn whom to trust (the reference's cluster_authentication_trust_controller.go). */
async function publishTrust(parts: Pipeline, data: Readonly<Record<string, string>>): Promise<void> {
  const metadata = { name: "extension-apiserver-authentication", namespace: "kube-system" };
  const configMap: KubeObject = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { ...data } };
  const stored = await parts.stored("configmaps", metadata.namespace, metadata.name);
  if (stored !== undefined && isDeepStrictEqual(stored.data, data)) return;
  await removeInternally(parts, configMap, { admit: false });
  await createInternally(parts, configMap);
}

/** Tokens of an issuer are remembered for so long, as in the reference. */
const REMEMBER_TOKENS_MS = 10_000;

/** Tokens of service accounts, then those that Secrets hold, then those that others know. */
function allTokens(
  { now, bootstrapTokens, tokenAuthenticators }: FullServerOptions,
  tokens: TokenIssuer,
  stored: StoredLookup["stored"],
): AuthenticateToken {
  const own = tokenAuthentication(tokens, { get: stored, now });
  const bootstrap = bootstrapTokens ? [forServer(bootstrapToken(stored, now), tokens.audiences)] : [];
  const others = [...bootstrap, ...tokenAuthenticators];
  if (others.length === 0) return own;
  // Each of them limits itself: forged tokens that wait for keys of their issuer must not stop those of others.
  const mostAtOnce = Number.POSITIVE_INFINITY;
  const memory = { acceptedMs: REMEMBER_TOKENS_MS, refusedMs: 0, now, mostAtOnce };
  return unionTokens([own, rememberTokens(unionTokens(others), memory)]);
}

/** Loaded where the mode Node is asked. */
async function nodeAuthorizerOf(modes: AuthorizerList, storage: Storage) {
  if (!asks(modes, "Node")) return undefined;
  const { openNodeAuthorizer } = await import("./authorize/node/open-node-authorizer.ts");
  return openNodeAuthorizer(storage);
}

function replicasOf({ storage, replica, uid, now, log }: FullServerOptions): Replicas | Promise<Replicas> {
  if (replica === undefined) return loneReplica(storage);
  const warn = (message: string, fields: object) => log("warn", message, { ...fields });
  return announceReplica({ storage, replica, uid, now, warn });
}

/** Servers over one store have Leases that say more; one whose port is not known yet has none. */
function ownLease(
  registry: Registry,
  { storage, replica, serverAddress: address, uid, now, log }: FullServerOptions,
): Promise<() => void> | undefined {
  if (replica !== undefined || address === undefined) return undefined;
  const kind = builtinKind(registry, "coordination.k8s.io", "Lease");
  const warn = (message: string, fields: object) => log("warn", message, { ...fields });
  return keepIdentityLease({ storage, kind, address, uid, now, warn });
}

/** A key that nobody else will ever have: tokens do not outlive this server. */
async function ownTokenIssuer(): Promise<TokenIssuer> {
  const signingKey = newSigningKey();
  return createTokenIssuer({ issuers: ["https://kubernetes.default.svc"], signingKey });
}

/** Whole seconds, as the reference counts them. Both groups of events lie in one place. */
function timesToLive(eventTtlMs: number): Writes["ttlSeconds"] {
  const seconds = Math.floor(eventTtlMs / 1000) || undefined;
  return ({ storagePrefix }) => (storagePrefix === "events" ? seconds : undefined);
}
