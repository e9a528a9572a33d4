import type { Manifest } from "../../explain/offline/manifests.ts";
import { type ReplayServer, startReplayServer } from "../../replay/replay-server.ts";
import { featuresOfVersion } from "../../resources/features/parse-features.ts";
import { overridesOf } from "../flags/service-overrides.ts";
import { readManifests } from "../read-manifests.ts";
import { ownWebhooks } from "../webhook/own-webhooks.ts";
import type { ReplayFlags } from "./replay-flags.ts";

/** One side of a comparison: a server with the manifests that decide on it. */
export interface Side {
  readonly server: ReplayServer;
  readonly manifests: readonly Manifest[];
  /** The files of the module with handlers. */
  readonly files: readonly string[];
}

type SideFlags = Pick<
  ReplayFlags,
  "call" | "service" | "handlers" | "disableAdmissionPlugins" | "kubernetesVersion"
>;

/** Starts a server over manifests. `flags`: components that answer for webhooks; absent: as before. */
export async function startSide(paths: readonly string[], flags: Partial<SideFlags>): Promise<Side> {
  const files = (await Promise.all(paths.map(readManifests))).flat();
  const own = flags.handlers === undefined ? undefined : await ownWebhooks(flags.handlers, files);
  const manifests = [...files, ...(own?.manifests ?? [])];
  const { disableAdmissionPlugins: plugins, kubernetesVersion } = flags;
  const server = await startReplayServer({
    manifests,
    answering: {
      ...(own && { handlers: own.handlers }),
      ...(flags.call && { call: { services: overridesOf(flags.service ?? []) } }),
    },
    features: featuresOfVersion(kubernetesVersion),
    ...(plugins !== undefined && { disablePlugins: plugins.split(",").filter((name) => name !== "") }),
  });
  return { server, manifests, files: own?.files ?? [] };
}
