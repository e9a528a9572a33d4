import type { LoadOutcome } from "../../admission/manifests/manifest-source.ts";
import type { Exposition } from "../../metrics/exposition.ts";
import { reloadMetrics } from "./reload-metrics.ts";

/** Records the result of loading the manifests of a plugin. */
export type NoteManifests = (plugin: string, outcome: LoadOutcome) => void;

/**
 * Metrics of loaded manifests, under the reference's names
 * (apiserver/pkg/admission/plugin/manifest/metrics/metrics.go). `serverId`: the name of this server's Lease;
 * empty if it has none.
 */
export function manifestMetrics(exposition: Exposition, serverId: string, now: () => number): NoteManifests {
  const names = { prefix: "apiserver_manifest_admission_config_controller", what: "manifests of admission" };
  const note = reloadMetrics(exposition, names, serverId, now);
  return (plugin, outcome) => {
    note.loaded(outcome.status, { plugin });
    if (outcome.status === "success" && serverId !== "") note.inEffect(outcome.hash, { plugin });
  };
}
