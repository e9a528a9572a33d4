import type { Answering } from "../explain/offline/callers.ts";
import type { Manifest } from "../explain/offline/manifests.ts";
import type { RequestSource } from "./request-source.ts";
import type { Upgraded } from "./versions/upgraded.ts";

/** Input of `upgrade`. */
export interface UpgradeInput {
  readonly upgraded: Upgraded;
  /** Objects of the cluster, and configuration files of its components. */
  readonly manifests: readonly Manifest[];
  /** Components that answer for webhooks; others answer as recorded, or allow every request. */
  readonly answering: Pick<Answering, "call" | "handlers">;
  readonly disablePlugins?: readonly string[];
  /** Values of `--runtime-config` and `--feature-gates` of kube-apiserver, besides those in the manifests. */
  readonly runtimeConfig: readonly string[];
  readonly featureGates: readonly string[];
  readonly source?: RequestSource;
  /** Highest number of ids in a finding; default 20. */
  readonly mostIds?: number;
  /** Parts of the input that could not be read. */
  readonly notes: readonly string[];
}
