import { isIP } from "node:net";
import type { TolerationSeconds } from "../../../admission/hooks/builtin/pods/default-toleration-seconds.ts";
import type { ServiceOverrides } from "../../../http/webhook-client/service-resolver.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { Features } from "../../../resources/features/features.ts";
import { parseFeatures } from "../../../resources/features/parse-features.ts";
import { refuseWithoutFlowControl } from "../../../resources/features/runtime-config.ts";
import type { Serves } from "../../../resources/features/served-versions.ts";
import { servedVersions } from "../../../resources/kinds/served-versions.ts";
import { patternProblem } from "../../../schema/pattern.ts";
import type { InFlightLimits } from "../../../server/accept/in-flight-limit.ts";
import { parseIpRange } from "../../../server/services/ip-range.ts";
import { parsePortRange } from "../../../server/services/port-range.ts";
import { MOST_FAKE_NODES } from "../../../workloads/nodes/fake-nodes/node-objects.ts";
import { CONTROLLER_NAMES } from "../../../workloads/start-controllers.ts";
import { nonNegativeDurationFlag } from "../../duration-flag.ts";
import { booleanFlag, checkTransport, integerFlag, type Transport } from "./check-transport.ts";
import type { ServeFlags } from "./serve-flags.ts";

export interface CheckedFlags {
  readonly serviceClusterIpRange: string;
  readonly serviceNodePortRange: string;
  readonly serviceOverrides: ServiceOverrides;
  readonly serves: Serves;
  readonly features: Features;
  readonly eventTtlMs: number;
  readonly inFlight: InFlightLimits;
  readonly priorityAndFairness: boolean;
  readonly noWebhookTimeout: boolean;
  readonly allowedOrigins: readonly string[];
  readonly fakeNodes: number;
  readonly allowPrivileged: boolean;
  readonly profiling: boolean;
  /** Log verbosity on the scale of klog. */
  readonly verbosity: number;
  /** Which tolerations pods have by default, in seconds. */
  readonly tolerationSeconds: TolerationSeconds;
  readonly transport: Transport;
}

function checkPort(flag: string, given: string): void {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(
      `${flag}: ${JSON.stringify(given)} is not a port; give a number from 0 (any free one) to 65535`,
    );
}

function checkPair(names: string, cert: string | undefined, key: string | undefined): void {
  if ((cert === undefined) !== (key === undefined))
    throw new Error(`${names} belong together: give both or neither`);
}

/** Refuses invalid values before the start; each refusal names the flag and a valid value. */
export function checkFlags(flags: ServeFlags): CheckedFlags {
  const features = parseFeatures(flags.emulatedVersion, flags.featureGates);
  checkPort("--secure-port", flags.securePort);
  checkPort("--console-port", flags.consolePort);
  checkAdvertised(flags.advertiseAddress);
  checkPair("--tls-cert-file and --tls-private-key-file", flags.tlsCertFile, flags.tlsPrivateKeyFile);
  checkPair(
    "--proxy-client-cert-file and --proxy-client-key-file",
    flags.proxyClientCertFile,
    flags.proxyClientKeyFile,
  );
  checkControllers(flags.controllers);
  const limits = limitsOf(flags);
  if (limits.priorityAndFairness) refuseWithoutFlowControl(flags.runtimeConfig);
  checkRange("--service-cluster-ip-range", () => parseIpRange(flags.serviceClusterIpRange));
  checkRange("--service-node-port-range", () => parsePortRange(flags.serviceNodePortRange));
  return {
    features,
    serviceClusterIpRange: flags.serviceClusterIpRange,
    serviceNodePortRange: flags.serviceNodePortRange,
    serviceOverrides: overridesOf(flags.service),
    eventTtlMs: nonNegativeDurationFlag("--event-ttl", flags.eventTtl, "1h0m0s"),
    ...limits,
    allowedOrigins: checkOrigins(flags.corsAllowedOrigins),
    fakeNodes: fakeNodesOf(flags.fakeNodes),
    allowPrivileged: booleanFlag("--allow-privileged", flags.allowPrivileged),
    profiling: booleanFlag("--profiling", flags.profiling),
    verbosity: integerFlag("-v, --v", flags.v ?? "0"),
    tolerationSeconds: {
      notReady: integerFlag("--default-not-ready-toleration-seconds", flags.defaultNotReadyTolerationSeconds),
      unreachable: integerFlag(
        "--default-unreachable-toleration-seconds",
        flags.defaultUnreachableTolerationSeconds,
      ),
    },
    transport: checkTransport(flags),
    noWebhookTimeout: flags.webhookTimeouts === false || flags.patientWebhooks === true,
    serves: servedVersions(flags.runtimeConfig),
  };
}

function checkAdvertised(address: string | undefined): void {
  if (address === undefined || (isIP(address) !== 0 && !/^(127\.|::1$)/.test(address))) return;
  throw new Error(
    `--advertise-address: ${JSON.stringify(address)} is not an IP address that other machines can reach`,
  );
}

/** A pattern that is open at one end would allow `evil-example.com`, too: validateCorsAllowedOriginList of the reference. */
function checkOrigins(patterns: readonly string[]): readonly string[] {
  for (const pattern of patterns) {
    const problem = patternProblem(pattern) ?? (isPinned(pattern) ? undefined : NOT_PINNED);
    if (problem !== undefined)
      throw new Error(`--cors-allowed-origins has an invalid regular expression: ${problem}`);
  }
  return patterns;
}

const isPinned = (pattern: string): boolean => /\^|\/\//.test(pattern) && /[$:]/.test(pattern);

const NOT_PINNED =
  "regular expression does not pin to start/end of host in the origin header; write it as //example\\.com(:|$)";

function countOf(flag: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${flag}: ${JSON.stringify(text)} is not a whole number of at least 0`);
}

function limitsOf(flags: ServeFlags): Pick<CheckedFlags, "inFlight" | "priorityAndFairness"> {
  const priorityAndFairness = booleanOf("--enable-priority-and-fairness", flags.enablePriorityAndFairness);
  const readOnly = countOf("--max-requests-inflight", flags.maxRequestsInflight);
  const mutating = countOf("--max-mutating-requests-inflight", flags.maxMutatingRequestsInflight);
  if (priorityAndFairness && readOnly + mutating === 0)
    throw new Error(
      "--max-requests-inflight and --max-mutating-requests-inflight must add up to more than 0; for no limit also give --enable-priority-and-fairness=false",
    );
  return { priorityAndFairness, inFlight: { readOnly, mutating } };
}

function booleanOf(flag: string, text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`${flag}: ${JSON.stringify(text)} is not true or false`);
}

function fakeNodesOf(text: string): number {
  const count = countOf("--fake-nodes", text);
  if (count <= MOST_FAKE_NODES) return count;
  throw new Error(`--fake-nodes: ${count} is too many; the limit is ${MOST_FAKE_NODES}`);
}

function checkControllers(names: readonly string[]): void {
  const known = ["*", "none", ...CONTROLLER_NAMES];
  const unknown = names.find((name) => !known.includes(name.replace(/^-/, "")));
  if (unknown !== undefined)
    throw new Error(
      `--controllers: ${JSON.stringify(unknown)} is not in the list of known controllers: ${known.join(", ")}`,
    );
}

function checkRange(flag: string, parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    throw new Error(`${flag}: ${messageOf(error)}`);
  }
}

export function overridesOf(services: readonly string[]): ServiceOverrides {
  const overrides = new Map<string, string>();
  for (const text of services) {
    const match = /^([^/=]+\/[^/=]+)=(.+:\d+)$/.exec(text);
    if (match === null)
      throw new Error(`--service: ${JSON.stringify(text)} must look like namespace/name=127.0.0.1:9443`);
    overrides.set(match[1] ?? "", match[2] ?? "");
  }
  return overrides;
}
