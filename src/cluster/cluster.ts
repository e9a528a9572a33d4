import { randomUUID, timingSafeEqual } from "node:crypto";
import type { HookTarget } from "../admission/hook.ts";
import type { ManifestsView } from "../admission/manifests/manifest.ts";
import type { CallOptions, TransportResult } from "../admission/ports.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import type { SteadyClock } from "../api/steady-clock.ts";
import { createServiceClient } from "../http/service-client/service-client.ts";
import type { CredentialsFor } from "../http/webhook-client/credentials.ts";
import { resolveService } from "../http/webhook-client/service-resolver.ts";
import { restoredFlowControl } from "../resources/boot/flow-control.ts";
import { type Features, ORDINARY_FEATURES } from "../resources/features/features.ts";
import type { Gate } from "../resources/features/gates.ts";
import { type Serves, servesByDefault } from "../resources/features/served-versions.ts";
import { builtinResources } from "../resources/kinds/index.ts";
import { templateHash } from "../resources/types/template-hash.ts";
import type { InFlightLimits } from "../server/accept/in-flight-limit.ts";
import type { AnonymousAccess, Authenticator } from "../server/authenticate/authenticate.ts";
import type { AuthenticateToken } from "../server/authenticate/authenticate-token.ts";
import { loopbackUser } from "../server/authenticate/loopback-user.ts";
import type { RequestHeaders } from "../server/authenticate/request-header.ts";
import type { AuthorizerList } from "../server/authorize/authorizer-chain.ts";
import type { FurtherPages } from "../server/handle/further-pages.ts";
import type { HealthCheck } from "../server/handle/health-checks.ts";
import type { LoopBudget } from "../server/loop/loop-budget.ts";
import type { WebhookCaller } from "../server/options.ts";
import type { Recorder } from "../server/record/recorder.ts";
import type { ReplicaIdentity } from "../server/replicas/replicas.ts";
import { createServer, type Server } from "../server/server.ts";
import { legacyClaims } from "../server/service-accounts/claims.ts";
import type { TokenIssuer } from "../server/service-accounts/token-issuer.ts";
import { compileExpression } from "./compile-expressions.ts";
import type { ControlPlane, ControlPlaneOptions } from "./control-plane.ts";
import { observeStorage } from "./observe-storage.ts";
import { pathOf } from "./path-of.ts";
import { createWebhookCaller, lookupsOf } from "./webhook-caller.ts";

/** What a cluster is made of besides what embedders choose. */
export interface ClusterOptions extends Omit<ControlPlaneOptions, "authorizationModes"> {
  /** In the order in which they are asked; default `RBAC`. `system:masters` is always allowed. */
  readonly authorizationModes?: AuthorizerList;
  readonly mutatingCredentials?: CredentialsFor;
  readonly validatingCredentials?: CredentialsFor;
  /** How this server makes itself known to the API servers behind APIServices, PEM; asked for each new connection. */
  readonly proxyClientCertificate?: () => { readonly cert: string; readonly key: string };
  readonly tokenIssuer?: TokenIssuer;
  /** Tokens that are neither in a file nor of a service account are shown to these. */
  readonly tokenAuthenticators?: readonly AuthenticateToken[];
  /** Tokens of Secrets in kube-system are accepted; default false. */
  readonly bootstrapTokens?: boolean;
  /** What the ConfigMap extension-apiserver-authentication tells; default: there is none. */
  readonly trust?: Readonly<Record<string, string>>;
  /** In which headers proxies say who asks; default: the standard ones only. */
  readonly requestHeaders?: RequestHeaders;
  /** Default: everywhere. */
  readonly anonymous?: AnonymousAccess;
  /** Regular expressions of the origins whose pages may read answers. Default: none. */
  readonly allowedOrigins?: readonly string[];
  readonly inFlight?: InFlightLimits;
  /** Default and upper bound of a request's time, in milliseconds; default 60,000. */
  readonly requestTimeoutMs?: number;
  /** Shortest lifetime of a watch that asks for none, in seconds; default 1800. */
  readonly minRequestTimeoutSeconds?: number;
  /** Containers may be privileged; default true. */
  readonly allowPrivileged?: boolean;
  /** Default: on. */
  readonly priorityAndFairness?: boolean;
  /** Configurations, policies and bindings from files. Default: none. */
  readonly manifests?: ManifestsView;
  /** Names of manifests are reserved: the feature ManifestBasedAdmissionControlConfig. Default: false. */
  readonly reservesManifestNames?: boolean;
  /** Where others work over the same storage: who this server is among them. */
  readonly replica?: ReplicaIdentity;
  /** Which features of Kubernetes it has. Default: those of 1.36. */
  readonly features?: Features;
  /** Which versions of built-in kinds are served. Default: those of kube-apiserver without `--runtime-config`. */
  readonly serves?: Serves;
  readonly recorders?: readonly Recorder[];
  /** Shares the event loop out among requests; default: nobody waits for others. */
  readonly loop?: LoopBudget;
  /** Health checks besides those of every server. */
  readonly healthChecks?: readonly HealthCheck[];
  /** Further paths, by what they begin with. */
  readonly pages?: FurtherPages;
  readonly metrics?: () => Promise<{ contentType: string; text: string }>;
  /** Stands before the connections to webhooks: answers a call itself, or passes it on. Must not reject. */
  readonly intercept?: Intercept;
  /** Answers ConversionReviews instead of the webhooks of definitions. */
  readonly convert?: (review: string) => Promise<Uint8Array>;
  readonly setVerbosity?: (level: number) => void;
  /** By which webhooks take their time, and requests with them; default: as it passes. */
  readonly steadyClock?: SteadyClock;
  /** In [0, 1), for the addresses and ports of Services and for generated names. Default: Math.random. */
  readonly random?: () => number;
  /** Profiles of the process can be read; default true. */
  readonly profiling?: boolean;
  /** With which flags it was started, for `/flagz`. */
  readonly flags?: Readonly<Record<string, string>>;
}

export type Intercept = (
  target: HookTarget,
  body: Uint8Array,
  options: CallOptions,
  pass: () => Promise<TransportResult>,
) => Promise<TransportResult>;

/** A control plane with what is inside it. */
export interface Cluster extends Server, ControlPlane {
  /** The token of a service account that lies in a Secret. */
  signSecretToken(account: KubeObject, secretName: string): Promise<string>;
  /** The hash of a pod template in the names of what is made of it. */
  templateHash(template: JsonObject, collisionCount: number | undefined): string;
  /** The objects of priority and fairness with which every server begins, in the order in which they are to be made. */
  firstFlowObjects(): readonly { readonly object: KubeObject; readonly isMandatory: boolean }[];
}

/** Assembles a control plane over a storage. */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const {
    v1beta1Registration = true,
    serviceOverrides = new Map(),
    mutatingCredentials,
    validatingCredentials,
    intercept,
    convert,
    proxyClientCertificate,
    reservesManifestNames = false,
    features = ORDINARY_FEATURES,
    serves = servesByDefault,
    allowPrivileged = true,
    mutatingPolicies = true,
    ...rest
  } = options;
  const token = randomUUID();
  const internalUser = loopbackUser(randomUUID());
  const server: Server = await createServer({
    ...rest,
    features,
    ...(rest.plugins && { plugins: rest.plugins.filter(({ name }) => hasPlugin(name, features)) }),
    mutatingPolicies: mutatingPolicies && features.isOn("MutatingAdmissionPolicy"),
    authenticators: [loopbackToken(token, internalUser), ...(rest.authenticators ?? [])],
    internalUser,
    resources: builtinResources({
      v1beta1Registration,
      features,
      serves,
      allowPrivileged,
      registration: { compile: compileExpression, features: { reservesManifestNames } },
    }),
    serviceClient: (services) =>
      createServiceClient({
        resolveService: (service) =>
          resolveService(service, lookupsOf({ services, overrides: serviceOverrides })),
        ...(proxyClientCertificate && { clientCertificate: proxyClientCertificate }),
      }),
    webhooks: (services) =>
      intercepted(
        createWebhookCaller({
          services,
          overrides: serviceOverrides,
          mutatingCredentials,
          validatingCredentials,
          noWebhookTimeout: options.noWebhookTimeout === true,
          own: { token, handle: () => server.handle },
        }),
        { intercept, convert },
      ),
  });
  return {
    ...server,
    token,
    observe: (listener) => observeStorage(options.storage, listener),
    pathOf: (name) => pathOf(server.registry(), name),
    templateHash,
    firstFlowObjects: restoredFlowControl,
    signSecretToken: (account, secretName) => server.tokens.sign(legacyClaims(account, secretName)),
    async stop() {
      await server.close();
      await options.storage.close();
    },
  };
}

/** Plugins of features, which admit everything while the gate is off. */
const PLUGIN_GATES: Readonly<Record<string, Gate>> = {
  NodeDeclaredFeatureValidator: "NodeDeclaredFeatures",
  PodTopologyLabels: "PodTopologyLabelsAdmission",
};

function hasPlugin(name: string, { isOn }: Features): boolean {
  const gate = PLUGIN_GATES[name];
  return gate === undefined || isOn(gate);
}

/** Conversions have an answer of their own, or none. */
function intercepted(
  caller: WebhookCaller,
  {
    intercept,
    convert,
  }: { readonly intercept: Intercept | undefined; readonly convert: ClusterOptions["convert"] | undefined },
): WebhookCaller {
  if (intercept === undefined && convert === undefined) return caller;
  return {
    ...caller,
    call: (target, body, options) => {
      if (target.phase === "conversion" || typeof body === "string")
        return convert === undefined || typeof body !== "string"
          ? caller.call(target, body, options)
          : converted(convert, body);
      return intercept === undefined
        ? caller.call(target, body, options)
        : intercept(target, body, options, () => caller.call(target, body, options));
    },
  };
}

const converted = async (
  convert: NonNullable<ClusterOptions["convert"]>,
  body: string,
): Promise<TransportResult> => ({
  kind: "answer",
  status: 200,
  contentType: "application/json",
  body: await convert(body),
});

/** Only calls in memory can carry it: nobody else knows the token. */
function loopbackToken(token: string, user: UserInfo): Authenticator {
  const wanted = Buffer.from(`Bearer ${token}`);
  return ({ headers }) => {
    const given = Buffer.from(headers.authorization ?? "");
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? user : undefined;
  };
}
