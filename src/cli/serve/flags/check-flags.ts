import { DEFAULT_CIPHERS } from "node:tls";
import type { TlsSettings } from "../../../http/serve/tls-settings.ts";
import type { ServeOptions } from "../../../http/serve.ts";
import { parseFeatures } from "../../../resources/features/parse-features.ts";
import { refuseWithoutFlowControl } from "../../../resources/features/runtime-config.ts";
import { servedVersions } from "../../../resources/kinds/served-versions.ts";
import type { InFlightLimits } from "../../../server/accept/in-flight-limit.ts";
import { CONTROLLER_NAMES } from "../../../workloads/start-controllers.ts";
import { checkProcesses } from "./check-processes.ts";
import { cipherList } from "./cipher-suites.ts";
import { ordinaryFlags, type ServeFlags } from "./serve-flags.ts";

/** Values that several flags give together. */
export type CheckedFlags = ReturnType<typeof checkFlags>;

/**
 * Refuses invalid values before the start; each refusal names the flag and a valid value. The order of the
 * checks is the order in which several wrong values are reported.
 */
export function checkFlags(flags: ServeFlags) {
  const features = parseFeatures(flags.emulatedVersion, flags.featureGates);
  check(flags, "securePort", "consolePort", "advertiseAddress");
  checkPair("--tls-cert-file and --tls-private-key-file", flags.tlsCertFile, flags.tlsPrivateKeyFile);
  if (flags.tlsSan.length > 0 && flags.tlsCertFile !== undefined)
    throw new Error("--tls-san has no effect on the certificate of --tls-cert-file: give one of them");
  checkPair(
    "--proxy-client-cert-file and --proxy-client-key-file",
    flags.proxyClientCertFile,
    flags.proxyClientKeyFile,
  );
  checkControllers(flags.controllers);
  checkProcesses(flags);
  const inFlight = limitsOf(flags);
  if (flags.enablePriorityAndFairness) refuseWithoutFlowControl(flags.runtimeConfig);
  check(flags, "serviceClusterIpRange", "serviceNodePortRange", "service", "eventTtl", "corsAllowedOrigins");
  check(flags, "fakeNodes", "allowPrivileged", "profiling", "v");
  check(flags, "defaultNotReadyTolerationSeconds", "defaultUnreachableTolerationSeconds", "requestTimeout");
  const serving = servingSettings(flags);
  check(flags, "strictTransportSecurityDirectives", "minRequestTimeout", "shutdownDelayDuration");
  const serves = servedVersions(flags.runtimeConfig);
  check(flags, ...Object.keys(ordinaryFlags));
  return {
    features,
    serves,
    inFlight,
    serving,
    noWebhookTimeout: flags.noWebhookTimeouts || flags.patientWebhooks,
  };
}

/** Reads values, because a wrong one throws when it is read. */
function check(flags: ServeFlags, ...names: string[]): void {
  for (const name of names) Reflect.get(flags, name);
}

function checkPair(names: string, cert: string | undefined, key: string | undefined): void {
  if ((cert === undefined) !== (key === undefined))
    throw new Error(`${names} belong together: give both or neither`);
}

function checkControllers(names: readonly string[]): void {
  const known = ["*", "none", ...CONTROLLER_NAMES];
  const unknown = names.find((name) => !known.includes(name.replace(/^-/, "")));
  if (unknown !== undefined)
    throw new Error(
      `--controllers: ${JSON.stringify(unknown)} is not in the list of known controllers: ${known.join(", ")}`,
    );
}

function limitsOf(flags: ServeFlags): InFlightLimits {
  const { enablePriorityAndFairness, maxRequestsInflight, maxMutatingRequestsInflight } = flags;
  if (enablePriorityAndFairness && maxRequestsInflight + maxMutatingRequestsInflight === 0)
    throw new Error(
      "--max-requests-inflight and --max-mutating-requests-inflight must add up to more than 0; for no limit also give --enable-priority-and-fairness=false",
    );
  const shareOf = (seats: number): number => Math.ceil(seats / flags.processes);
  return { readOnly: shareOf(maxRequestsInflight), mutating: shareOf(maxMutatingRequestsInflight) };
}

/** Settings of connections. Throws in the words of the reference (component-base/cli/flag). */
function servingSettings(
  flags: ServeFlags,
): Pick<ServeOptions, "tls" | "http2" | "goawayChance" | "maxConcurrentStreams"> {
  const http2 = !flags.disableHttp2Serving;
  const tls = tlsSettings(flags, http2);
  const { goawayChance, http2MaxStreamsPerConnection: most } = flags;
  // A value of 0 or below selects the default, as in the reference.
  return { tls, http2, goawayChance, ...(most > 0 ? { maxConcurrentStreams: most } : {}) };
}

function tlsSettings(flags: ServeFlags, http2: boolean): TlsSettings {
  const { tlsMinVersion: minVersion = "TLSv1.2", tlsCipherSuites: suites } = flags;
  const ciphers = suites.length === 0 ? undefined : cipherList(suites, http2 && minVersion !== "TLSv1.3");
  const curves = flags.tlsCurvePreferences;
  const isOld = minVersion === "TLSv1" || minVersion === "TLSv1.1";
  return {
    minVersion,
    // OpenSSL has no TLS before 1.2 above this level.
    ...(isOld ? { ciphers: `${ciphers ?? DEFAULT_CIPHERS}:@SECLEVEL=0` } : ciphers && { ciphers }),
    ...(curves && { ecdhCurve: curves }),
  };
}
