import type { BuiltinPlugin } from "../admission/hook.ts";
import type { Credentials } from "../http/webhook-client/credentials.ts";
import type { ServiceOverrides } from "../http/webhook-client/service-resolver.ts";
import { builtinResources } from "../resources/builtin/builtin-resources.ts";
import type { Authenticator } from "../server/authenticate/authenticate.ts";
import type { Log } from "../server/house.ts";
import type { AuthorizationMode } from "../server/options.ts";
import { createServer, type Server } from "../server/server.ts";
import type { Recorder } from "../server/record/recorder.ts";
import type { Storage } from "../storage/storage.ts";
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
  readonly mutatingCredentials?: (hostPort: string) => Credentials;
  readonly validatingCredentials?: (hostPort: string) => Credentials;
  readonly recorders?: readonly Recorder[];
  readonly metrics?: () => Promise<{ contentType: string; text: string }>;
  readonly log?: Log;
}

/** A whole control plane: the server with its connections to webhooks. It has no port: give `handle` to `serve`. */
export interface Cluster extends Server {
  /** Ends watches and connections; then closes the storage. */
  stop(): Promise<void>;
}

/** Assembles a control plane over a storage. */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const { v1beta1Registration = true, serviceOverrides = new Map(), mutatingCredentials, validatingCredentials, ...rest } = options;
  const caller = createWebhookCaller({
    overrides: serviceOverrides,
    ...(mutatingCredentials === undefined ? {} : { mutatingCredentials }),
    ...(validatingCredentials === undefined ? {} : { validatingCredentials }),
  });
  const server = await createServer({
    ...rest,
    resources: builtinResources({ v1beta1Registration }),
    call: caller.call,
  });
  return {
    ...server,
    async stop() {
      server.close();
      await caller.close();
      await options.storage.close();
    },
  };
}
