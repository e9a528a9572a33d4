import { createHash } from "node:crypto";
import type { LoadOutcome } from "../../admission/manifests/manifest-source.ts";
import type { Exposition, Sample } from "../../metrics/exposition.ts";
import { createCounter } from "../../metrics/instruments.ts";

const PREFIX = "apiserver_manifest_admission_config_controller";

/** Notes what became of the manifests of a plugin. */
export type NoteManifests = (plugin: string, outcome: LoadOutcome) => void;

/**
 * What becomes of manifests, under the reference's names (apiserver/pkg/admission/plugin/manifest/metrics/metrics.go).
 * `serverId`: the name of this server's Lease; the empty string: it has none.
 */
export function manifestMetrics(exposition: Exposition, serverId: string, now: () => number): NoteManifests {
  const apiserver_id_hash = serverId === "" ? "" : hashOf(serverId);
  const reloads = createCounter({
    exposition,
    name: `${PREFIX}_automatic_reloads_total`,
    help: "Attempts to load manifests of admission.",
  });
  const times = latest(
    exposition,
    "automatic_reload_last_timestamp_seconds",
    "When that was, the last time.",
  );
  const hashes = latest(exposition, "last_config_info", "The hash of the manifests that are in effect.");
  return (plugin, outcome) => {
    const { status } = outcome;
    const labels = { apiserver_id_hash, plugin, status };
    reloads(labels, 1);
    times.set(`${plugin} ${status}`, { labels, value: now() / 1000 });
    if (outcome.status === "success" && serverId !== "")
      hashes.set(plugin, { labels: { apiserver_id_hash, hash: outcome.hash, plugin }, value: 1 });
  };
}

/** A gauge of which each series is replaced. */
function latest(exposition: Exposition, name: string, help: string): Map<string, Sample> {
  const series = new Map<string, Sample>();
  exposition.add({ name: `${PREFIX}_${name}`, help, type: "gauge", samples: () => series.values() });
  return series;
}

const hashOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
