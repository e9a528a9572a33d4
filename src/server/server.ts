import { type AdmissionEngine, createAdmissionEngine } from "../admission/engine.ts";
import { countUsage } from "../admission/hooks/builtin/quota/count-usage.ts";
import type { ParamLookup } from "../admission/ports.ts";
import type { Handler } from "../api/exchange/exchange.ts";
import type { KubeObject } from "../api/meta.ts";
import { type OpenParts, openAll } from "../async/open-parts.ts";
import type { Registry } from "../resources/registry.ts";
import { corsOf } from "./accept/cors.ts";
import { admissionPorts, storedObjects } from "./admit/admission-ports.ts";
import { paramLookup } from "./admit/policy-ports.ts";
import { type ExpressionWarning, expressionWarnings } from "./admit/type-check/expression-warnings.ts";
import { keepCustomResources } from "./admit/views/custom-resources.ts";
import { keepPlan } from "./admit/views/plan-view.ts";
import type { Views } from "./admit/views/views.ts";
import { atOnce, type ImmediateAuthorizer } from "./authorize/authorize.ts";
import { createInternally, removeInternally, writeStatusInternally } from "./background/internal-requests.ts";
import { announceReplica } from "./background/replicas/announced-replica.ts";
import type { Replicas } from "./background/replicas/replicas.ts";
import { loneReplica } from "./background/replicas/replicas.ts";
import { checkApiService } from "./background/side-work/check-api-service.ts";
import { conversionWebhooks } from "./conversion/conversion-webhooks.ts";
import { openLimits } from "./flow-control/flow-control.ts";
import { builtinKind } from "./kinds.ts";
import { completeOptions, type FullServerOptions, type ServerOptions } from "./options.ts";
import { createPipeline } from "./pipeline.ts";
import type { TokenIssuer } from "./service-accounts/token-issuer.ts";
import { type ServiceAllocation, serviceAllocation } from "./services/service-allocation.ts";
import type { Pipeline } from "./stages.ts";
import { storeFirstObjects } from "./wiring/first-objects.ts";
import { type Known, openKnown } from "./wiring/known.ts";
import { type Made, pipelineParts } from "./wiring/pipeline-parts.ts";
import { authenticatorsOf, openRights, type Rights } from "./wiring/rights.ts";

/** Server without a port: one request in, one response out. */
export interface Server {
  readonly handle: Handler;
  /** Returns the kinds that exist now: an immutable snapshot. */
  registry(): Registry;
  readonly engine: AdmissionEngine;
  readonly authorize: ImmediateAuthorizer;
  /** Cached objects of the store. */
  readonly views: Views;
  /** Lookup of policy parameters, as admission does it. */
  readonly params: ParamLookup;
  /** Signs tokens of service accounts. */
  readonly tokens: TokenIssuer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Counts the usage of a namespace for the limits of a ResourceQuota. */
  countUsage(quota: KubeObject): Promise<Readonly<Record<string, string>>>;
  /** Returns the warnings of the type checker for the expressions of a ValidatingAdmissionPolicy. */
  expressionWarnings(policy: KubeObject): readonly ExpressionWarning[];
  /** Deletes an object if it exists, without admission. */
  removeUnadmitted(object: KubeObject): Promise<void>;
  /**
   * Marks the cluster addresses and node ports of Services as allocated, and releases those without a
   * Service; to be called every few minutes.
   */
  repairServices(): Promise<void>;
  /**
   * Checks if the API server behind an APIService is available, and stores the result in its status; resolves
   * with it.
   */
  checkApiService(name: string): Promise<boolean>;
  /** Ends views and watches. The caller that opened the storage closes it afterwards. */
  close(): Promise<void>;
}

/**
 * Connects the modules of a server. Opens no port, reads no file. Rejects if the boot objects cannot be
 * stored; everything opened so far is then closed, except the storage.
 */
export const createServer = (given: ServerOptions): Promise<Server> =>
  openAll((open) => wire(completeOptions(given), open));

async function wire(options: FullServerOptions, open: OpenParts): Promise<Server> {
  const known = await openKnown(options, open);
  const rights = await openRights(options, known, open);
  // Admission and address allocation write objects through the pipeline, which is built from both.
  const parts = (): Pipeline => pipeline;
  const engine = createEngine(options, known, rights, parts);
  const allocation = open.add(createAllocation(options, known, parts), (one) => one.close());
  const replicas = open.add(await replicasOf(options), (one) => one.close());
  const limits = open.add(openLimits(options, known.views, known.registry), (one) => one.close());
  const made = { known, rights, engine, allocation, replicas, limits };
  const pipeline = pipelineParts(options, made, parts);
  followStore(options, known, engine);
  await storeFirstObjects(pipeline, options, open);
  await allocation.repair({ adopt: true });
  return serverOf(options, made, pipeline, open);
}

function createEngine(
  options: FullServerOptions,
  { registry, views, webhooks }: Known,
  { authorize }: Rights,
  parts: () => Pipeline,
): AdmissionEngine {
  return createAdmissionEngine(
    admissionPorts(options, webhooks.call, views, registry, {
      authorize: atOnce(authorize),
      writeStatus: async (object) => void (await writeStatusInternally(parts(), object)),
      create: async (object) => void (await createInternally(parts(), object)),
    }),
  );
}

function createAllocation(
  { storage, serviceClusterIpRange, serviceNodePortRange, random, now, log, features }: FullServerOptions,
  { views }: Known,
  parts: () => Pipeline,
): ServiceAllocation {
  const [cidr, nodePorts] = [serviceClusterIpRange, serviceNodePortRange];
  return serviceAllocation({ storage, views, cidr, nodePorts, random, now, log, features, writes: parts });
}

function replicasOf({ storage, replica, uid, now, log }: FullServerOptions): Replicas | Promise<Replicas> {
  if (replica === undefined) return loneReplica(storage);
  const warn = (message: string, fields: object) => log("warn", message, { ...fields });
  return announceReplica({ storage, replica, uid, now, warn });
}

/**
 * Applies stored definitions (kinds) and stored configurations (the plan of admission): now, and at each
 * change.
 */
function followStore(options: FullServerOptions, known: Known, engine: AdmissionEngine): void {
  const { views, registry, setRegistry, webhooks } = known;
  keepCustomResources(views, registry, setRegistry, {
    webhooks: conversionWebhooks({ call: webhooks.call, uid: options.uid }),
  });
  const excludeVirtualResources = options.features.isOn("ExcludeAdmissionWebhookVirtualResources");
  keepPlan(views, engine, { ...options, excludeVirtualResources });
}

function serverOf(
  options: FullServerOptions,
  { known, rights, engine, allocation, limits }: Made,
  pipeline: Pipeline,
  open: OpenParts,
): Server {
  const { storage, now, random } = options;
  const { registry, views } = known;
  return {
    handle: createPipeline(pipeline, authenticatorsOf(options, rights), {
      limits,
      anonymous: options.anonymous,
      cors: corsOf(options.allowedOrigins),
    }),
    registry,
    engine,
    authorize: atOnce(rights.authorize),
    views,
    params: paramLookup(storage, registry),
    tokens: rights.tokens,
    now,
    countUsage: (quota) => countUsage(storedObjects(options, registry), quota),
    expressionWarnings: (policy) => expressionWarnings(policy, registry(), random),
    removeUnadmitted: (object) => removeInternally(pipeline, object, { admit: false }),
    repairServices: () => allocation.repair({ adopt: false }),
    checkApiService: (name) =>
      checkApiService(
        { ...known, storage, now, kind: builtinKind(registry(), "apiregistration.k8s.io", "APIService") },
        name,
      ),
    close: () => open.close(),
  };
}
