import { Option } from "commander";
import { list as repeated } from "../../repeated.ts";
import { ACCEPTED, acceptedFlags } from "./accepted-flags.ts";
import { auditFlags } from "./audit-flags.ts";
import { logFlags } from "./log-flags.ts";
import { commas, flag, list } from "./option-makers.ts";
import { timeFlags, transportFlags } from "./transport-flags.ts";

const ALL_CONTROLLERS = ["*"];

/** Named controllers replace the default, even if the list is empty. */
const controllers = (value: string, previous: string[]): string[] =>
  commas(value, previous === ALL_CONTROLLERS ? [] : previous);

/** Every flag of the server under the heading of its group; new ones each time, for a command may hide some. Where kube-apiserver has the flag, it has its name and meaning. */
export const serveOptions = (): Readonly<Record<string, readonly Option[]>> => ({
  "Network:": [
    flag("--secure-port <port>", "port to listen on, HTTPS; 0 picks a free one", "6443").env(
      "SALLYPORT_SECURE_PORT",
    ),
    flag("--bind-address <address>", "address to listen on", "127.0.0.1"),
    flag(
      "--advertise-address <ip>",
      "address that the Service kubernetes names as its endpoint",
      undefined,
      "the value of --bind-address, or another address of this machine",
    ),
    flag("--cert-dir <dir>", "folder for certificates", undefined, "DATA-DIR/certs"),
    flag("--tls-cert-file <file>", "serving certificate, PEM; needs --tls-private-key-file"),
    flag("--tls-private-key-file <file>", "its key, PEM"),
    list(
      "--cors-allowed-origins <patterns>",
      "origins whose pages in browsers may read answers, as regular expressions such as //localhost(:|$)",
      "none",
    ),
    flag(
      "--proxy-client-cert-file <file>",
      "client certificate towards API servers behind APIServices, PEM; needs --proxy-client-key-file",
    ),
    flag("--proxy-client-key-file <file>", "its key, PEM"),
    flag(
      "--write-kubeconfig <file>",
      "file that the server writes the administrator's kubeconfig to",
      undefined,
      "DATA-DIR/kubeconfig",
    ),
    flag(
      "--context <name>",
      "add or replace only this context in the file of --write-kubeconfig, and keep the rest of the file",
    ),
  ],
  "Connections and time:": [...transportFlags(), ...timeFlags()],
  "The console in the browser:": [
    flag("--console-port <port>", "port of the console on 127.0.0.1, HTTP; 0 picks a free one", "0"),
    flag("--no-console", "do not start the console"),
  ],
  "Storage:": [
    flag("--data-dir <dir>", "folder for objects, certificates and the kubeconfig", ".sallyport"),
    flag("--in-memory", "store objects in memory only; they are lost when the server stops"),
    new Option(
      "--etcd-servers <urls>",
      "store objects in etcd, not in a folder; separate several endpoints by commas",
    ).argParser(commas),
    flag("--etcd-cafile <file>", "certificate authorities of etcd, PEM"),
    flag("--etcd-certfile <file>", "client certificate for etcd, PEM; needs --etcd-keyfile"),
    flag("--etcd-keyfile <file>", "its key, PEM"),
    flag("--etcd-prefix <path>", "prefix of all keys in etcd", "/registry"),
    flag(
      "--etcd-compaction-interval <duration>",
      "time that old revisions can be read, and interval of their removal from etcd; 0: no limit, and no removal",
      "5m0s",
    ),
    flag(
      "--storage-media-type <type>",
      "format of objects written to etcd: application/json or application/vnd.kubernetes.protobuf; both are read",
      "application/json",
    ),
    flag(
      "--encryption-provider-config <file>",
      "EncryptionConfiguration: resources that are encrypted in the store, and their keys",
    ),
    flag(
      "--encryption-provider-config-automatic-reload",
      "read the file of --encryption-provider-config again when it changes",
    ),
    flag("--event-ttl <duration>", "time that events are stored; 0 for no limit", "1h0m0s"),
  ],
  "Authentication:": [
    flag("--client-ca-file <file>", "additional certificate authorities for client certificates, PEM"),
    flag("--token-auth-file <file>", 'file of bearer tokens; each line is token,user,uid,"group1,group2"'),
    flag(
      "--authentication-config <file>",
      "AuthenticationConfiguration: issuers of JWT, and paths that allow anonymous requests; read again when it changes",
    ),
    flag(
      "--anonymous-auth <bool>",
      "requests without credentials are made by system:anonymous",
      undefined,
      "true, unless the file of --authentication-config sets it",
    ),
    flag("--oidc-issuer-url <url>", "issuer of JWT, https; needs --oidc-client-id"),
    flag("--oidc-client-id <id>", "audience that its tokens must have"),
    flag("--oidc-ca-file <file>", "certificate authorities of the issuer, PEM", undefined, "the system's"),
    flag("--oidc-username-claim <claim>", "claim that is the user name", undefined, "sub"),
    flag(
      "--oidc-username-prefix <text>",
      "prefix of user names; - for none",
      undefined,
      "the issuer and #; none for the claim email",
    ),
    flag("--oidc-groups-claim <claim>", "claim that lists the groups"),
    flag("--oidc-groups-prefix <text>", "prefix of their names"),
    list(
      "--oidc-signing-algs <algorithms>",
      "accepted signature algorithms of tokens: RS, ES or PS with 256, 384 or 512",
      "RS256",
    ),
    new Option("--oidc-required-claim <claim=value>", "claim that a token must have; may be repeated")
      .argParser(repeated)
      .default([], "none"),
    new Option(
      "--enable-bootstrap-token-auth [bool]",
      "tokens of Secrets of the type bootstrap.kubernetes.io/token in kube-system are accepted",
    ),
    flag(
      "--authentication-token-webhook-config-file <file>",
      "kubeconfig of a service that verifies tokens with a TokenReview",
    ),
    flag(
      "--authentication-token-webhook-version <version>",
      "version of that TokenReview: v1 or v1beta1",
      "v1beta1",
    ),
    flag("--authentication-token-webhook-cache-ttl <duration>", "time that its answers are cached", "2m0s"),
    flag(
      "--requestheader-client-ca-file <file>",
      "certificate authorities of proxies that send the user in headers, PEM",
    ),
    list("--requestheader-allowed-names <names>", "common names of those proxies", "all"),
    list("--requestheader-username-headers <names>", "headers with the user name, as X-Remote-User", "none"),
    list("--requestheader-uid-headers <names>", "headers with the uid, as X-Remote-Uid", "none"),
    list("--requestheader-group-headers <names>", "headers with groups, as X-Remote-Group", "none"),
    list(
      "--requestheader-extra-headers-prefix <prefixes>",
      "prefix of headers with extra values, as X-Remote-Extra-",
      "none",
    ),
    list(
      "--service-account-issuer <url>",
      "issuer of service account tokens; may be repeated: new tokens have the first one, tokens of all are accepted",
      "https://kubernetes.default.svc",
    ),
    flag(
      "--service-account-signing-key-file <file>",
      "private key that signs service account tokens, RSA or EC, PEM",
      undefined,
      "CERT-DIR/sa.key, created at the first start",
    ),
    list(
      "--service-account-key-file <file>",
      "additional keys that verify service account tokens, PEM; may be repeated",
      "none",
    ),
    flag("--service-account-jwks-uri <url>", "address of the issuer's keys in its discovery document"),
    flag(
      "--service-account-max-token-expiration <duration>",
      "longest lifetime of a token, such as 24h; at least 1h",
    ),
    flag(
      "--service-account-extend-token-expiration <bool>",
      "tokens of pods are valid for a year; after one hour each use is recorded as a warning",
      "true",
    ),
    list("--api-audiences <names>", "audiences that a token must have one of", "the issuers"),
  ],
  "Authorization:": [
    list(
      "--authorization-mode <modes>",
      "RBAC, Node, ABAC, Webhook, AlwaysAllow, AlwaysDeny; several are used in the given order",
      "RBAC",
    ),
    flag(
      "--authorization-config <file>",
      "AuthorizationConfiguration: authorizers in their order; instead of the other flags; read again when it changes",
    ),
    flag("--authorization-policy-file <file>", "policies of the mode ABAC, one JSON object a line"),
    flag(
      "--authorization-webhook-config-file <file>",
      "kubeconfig of the service to which the mode Webhook sends a SubjectAccessReview",
    ),
    flag("--authorization-webhook-version <version>", "version of that review", undefined, "v1beta1"),
    flag(
      "--authorization-webhook-cache-authorized-ttl <duration>",
      "time that an answer is cached that allows a request",
      undefined,
      "5m0s",
    ),
    flag(
      "--authorization-webhook-cache-unauthorized-ttl <duration>",
      "time that an answer is cached that does not allow a request",
      undefined,
      "30s",
    ),
  ],
  "Admission:": [
    flag(
      "--admission-control-config-file <file>",
      "file with an AdmissionConfiguration: credentials for webhooks, folders of manifests, settings of plugins",
    ),
    list(
      "--enable-admission-plugins <names>",
      "admission plugins to turn on, in addition to the default ones",
      "none",
    ),
    list("--disable-admission-plugins <names>", "admission plugins to turn off", "none"),
    flag(
      "--default-not-ready-toleration-seconds <seconds>",
      "time that pods stay on a node that is not ready, unless their own tolerations define it",
      "300",
    ),
    flag(
      "--default-unreachable-toleration-seconds <seconds>",
      "time that they stay on a node that is unreachable",
      "300",
    ),
    flag("--allow-privileged [bool]", "containers may be privileged; kube-apiserver: false", "true"),
    list(
      "--runtime-config <settings>",
      "versions that are served: group/version=true|false, group/version/resource=true|false, and api/all, api/ga, api/beta, api/alpha",
      "v1 and v2 of all groups, and webhook configurations in admissionregistration.k8s.io/v1beta1",
    ),
    list(
      "--service <ns/name=host:port>",
      "address at which the server reaches a webhook's Service; may be repeated",
      "none",
    ),
    list(
      "--shadow <path>",
      "decide each request a second time after its answer, with the configurations, policies and bindings of this file or folder added; /shadow, the console and the log show different decisions; may be repeated",
      "none",
    ),
    flag(
      "--shadow-call",
      "with --shadow: call webhooks that were not called for the request, as a dry run, if they declare no side effects; without this flag Sallyport assumes that they allow it",
    ),
    flag("--no-webhook-timeouts", "wait for webhooks without a time limit, for use with a debugger"),
    flag("--patient-webhooks", "the former name of --no-webhook-timeouts").hideHelp(),
  ],
  "Version and features:": [
    list(
      "--emulated-version <version>",
      "Kubernetes version whose API is served: 1.34, 1.35 or 1.36, also as kube=1.35",
      "1.36",
    ),
    list(
      "--feature-gates <gates>",
      "feature gates of kube-apiserver, name=true|false; the defaults are those of the emulated version",
      "none",
    ),
  ],
  "Controllers, Services and load:": [
    new Option(
      "--controllers <names>",
      "controllers to run, as in kube-controller-manager: * for all, *,-name for all but one, empty for none",
    )
      .argParser(controllers)
      .default(ALL_CONTROLLERS, "*"),
    flag(
      "--fake-nodes <number>",
      "number of simulated nodes, with a scheduler; pods are bound to them and reported as running, but no container runs",
      "0",
    ),
    flag("--service-cluster-ip-range <cidr>", "IP addresses for Services", "10.0.0.0/24"),
    flag("--service-node-port-range <ports>", "node ports for Services", "30000-32767"),
    flag(
      "--enable-priority-and-fairness <bool>",
      "requests have priority levels, and wait in fair queues when all seats of their level are taken",
      "true",
    ),
    flag(
      "--max-requests-inflight <number>",
      "seats for all priority levels, together with --max-mutating-requests-inflight; without priority and fairness: number of reads at the same time, 0 for no limit",
      "400",
    ),
    flag(
      "--max-mutating-requests-inflight <number>",
      "further seats; without priority and fairness: number of writes at the same time, 0 for no limit",
      "200",
    ),
  ],
  "Audit and logs:": [...auditFlags(), ...logFlags()],
  [ACCEPTED]: acceptedFlags(),
});
