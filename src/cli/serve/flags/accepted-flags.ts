import { Option } from "commander";
import type { Log } from "../../../server/log.ts";
import type { GivenFlags } from "../../flags/flag.ts";

/** The heading of these flags in `--help`. */
export const ACCEPTED = "Flags of kube-apiserver that are accepted and have no effect:";

const NO_KUBELETS = "no logs are read from a kubelet, and the proxy to a node sends no certificate";
const CACHE = "all objects are in memory";
const ONE_LOG = "there is one log, of lines of text or JSON";
const EXACT_COUNTS = "nothing is polled";

/** The flag, and why it makes no difference here. */
const FLAGS: readonly (readonly [flags: string, why: string])[] = [
  ["--contention-profiling [bool]", "JavaScript has no locks"],
  ["--delete-collection-workers <number>", "the objects of a collection are deleted one after another"],
  ["--enable-aggregator-routing [bool]", "Services are always reached by their endpoints"],
  ["--enable-garbage-collector [bool]", "the garbage collector is one of --controllers"],
  ["--enable-logs-handler [bool]", "there is no /logs"],
  ["--endpoint-reconciler-type <type>", "the endpoints of the Service kubernetes are those of this server"],
  ["--etcd-count-metric-poll-period <duration>", EXACT_COUNTS],
  ["--etcd-db-metric-poll-interval <duration>", EXACT_COUNTS],
  ["--etcd-healthcheck-timeout <duration>", "health checks wait for two seconds"],
  ["--etcd-readycheck-timeout <duration>", "health checks wait for two seconds"],
  ["--kubelet-certificate-authority <file>", NO_KUBELETS],
  ["--kubelet-client-certificate <file>", NO_KUBELETS],
  ["--kubelet-client-key <file>", NO_KUBELETS],
  ["--kubelet-preferred-address-types <types>", "addresses of nodes are tried in the default order"],
  ["--kubelet-timeout <duration>", "a request has one time limit"],
  ["--lease-reuse-duration-seconds <seconds>", "events that expire in the same second share a lease"],
  ["--livez-grace-period <duration>", "the port is opened when everything has started"],
  ["--log-flush-frequency <duration>", ONE_LOG],
  ["--log-json-info-buffer-size <size>", ONE_LOG],
  ["--log-json-split-stream [bool]", ONE_LOG],
  ["--log-text-info-buffer-size <size>", ONE_LOG],
  ["--log-text-split-stream [bool]", ONE_LOG],
  ["--max-connection-bytes-per-sec <number>", "connections have other limits"],
  ["--permit-address-sharing [bool]", "Node.js chooses the options of sockets"],
  ["--permit-port-sharing [bool]", "Node.js chooses the options of sockets"],
  ["--service-account-lookup [bool]", "the account of a token is always looked up"],
  ["--show-hidden-metrics-for-version <version>", "no metric is hidden"],
  ["--shutdown-send-retry-after [bool]", "the port is closed when the server stops"],
  ["--shutdown-watch-termination-grace-period <duration>", "watches end when the server stops"],
  ["--storage-backend <name>", "there is one version of etcd"],
  ["--storage-initialization-timeout <duration>", "the port is opened when the storage is ready"],
  ["--vmodule <settings>", ONE_LOG],
  ["--watch-cache [bool]", CACHE],
  ["--watch-cache-sizes <sizes>", CACHE],
];

export const acceptedFlags = (): Option[] => FLAGS.map(([flags, why]) => new Option(flags, why));

/** Warns the user about each given flag that is accepted but has no effect. */
export function tellOfAccepted(given: GivenFlags, log: Log): void {
  for (const option of acceptedFlags())
    if (given[option.attributeName()] !== undefined)
      log("warn", "a flag has no effect", { flag: option.long, because: option.description });
}
