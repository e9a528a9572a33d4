/** Programs whose command lines are checked. */
export type Component =
  | "kube-apiserver"
  | "kube-controller-manager"
  | "kube-scheduler"
  | "kube-proxy"
  | "kubelet"
  | "kubeadm";

/** A change of a flag in a version. */
export interface FlagChange {
  readonly component: Component;
  readonly flag: string;
  /** The minor version with the change. */
  readonly since: number;
  /** `gone`: the program does not start with it. `changed`: it has another meaning. */
  readonly kind: "gone" | "changed";
  /** Only this value is concerned: one of several that commas separate. Absent: any. */
  readonly value?: string;
  readonly told: string;
  readonly change: string;
}

const CADVISOR = `
application-metrics-count-limit boot-id-file container-hints containerd containerd-namespace enable-load-reader
event-storage-age-limit event-storage-event-limit global-housekeeping-interval log-cadvisor-usage machine-id-file
storage-driver-user storage-driver-password storage-driver-host storage-driver-db storage-driver-table
storage-driver-secure storage-driver-buffer-duration`;

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Changes of flags from 1.34 on: from `--help` of 1.36.3 and 1.37.2, their sources, and the changelogs of 1.35 to 1.37. */
export const FLAG_CHANGES: readonly FlagChange[] = [
  {
    component: "kubelet",
    flag: "pod-infra-container-image",
    since: 35,
    kind: "gone",
    told: "the kubelet does not start with it",
    change: "remove the flag; the container runtime chooses the image of the pause container",
  },
  ...words(CADVISOR).map(
    (flag): FlagChange => ({
      component: "kubelet",
      flag,
      since: 37,
      kind: "gone",
      told: "it was a flag of cAdvisor, and the kubelet does not start with it",
      change: "remove the flag",
    }),
  ),
  {
    component: "kube-controller-manager",
    flag: "concurrent-service-syncs",
    since: 37,
    kind: "gone",
    told: "it had no effect since 1.31, and kube-controller-manager does not start with it",
    change: "remove the flag",
  },
  ...["enable-admission-plugins", "disable-admission-plugins"].flatMap((flag) =>
    ["PodGroupWorkloadExists", "JobValidation"].map(
      (value): FlagChange => ({
        component: "kube-apiserver",
        flag,
        value,
        since: 37,
        kind: "gone",
        told: `there is no admission plugin ${value}, and kube-apiserver does not start with an unknown one`,
        change: `remove ${value} from the list`,
      }),
    ),
  ),
  {
    component: "kube-apiserver",
    flag: "requestheader-client-ca-file",
    since: 35,
    kind: "changed",
    told: "if its file shares certificates with that of --client-ca-file, --requestheader-allowed-names must be set",
    change: "set --requestheader-allowed-names, or use an own authority for the proxies",
  },
  {
    component: "kube-apiserver",
    flag: "advertise-address",
    since: 37,
    kind: "changed",
    told: "kube-apiserver refuses an address that Endpoints cannot have, such as one of a loopback interface",
    change: "use an address that other machines can reach",
  },
];

/** All flags of kube-apiserver 1.37.2, with those that it hides because they are deprecated. */
export const APISERVER_FLAGS: ReadonlySet<string> = new Set(
  words(`
admission-control admission-control-config-file advertise-address aggregator-reject-forwarding-redirect
allow-metric-labels allow-metric-labels-manifest allow-privileged anonymous-auth api-audiences apiserver-count
audit-log-batch-buffer-size audit-log-batch-max-size audit-log-batch-max-wait audit-log-batch-throttle-burst
audit-log-batch-throttle-enable audit-log-batch-throttle-qps audit-log-compress audit-log-format audit-log-maxage
audit-log-maxbackup audit-log-maxsize audit-log-mode audit-log-path audit-log-truncate-enabled
audit-log-truncate-max-batch-size audit-log-truncate-max-event-size audit-log-version audit-policy-file
audit-webhook-batch-buffer-size audit-webhook-batch-initial-backoff audit-webhook-batch-max-size
audit-webhook-batch-max-wait audit-webhook-batch-throttle-burst audit-webhook-batch-throttle-enable
audit-webhook-batch-throttle-qps audit-webhook-config-file audit-webhook-initial-backoff audit-webhook-mode
audit-webhook-truncate-enabled audit-webhook-truncate-max-batch-size audit-webhook-truncate-max-event-size
audit-webhook-version authentication-config authentication-token-webhook-cache-ttl
authentication-token-webhook-config-file authentication-token-webhook-version authorization-config
authorization-mode authorization-policy-file authorization-webhook-cache-authorized-ttl
authorization-webhook-cache-unauthorized-ttl authorization-webhook-config-file authorization-webhook-version
bind-address cert-dir client-ca-file contention-profiling coordinated-leadership-lease-duration
coordinated-leadership-renew-deadline coordinated-leadership-retry-period cors-allowed-origins debug-socket-path
default-not-ready-toleration-seconds default-unreachable-toleration-seconds default-watch-cache-size
delete-collection-workers disable-admission-plugins disable-http2-serving disabled-metrics
egress-selector-config-file emulated-version emulation-forward-compatible enable-admission-plugins
enable-aggregator-routing enable-bootstrap-token-auth enable-garbage-collector enable-logs-handler
enable-priority-and-fairness encryption-provider-config encryption-provider-config-automatic-reload
endpoint-reconciler-type etcd-cafile etcd-certfile etcd-compaction-interval etcd-count-metric-poll-period
etcd-db-metric-poll-interval etcd-healthcheck-timeout etcd-keyfile etcd-prefix etcd-readycheck-timeout etcd-servers
etcd-servers-overrides event-ttl external-hostname feature-gates goaway-chance help http2-max-streams-per-connection
kubelet-certificate-authority kubelet-client-certificate kubelet-client-key kubelet-port
kubelet-preferred-address-types kubelet-read-only-port kubelet-timeout kubernetes-service-node-port
lease-reuse-duration-seconds livez-grace-period log-flush-frequency log-json-info-buffer-size log-json-split-stream
log-text-info-buffer-size log-text-split-stream logging-format max-connection-bytes-per-sec
max-mutating-requests-inflight max-requests-inflight min-compatibility-version min-request-timeout oidc-ca-file
oidc-client-id oidc-groups-claim oidc-groups-prefix oidc-issuer-url oidc-required-claim oidc-signing-algs
oidc-username-claim oidc-username-prefix peer-advertise-ip peer-advertise-port peer-ca-file permit-address-sharing
permit-port-sharing profiling proxy-client-cert-file proxy-client-key-file request-timeout
requestheader-allowed-names requestheader-client-ca-file requestheader-extra-headers-prefix
requestheader-group-headers requestheader-uid-headers requestheader-username-headers runtime-config
runtime-config-emulation-forward-compatible secure-port service-account-extend-token-expiration
service-account-issuer service-account-jwks-uri service-account-key-file service-account-lookup
service-account-max-token-expiration service-account-signing-endpoint service-account-signing-key-file
service-cluster-ip-range service-node-port-range show-hidden-metrics-for-version shutdown-delay-duration
shutdown-send-retry-after shutdown-watch-termination-grace-period storage-backend storage-initialization-timeout
storage-media-type strict-transport-security-directives tls-cert-file tls-cipher-suites tls-curve-preferences
tls-min-version tls-private-key-file tls-sni-cert-key token-auth-file tracing-config-file v version vmodule
watch-cache watch-cache-sizes`),
);
