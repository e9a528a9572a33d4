import type { LoadOutcome } from "../../admission/manifests/manifest-source.ts";
import { sha256Of } from "../../crypto/sha256-of.ts";
import type { Exposition, Sample } from "../../metrics/exposition.ts";
import { createCounter, type Labels } from "../../metrics/instruments.ts";

/** Recorder for a configuration that is reloaded. `labels` are added to those of the server. */
export interface NoteReloads {
  loaded(status: "success" | "failure", labels?: Labels): void;
  /** Records the hash of the configuration that is in effect from now on. */
  inEffect(hash: string, labels?: Labels): void;
}

/**
 * The metrics that the reference has for each configuration that it reloads. `serverId`: the name of this
 * server's Lease; empty if it has none. `now`: milliseconds since 1970.
 */
export function reloadMetrics(
  exposition: Exposition,
  { prefix, what }: { readonly prefix: string; readonly what: string },
  serverId: string,
  now: () => number,
): NoteReloads {
  const apiserver_id_hash = serverId === "" ? "" : sha256Of(serverId);
  const reloads = createCounter({
    exposition,
    name: `${prefix}_automatic_reloads_total`,
    help: `Attempts to load ${what}.`,
  });
  const latest = (name: string, help: string): Map<string, Sample> => {
    const series = new Map<string, Sample>();
    exposition.add({ name: `${prefix}_${name}`, help, type: "gauge", samples: () => series.values() });
    return series;
  };
  const times = latest("automatic_reload_last_timestamp_seconds", "When that was, the last time.");
  const hashes = latest("last_config_info", `The hash of the ${what} in effect.`);
  return {
    loaded(status, others = {}) {
      const labels = { apiserver_id_hash, ...others, status };
      reloads(labels, 1);
      times.set(JSON.stringify(labels), { labels, value: now() / 1000 });
    },
    inEffect(hash, others = {}) {
      hashes.set(JSON.stringify(others), { labels: { apiserver_id_hash, hash, ...others }, value: 1 });
    },
  };
}

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
