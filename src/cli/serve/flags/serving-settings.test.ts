import { Command } from "commander";
import { expect, it } from "vitest";
import { withServeOptions } from "../../commands/serve.ts";
import { checkFlags } from "./check-flags.ts";
import { readServeFlags } from "./serve-flags.ts";

function check(...args: string[]) {
  const command = withServeOptions(new Command());
  command.parseOptions(args);
  const flags = readServeFlags(command.opts());
  return { flags, serving: checkFlags(flags).serving };
}

it("the defaults are those of kube-apiserver, but for privileged containers", () => {
  const { flags, serving } = check();
  expect(serving).toEqual({ tls: { minVersion: "TLSv1.2" }, http2: true, goawayChance: 0 });
  expect(flags).toMatchObject({
    strictTransportSecurityDirectives: undefined,
    requestTimeout: 60_000,
    minRequestTimeout: 1800,
    shutdownDelayDuration: 0,
    allowPrivileged: true,
    defaultNotReadyTolerationSeconds: 300,
    defaultUnreachableTolerationSeconds: 300,
  });
});

it("every flag is taken", () => {
  const { flags, serving } = check(
    ...["--request-timeout", "3m", "--min-request-timeout=0", "--shutdown-delay-duration", "1m30s"],
    ...["--goaway-chance", ".001", "--http2-max-streams-per-connection=7"],
    ...["--strict-transport-security-directives", "max-age=31536000,includeSubDomains,preload"],
    ...["--allow-privileged=false", "--default-not-ready-toleration-seconds=-1"],
    ...["--tls-min-version", "VersionTLS13", "--tls-curve-preferences", "23,29"],
  );
  expect(serving).toEqual({
    tls: { minVersion: "TLSv1.3", ecdhCurve: "P-256:X25519" },
    http2: true,
    goawayChance: 0.001,
    maxConcurrentStreams: 7,
  });
  expect(flags).toMatchObject({
    strictTransportSecurityDirectives: "max-age=31536000; includeSubDomains; preload",
    requestTimeout: 180_000,
    minRequestTimeout: 0,
    shutdownDelayDuration: 90_000,
    allowPrivileged: false,
    defaultNotReadyTolerationSeconds: -1,
    defaultUnreachableTolerationSeconds: 300,
  });
});

const NEEDS_ONE =
  "error configuring http2: http2: TLSConfig.CipherSuites is missing an HTTP/2-required AES_128_GCM_SHA256 cipher (need at least one of TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 or TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256)";

it.each([
  ["--request-timeout=-1s", "--request-timeout can not be negative value"],
  [
    "--request-timeout=1",
    'invalid argument "1" for "--request-timeout" flag: time: missing unit in duration "1"',
  ],
  ["--request-timeout=0", "--request-timeout: no request could be answered in 0s"],
  ["--min-request-timeout=-1", "--min-request-timeout can not be negative value"],
  [
    "--min-request-timeout=1s",
    'invalid argument "1s" for "--min-request-timeout" flag: strconv.ParseInt: parsing "1s": invalid syntax',
  ],
  ["--shutdown-delay-duration=-1ms", "--shutdown-delay-duration can not be negative value"],
  ["--goaway-chance=0.03", "--goaway-chance can not be less than 0 or greater than 0.02"],
  [
    "--goaway-chance=x",
    'invalid argument "x" for "--goaway-chance" flag: strconv.ParseFloat: parsing "x": invalid syntax',
  ],
  ["--tls-min-version=1.2", 'unknown tls version "1.2"'],
  ["--tls-cipher-suites=RC4", "Cipher suite RC4 not supported or doesn't exist"],
  ["--tls-cipher-suites=TLS_RSA_WITH_AES_128_CBC_SHA", NEEDS_ONE],
  ["--tls-curve-preferences=0", "curve preference 0 is out of range (must be 1-65535)"],
  ["--tls-curve-preferences=23,23", "duplicate curve preference 23"],
  ["--tls-curve-preferences=30", "curve preference 30 is not supported by the current Go version"],
  [
    "--strict-transport-security-directives=max-age",
    "--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information",
  ],
  [
    "--allow-privileged=maybe",
    'invalid argument "maybe" for "--allow-privileged" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
  ],
])("%s is refused", (flag, words) => {
  expect(() => check(flag)).toThrow(new Error(words));
});

it("cipher suites are those of TLS 1.2 and older: those of TLS 1.3 stay", () => {
  const suites = ["TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_RC4_128_SHA"];
  const { tls } = check(`--tls-cipher-suites=${suites.join(",")}`).serving;
  expect(tls?.ciphers).toBe(
    "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE-RSA-AES128-GCM-SHA256",
  );
  const withoutHttp2 = check("--tls-cipher-suites=TLS_RSA_WITH_AES_128_CBC_SHA", "--disable-http2-serving");
  expect(withoutHttp2.serving).toMatchObject({ http2: false });
});
