import { randomUUID } from "node:crypto";
import type { BuiltinPlugin } from "../admission/hook.ts";
import type { KubeObject } from "../api/meta.ts";
import type { CredentialsFor } from "../http/webhook-client/credentials.ts";
import type { ServiceOverrides } from "../http/webhook-client/service-resolver.ts";
import { builtinResources } from "../resources/builtin/builtin-resources.ts";
import { createAdmissionregistrationStrategies } from "../resources/strategy/admissionregistration.ts";
import type { Authenticator } from "../server/authenticate/authenticate.ts";
import type { Log } from "../server/house.ts";
import type { AuthorizationMode } from "../server/options.ts";
import type { Recorder } from "../server/record/recorder.ts";
import { createServer, type Server } from "../server/server.ts";
import type { TokenIssuer } from "../server/service-accounts/token-issuer.ts";
import type { Storage } from "../storage/storage.ts";
import { compileExpression } from "./compile-expressions.ts";
import { createWebhookCaller } from "./webhook-caller.ts";

export interface ClusterOptions {
  readonly storage: Storage;
  /** admissionregistration.k8s.io/v1beta1 is served; default true. */
  readonly v1beta1Registration?: boolean;
  readonly authenticators?: readonly Authenticator[];
  readonly authorizationModes?: readonly AuthorizationMode[];
  readonly serviceClusterIpRange?: string;
  readonly serviceOverrides?: ServiceOverrides;
  readonly plugins?: readonly BuiltinPlugin[];
  readonly mutatingWebhooks?: boolean;
  readonly validatingWebhooks?: boolean;
  readonly mutatingCredentials?: CredentialsFor;
  readonly validatingCredentials?: CredentialsFor;
  readonly tokenIssuer?: TokenIssuer;
  readonly recorders?: readonly Recorder[];
  readonly metrics?: () => Promise<{ contentType: string; text: string }>;
  readonly log?: Log;
}

/** A whole control plane: the server with its connections to webhooks. It has no port: give `handle` to `serve`. */
export interface Cluster extends Server {
  /** A bearer token with every right, for the controllers of this process. */
  readonly token: string;
  /** Calls back with every object under a prefix of the store, and again whenever one changes. */
  observe(storagePrefix: string, listener: (object: KubeObject) => void): void;
  /** Ends watches and connections; then closes the storage. */
  stop(): Promise<void>;
}

/** Registrations with their expressions compiled. */
const REGISTRATION = createAdmissionregistrationStrategies({ compile: compileExpression });

/** Assembles a control plane over a storage. */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const {
    v1beta1Registration = true,
    serviceOverrides = new Map(),
    mutatingCredentials,
    validatingCredentials,
    ...rest
  } = options;
  const caller = createWebhookCaller({
    overrides: serviceOverrides,
    ...(mutatingCredentials === undefined ? {} : { mutatingCredentials }),
    ...(validatingCredentials === undefined ? {} : { validatingCredentials }),
  });
  const token = randomUUID();
  const server = await createServer({
    ...rest,
    authenticators: [loopbackToken(token), ...(rest.authenticators ?? [])],
    resources: builtinResources({ v1beta1Registration, strategies: REGISTRATION }),
    call: caller.call,
  });
  return {
    ...server,
    token,
    observe(storagePrefix, listener) {
      const view = server.house.views.of(storagePrefix);
      for (const object of view.list()) listener(object);
      view.onChange(({ object, deleted }) => {
        if (!deleted) listener(object);
      });
    },
    async stop() {
      server.close();
      await caller.close();
      await options.storage.close();
    },
  };
}

/** Only calls in memory can carry it: nobody else knows the token. */
function loopbackToken(token: string): Authenticator {
  const user = { username: "system:apiserver", groups: ["system:masters"] };
  return ({ headers }) => (headers.authorization === `Bearer ${token}` ? user : undefined);
}
