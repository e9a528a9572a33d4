import { Option } from "commander";

/** Several values by commas, or by giving the flag again. */
const commas = (value: string, previous: string[] = []): string[] => [
  ...previous,
  ...value.split(",").filter((v) => v !== ""),
];

const ALL_CONTROLLERS = ["*"];

/** What is named takes the place of the default, even when it is nothing. */
const controllers = (value: string, previous: string[]): string[] =>
  commas(value, previous === ALL_CONTROLLERS ? [] : previous);

/** A flag with one value, or none. `said`: the default in words, where the value alone does not tell. */
function flag(flags: string, text: string, value?: string, said?: string): Option {
  const option = new Option(
    flags,
    said === undefined || value !== undefined ? text : `${text} (default: ${said})`,
  );
  return value === undefined ? option : option.default(value, said);
}

const list = (flags: string, text: string, said: string): Option =>
  new Option(flags, text).argParser(commas).default([], said);

/** Every flag of the server under the heading of its group; new ones each time, for a command may hide some. Where kube-apiserver has the flag, it has its name and meaning. */
export const serveOptions = (): Readonly<Record<string, readonly Option[]>> => ({
  "Where it listens:": [
    flag("--secure-port <port>", "port to listen on, HTTPS; 0 picks a free one", "6443").env(
      "SALLYPORT_SECURE_PORT",
    ),
    flag("--bind-address <address>", "address to listen on", "127.0.0.1"),
    flag(
      "--advertise-address <ip>",
      "endpoint of the service kubernetes",
      undefined,
      "the address listened on, or another one of this machine",
    ),
    flag("--cert-dir <dir>", "where certificates are kept", undefined, "DATA-DIR/certs"),
    flag("--tls-cert-file <file>", "serving certificate, PEM; needs --tls-private-key-file"),
    flag("--tls-private-key-file <file>", "its key, PEM"),
    flag(
      "--write-kubeconfig <file>",
      "where the administrator's kubeconfig is written",
      undefined,
      "DATA-DIR/kubeconfig",
    ),
    flag(
      "--context <name>",
      "add or replace only this context in the file of --write-kubeconfig; all else in it stays",
    ),
  ],
  "The console in the browser:": [
    flag("--console-port <port>", "port of the console on 127.0.0.1, HTTP; 0 picks a free one", "0"),
    flag("--no-console", "without a console"),
  ],
  "Where objects are kept:": [
    flag("--data-dir <dir>", "folder of objects, certificates and the kubeconfig", ".sallyport"),
    flag("--in-memory", "keep objects in memory only: they are gone when the server stops"),
    new Option(
      "--etcd-servers <urls>",
      "keep objects in etcd, not in a folder; several endpoints by commas",
    ).argParser(commas),
    flag("--etcd-cafile <file>", "authorities that vouch for etcd, PEM"),
    flag("--etcd-certfile <file>", "our certificate towards etcd, PEM; needs --etcd-keyfile"),
    flag("--etcd-keyfile <file>", "its key, PEM"),
    flag("--etcd-prefix <path>", "what all keys in etcd begin with", "/registry"),
    flag("--etcd-compaction-interval <duration>", "how often etcd forgets the past; 0 for never", "5m0s"),
    flag("--event-ttl <duration>", "how long events are kept; 0 for ever", "1h0m0s"),
  ],
  "Who may do what:": [
    flag("--client-ca-file <file>", "further authorities of client certificates, PEM"),
    flag("--token-auth-file <file>", 'bearer tokens, lines of token,user,uid,"group1,group2"'),
    list(
      "--authorization-mode <modes>",
      "RBAC, AlwaysAllow, AlwaysDeny; several in the order in which they are asked",
      "RBAC",
    ),
    list(
      "--service-account-issuer <url>",
      "issuer of service account tokens; may be repeated: the first one is used, all are accepted",
      "https://kubernetes.default.svc",
    ),
    flag(
      "--service-account-signing-key-file <file>",
      "private key (RSA or EC, PEM) that signs them",
      undefined,
      "CERT-DIR/sa.key, made on first start",
    ),
    list(
      "--service-account-key-file <file>",
      "further keys whose tokens are accepted, PEM; may be repeated",
      "none",
    ),
    flag("--service-account-jwks-uri <url>", "where the issuer's discovery document says its keys are"),
    flag("--service-account-max-token-expiration <duration>", "longest life of a token, as 24h; at least 1h"),
    flag(
      "--service-account-extend-token-expiration <bool>",
      "tokens of pods live for a year and only complain after their hour",
      "true",
    ),
    list("--api-audiences <names>", "whom tokens have to be for", "the issuers"),
  ],
  "Admission:": [
    flag(
      "--admission-control-config-file <file>",
      "AdmissionConfiguration: credentials towards webhooks, folders of manifests, settings of plugins",
    ),
    list(
      "--feature-gates <gates>",
      "ManifestBasedAdmissionControlConfig=true: webhooks and policies from files may be named in that file",
      "none",
    ),
    list(
      "--enable-admission-plugins <names>",
      "admission plugins to switch on besides those on by default",
      "none",
    ),
    list("--disable-admission-plugins <names>", "admission plugins to switch off", "none"),
    list(
      "--runtime-config <settings>",
      "group/version=true|false: admissionregistration.k8s.io/v1beta1=false switches its webhook configurations off",
      "everything on",
    ),
    list(
      "--service <ns/name=host:port>",
      "where a webhook's Service is really to be reached; may be repeated",
      "none",
    ),
    list(
      "--shadow <path>",
      "decide each request a second time, after its answer, as it would be with the configurations, policies and bindings of this file or folder too; what differs is at /shadow, in the console and in the log; may be repeated",
      "none",
    ),
    flag(
      "--shadow-call",
      "for that, really call webhooks that were not asked about the request, as a dry run, if they declare no side effects; without it they are taken to allow",
    ),
    flag("--patient-webhooks", "wait for webhooks as long as they take: for debuggers"),
  ],
  "What runs beside it:": [
    new Option(
      "--controllers <names>",
      "loops to run, as kube-controller-manager has it: * for all, *,-name to leave one out; empty for an API server alone",
    )
      .argParser(controllers)
      .default(ALL_CONTROLLERS, "*"),
    flag(
      "--fake-nodes <number>",
      "nodes without machines, and a scheduler: pods are bound to them, run and end as far as the API shows",
      "0",
    ),
    flag("--service-cluster-ip-range <cidr>", "addresses of Services", "10.0.0.0/24"),
    flag("--service-node-port-range <ports>", "ports of the nodes for Services", "30000-32767"),
    flag("--max-requests-inflight <number>", "reads under way at once; 0 for no limit", "400"),
    flag("--max-mutating-requests-inflight <number>", "writes under way at once; 0 for no limit", "200"),
  ],
  "What it writes down:": [
    flag("--audit-log-path <file>", "write audit events, one JSON object a line; - is standard output"),
    flag(
      "--audit-policy-file <file>",
      "which requests are audited, and how much of them",
      undefined,
      "the metadata of all",
    ),
    flag("--audit-log-maxsize <megabytes>", "size at which that file is set aside; 0 for never", "100"),
    flag("--audit-log-maxage <days>", "how long files that were set aside are kept; 0 for ever", "366"),
    flag("--audit-log-maxbackup <number>", "how many of them are kept; 0 for all", "100"),
    flag("--audit-log-compress", "compress them with gzip"),
    flag("--log-level <level>", "how much to say", "warn").choices(["error", "warn", "info", "debug"]),
    flag(
      "--log-format <format>",
      "lines for people or for programs",
      "auto",
      "text in a terminal, else json",
    ).choices(["auto", "text", "json"]),
  ],
});
