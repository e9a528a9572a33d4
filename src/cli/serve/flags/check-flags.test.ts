import { expect, it } from "vitest";
import type { GivenFlags } from "../../flags/flag.ts";
import { checkFlags } from "./check-flags.ts";
import { readServeFlags } from "./serve-flags.ts";

const checked = (given: GivenFlags) => checkFlags(readServeFlags(given));

const V1BETA1 = {
  group: "admissionregistration.k8s.io",
  version: "v1beta1",
  plural: "mutatingwebhookconfigurations",
};
const check = (...runtimeConfig: string[]) => checked({ runtimeConfig }).serves(V1BETA1);

it.each([
  [[], true],
  [["admissionregistration.k8s.io/v1beta1=false"], false],
  [["api/all=false", "api/ga=true", "admissionregistration.k8s.io/v1beta1"], true],
  [["api/alpha=true", "api/ga=true", "apps/v1=true", "api/beta=false"], false],
])("--runtime-config %j serves webhook configurations in v1beta1: %s", (settings, served) => {
  expect(check(...settings)).toBe(served);
});

it.each([
  [["api/all=false", "apps/v1=true"], "api/all"],
  [["api/ga=false", "api/all=true"], "api/ga"],
  [["flowcontrol.apiserver.k8s.io/v1=false"], "flowcontrol.apiserver.k8s.io/v1"],
])("--runtime-config %j leaves priority and fairness without its kinds", (runtimeConfig, key) => {
  const text = `--runtime-config=${key}=false conflicts with --enable-priority-and-fairness=true`;
  expect(() => checked({ runtimeConfig })).toThrow(new Error(text));
  expect(() => checked({ runtimeConfig, enablePriorityAndFairness: "false" })).not.toThrow();
});

it.each([
  [{}, false],
  [{ webhookTimeouts: false }, true],
  [{ patientWebhooks: true }, true],
])("with %j webhooks have no timeout: %s", (flags, without) => {
  expect(checked(flags).noWebhookTimeout).toBe(without);
});

it.each(["example.com", "^example.com", "example.com$", "//example\\.com(:|$"])(
  "--cors-allowed-origins %s is refused",
  (pattern) => {
    expect(() => checked({ corsAllowedOrigins: [pattern] })).toThrow(
      /^--cors-allowed-origins has an invalid regular expression: /,
    );
  },
);

it("--cors-allowed-origins takes patterns of whole hosts", () => {
  const corsAllowedOrigins = ["//localhost(:|$)", "^https://app\\.example\\.com$"];
  expect(readServeFlags({ corsAllowedOrigins }).corsAllowedOrigins).toEqual(corsAllowedOrigins);
});

const NONE = { maxRequestsInflight: "0", maxMutatingRequestsInflight: "0" };

it("requests are limited by priority level, or by reads and writes, or not at all", () => {
  const limits = (given: GivenFlags) => {
    const flags = readServeFlags(given);
    const { inFlight } = checkFlags(flags);
    return [flags.enablePriorityAndFairness, inFlight.readOnly, inFlight.mutating];
  };
  expect(limits({})).toEqual([true, 400, 200]);
  expect(limits({ maxMutatingRequestsInflight: "0" })).toEqual([true, 400, 0]);
  expect(limits({ ...NONE, enablePriorityAndFairness: "false" })).toEqual([false, 0, 0]);
  // There is nothing to share out among levels.
  expect(() => limits(NONE)).toThrow("--enable-priority-and-fairness=false");
  expect(() => limits({ enablePriorityAndFairness: "maybe" })).toThrow(/is not true or false$/);
});

/** Wrong values in the order in which they are reported, with a part of the error. */
const WRONG: readonly (readonly [name: string, value: string | readonly string[], words: string])[] = [
  ["featureGates", ["NoSuchGate=true"], "NoSuchGate"],
  ["securePort", "-1", "--secure-port"],
  ["consolePort", "-1", "--console-port"],
  ["advertiseAddress", "127.0.0.1", "--advertise-address"],
  ["tlsCertFile", "cert", "--tls-cert-file and --tls-private-key-file"],
  ["tlsSan", ["no name"], '--tls-san: "no name" is neither a DNS name nor an IP address'],
  ["proxyClientCertFile", "cert", "--proxy-client-cert-file and --proxy-client-key-file"],
  ["controllers", ["no"], "--controllers"],
  ["enablePriorityAndFairness", "no", "--enable-priority-and-fairness"],
  ["maxRequestsInflight", "-1", "--max-requests-inflight"],
  ["maxMutatingRequestsInflight", "-1", "--max-mutating-requests-inflight"],
  ["serviceClusterIpRange", "no", "--service-cluster-ip-range"],
  ["serviceNodePortRange", "no", "--service-node-port-range"],
  ["service", ["no"], "--service: "],
  ["eventTtl", "no", '--event-ttl: "no" is not a duration, such as 1h0m0s'],
  ["corsAllowedOrigins", ["no"], "--cors-allowed-origins"],
  ["fakeNodes", "no", "--fake-nodes"],
  ["allowPrivileged", "no", "--allow-privileged"],
  ["profiling", "no", "--profiling"],
  ["v", "no", '"-v, --v"'],
  ["defaultNotReadyTolerationSeconds", "no", "--default-not-ready-toleration-seconds"],
  ["defaultUnreachableTolerationSeconds", "no", "--default-unreachable-toleration-seconds"],
  ["requestTimeout", "no", "--request-timeout"],
  ["disableHttp2Serving", "no", "--disable-http2-serving"],
  ["tlsMinVersion", "no", "unknown tls version"],
  ["tlsCipherSuites", ["no"], "Cipher suite no"],
  ["tlsCurvePreferences", ["no"], "curve preference"],
  ["goawayChance", "no", "--goaway-chance"],
  ["http2MaxStreamsPerConnection", "no", "--http2-max-streams-per-connection"],
  ["strictTransportSecurityDirectives", ["no"], "--strict-transport-security-directives"],
  ["minRequestTimeout", "no", "--min-request-timeout"],
  ["shutdownDelayDuration", "no", "--shutdown-delay-duration"],
  ["runtimeConfig", ["no/v1=true"], "unknown api groups"],
];

it.each(WRONG.map(([name, , words], at) => ({ name, words, at })))(
  "a wrong value of $name is reported before wrong values of later flags",
  ({ words, at }) => {
    const given = Object.fromEntries(WRONG.slice(at).map(([name, value]) => [name, value]));
    expect(() => checked(given)).toThrow(words);
  },
);
