import { Command, Option } from "commander";
import type { ServeFlags } from "../serve/serve-flags.ts";

const list = (value: string, previous: string[]): string[] => [
  ...previous,
  ...value.split(",").filter((v) => v !== ""),
];

const commas = (value: string, previous: string[] = []): string[] => [
  ...previous,
  ...value.split(",").filter((v) => v !== ""),
];

const ALL_CONTROLLERS = ["*"];

/** What is named takes the place of the default, even when it is nothing. */
const controllers = (value: string, previous: string[]): string[] =>
  commas(value, previous === ALL_CONTROLLERS ? [] : previous);

/** `sallyport serve`: the API server. */
export function serveCommand(): Command {
  const command = new Command("serve").description(
    "Start the API server. Makes its certificates on first start and says what to type next.",
  );
  return withServeOptions(command).action(async (flags: ServeFlags) => {
    const { startServing } = await import("../serve/start-serving.ts");
    await startServing(flags);
  });
}

/** Every flag of the server, for commands that start one. */
export function withServeOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--secure-port <port>", "port to listen on, HTTPS; 0 picks a free one")
        .env("SALLYPORT_SECURE_PORT")
        .default("6443"),
    )
    .option("--bind-address <address>", "address to listen on", "127.0.0.1")
    .option(
      "--advertise-address <ip>",
      "endpoint of the service kubernetes (default: the address listened on, or another one of this machine)",
    )
    .option("--data-dir <dir>", "where objects are kept", ".sallyport")
    .option("--in-memory", "keep objects in memory only: they are gone when the server stops")
    .option(
      "--write-kubeconfig <file>",
      "where the administrator's kubeconfig is written (default: DATA-DIR/kubeconfig)",
    )
    .option("--cert-dir <dir>", "where certificates are kept (default: DATA-DIR/certs)")
    .option("--tls-cert-file <file>", "serving certificate, PEM; needs --tls-private-key-file")
    .option("--tls-private-key-file <file>", "its key, PEM")
    .option("--client-ca-file <file>", "further authorities of client certificates, PEM")
    .option("--token-auth-file <file>", 'bearer tokens, lines of token,user,uid,"group1,group2"')
    .option(
      "--authorization-mode <modes>",
      "RBAC, AlwaysAllow, AlwaysDeny; several in the order in which they are asked",
      list,
      [],
    )
    .option("--admission-control-config-file <file>", "AdmissionConfiguration: credentials towards webhooks")
    .option(
      "--enable-admission-plugins <names>",
      "admission plugins to switch on besides those on by default",
      list,
      [],
    )
    .option("--disable-admission-plugins <names>", "admission plugins to switch off", list, [])
    .option(
      "--runtime-config <settings>",
      "group/version=true|false, as admissionregistration.k8s.io/v1beta1=false",
      list,
      [],
    )
    .option("--service-cluster-ip-range <cidr>", "addresses of Services", "10.0.0.0/24")
    .option("--service-node-port-range <ports>", "ports of the nodes for Services", "30000-32767")
    .option(
      "--service <ns/name=host:port>",
      "where a webhook's Service is really to be reached; may be repeated",
      list,
      [],
    )
    .option(
      "--service-account-issuer <url>",
      "issuer of service account tokens; may be repeated: the first one is used, all are accepted (default: https://kubernetes.default.svc)",
      list,
      [],
    )
    .option(
      "--service-account-signing-key-file <file>",
      "private key (RSA or EC, PEM) that signs them (default: CERT-DIR/sa.key, made on first start)",
    )
    .option(
      "--service-account-key-file <file>",
      "further keys whose tokens are accepted, PEM; may be repeated",
      list,
      [],
    )
    .option("--service-account-jwks-uri <url>", "where the issuer's discovery document says its keys are")
    .option(
      "--service-account-max-token-expiration <duration>",
      "longest life of a token, as 24h; at least 1h",
    )
    .option(
      "--service-account-extend-token-expiration <bool>",
      "tokens of pods live for a year and only complain after their hour",
      "true",
    )
    .option("--api-audiences <names>", "whom tokens have to be for (default: the issuers)", list, [])
    .option("--event-ttl <duration>", "how long events are kept; 0 for ever", "1h0m0s")
    .option("--max-requests-inflight <number>", "reads under way at once; 0 for no limit", "400")
    .option("--max-mutating-requests-inflight <number>", "writes under way at once; 0 for no limit", "200")
    .option("--audit-log-path <file>", "write audit events, one JSON object a line; - is standard output")
    .option("--audit-policy-file <file>", "which requests are audited, and how much of them")
    .option(
      "--controllers <names>",
      "loops to run, as kube-controller-manager has it: * for all, *,-name to leave one out; empty for an API server alone",
      controllers,
      ALL_CONTROLLERS,
    )
    .addOption(
      new Option("--log-level <level>", "how much to say")
        .choices(["error", "warn", "info", "debug"])
        .default("warn"),
    )
    .option("--patient-webhooks", "wait for webhooks as long as they take: for debuggers")
    .option(
      "--etcd-servers <urls>",
      "keep objects in etcd, not in a folder; several endpoints by commas",
      commas,
    )
    .option("--etcd-cafile <file>", "authorities that vouch for etcd, PEM")
    .option("--etcd-certfile <file>", "our certificate towards etcd, PEM; needs --etcd-keyfile")
    .option("--etcd-keyfile <file>", "its key, PEM")
    .option("--etcd-prefix <path>", "what all keys in etcd begin with", "/registry")
    .option("--etcd-compaction-interval <duration>", "how often etcd forgets the past; 0 for never", "5m0s");
}
