import { randomUUID, timingSafeEqual } from "node:crypto";
import type { HookTarget } from "../admission/hook.ts";
import type { CallOptions, TransportResult } from "../admission/ports.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import { createServiceClient } from "../http/service-client/service-client.ts";
import type { CredentialsFor } from "../http/webhook-client/credentials.ts";
import { resolveService } from "../http/webhook-client/service-resolver.ts";
import type { JsonObject } from "../json/value.ts";
import { restoredFlowControl } from "../resources/boot/flow-control.ts";
import { type Features, ORDINARY_FEATURES } from "../resources/features/features.ts";
import type { Gate } from "../resources/features/gates.ts";
import { type Serves, servesByDefault } from "../resources/features/served-versions.ts";
import type { RegistrationFeatures } from "../resources/kinds/admissionregistration/shared/registration-warnings.ts";
import { builtinResources } from "../resources/kinds/index.ts";
import type { Authenticator } from "../server/authenticate/authenticate.ts";
import { loopbackUser } from "../server/authenticate/user-names.ts";
import type { ServerOptions, WebhookCaller } from "../server/options.ts";
import { createServer, type Server } from "../server/server.ts";
import { legacyClaims } from "../server/service-accounts/claims.ts";
import { templateHash } from "../types/go-form/template-hash.ts";
import { compileExpression } from "./compile-expressions.ts";
import type { ControlPlane, ControlPlaneOptions } from "./control-plane.ts";
import { observeStorage } from "./observe-storage.ts";
import { pathOf } from "./path-of.ts";
import { createWebhookCaller, lookupsOf } from "./webhook-caller.ts";

/** Options of a server that a cluster sets itself. */
type OwnOptions = "resources" | "webhooks" | "serviceClient" | "version" | "uid" | "internalUser";

/** Options of a cluster, also those that embedders cannot set. */
export interface ClusterOptions
  extends Omit<ServerOptions, OwnOptions | "storage">,
    Pick<ControlPlaneOptions, "storage" | "v1beta1Registration" | "serviceOverrides"> {
  readonly mutatingCredentials?: CredentialsFor;
  readonly validatingCredentials?: CredentialsFor;
  /**
   * Returns the client certificate of this server for the API servers behind APIServices, PEM; called for
   * each new connection.
   */
  readonly proxyClientCertificate?: () => { readonly cert: string; readonly key: string };
  /** True if containers may be privileged; default true. */
  readonly allowPrivileged?: boolean;
  /** Served versions of built-in kinds. Default: those of kube-apiserver without `--runtime-config`. */
  readonly serves?: Serves;
  /** Intercepts calls of admission webhooks: returns a result itself, or passes the call on. Must not reject. */
  readonly intercept?: Intercept;
  /** Converts a ConversionReview instead of the webhooks of definitions. */
  readonly convert?: (review: string) => Promise<Uint8Array>;
}

export type Intercept = (
  target: HookTarget,
  body: Uint8Array,
  options: CallOptions,
  pass: () => Promise<TransportResult>,
) => Promise<TransportResult>;

/** A control plane with its internal functions. */
export interface Cluster extends Server, ControlPlane {
  /** Returns a token of a service account, for a Secret of type `kubernetes.io/service-account-token`. */
  signSecretToken(account: KubeObject, secretName: string): Promise<string>;
  /** Returns the hash of a pod template for the names of objects that are created from it. */
  templateHash(template: JsonObject, collisionCount: number | undefined): string;
  /** Returns the initial objects of priority and fairness of every server, in the order of their creation. */
  firstFlowObjects(): readonly { readonly object: KubeObject; readonly isMandatory: boolean }[];
}

/** Creates a control plane over a storage. */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const {
    v1beta1Registration = true,
    serviceOverrides = new Map(),
    mutatingCredentials,
    validatingCredentials,
    intercept,
    convert,
    proxyClientCertificate,
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
      registration: { compile: compileExpression, features: registrationFeatures(features) },
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

const registrationFeatures = ({ isOn }: Features): RegistrationFeatures => ({
  reservesManifestNames: isOn("ManifestBasedAdmissionControlConfig"),
  excludesVirtualResources: isOn("ExcludeAdmissionWebhookVirtualResources"),
});

/** Plugins of features, which allow everything while the feature gate is off. */
const PLUGIN_GATES: Readonly<Record<string, Gate>> = {
  NodeDeclaredFeatureValidator: "NodeDeclaredFeatures",
  PodTopologyLabels: "PodTopologyLabelsAdmission",
};

function hasPlugin(name: string, { isOn }: Features): boolean {
  const gate = PLUGIN_GATES[name];
  return gate === undefined || isOn(gate);
}

/**
 * Adds the interceptors to a caller. Conversions are handled by `convert` only, other calls by `intercept`
 * only.
 */
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

/**
 * Returns an authenticator of the server's own token. Only calls in memory can use it, because the token is
 * not stored or sent anywhere.
 */
function loopbackToken(token: string, user: UserInfo): Authenticator {
  const wanted = Buffer.from(`Bearer ${token}`);
  return ({ headers }) => {
    const given = Buffer.from(headers.authorization ?? "");
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? user : undefined;
  };
}
