import type { Cluster } from "../../../cluster/cluster.ts";
import { createShadow, type Shadow } from "../../../replay/shadow/shadow.ts";
import type { Log } from "../../../server/log.ts";
import { readManifests, watchedManifests } from "../../read-manifests.ts";
import { watchFiles } from "../../watch-files.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";

/**
 * Returns the shadow that the flags configure; undefined if there is none. It must be started after the
 * server.
 */
export function shadowOf({ shadow, shadowCall }: ServeFlags, log: Log): Shadow | undefined {
  if (shadow.length > 0) return createShadow({ files: shadow, calls: shadowCall, log });
  if (shadowCall) throw new Error("--shadow-call needs --shadow PATH");
  return undefined;
}

/** Reads the files, and reads them again whenever they change. Throws with file and line for what cannot be read. */
export async function startShadow(
  shadow: Shadow,
  paths: readonly string[],
  cluster: Cluster,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const read = async (): Promise<readonly string[]> => {
    const manifests = (await Promise.all(paths.map(readManifests))).flat();
    for (const { at, of, message } of await shadow.replace(manifests, cluster))
      log("warn", `shadow: ${of}: ${message}`, { at });
    return watchedManifests(paths);
  };
  const watching = watchFiles(await read(), read, (error) =>
    log("warn", `shadow: not read again, it stays as it was: ${error.message}`),
  );
  return {
    async stop() {
      watching.stop();
      await shadow.stop();
    },
  };
}
