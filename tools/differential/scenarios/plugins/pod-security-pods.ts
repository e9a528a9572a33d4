import type { Members } from "../scenario.ts";

/** A spec that every level allows. */
const SAFE_POD: Members = { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } };
const SAFE: Members = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };

const container = (securityContext: Members, more: Members = {}): Members => ({
  name: "c",
  image: "i",
  securityContext: { ...SAFE, ...securityContext },
  ...more,
});
const only = (securityContext: Members): Members => ({
  securityContext: SAFE_POD,
  containers: [container(securityContext)],
});
const pod = (securityContext: Members, more: Members = {}): Members => ({
  securityContext: { ...SAFE_POD, ...securityContext },
  containers: [container({})],
  ...more,
});
const volume = (...sources: Members[]): Members =>
  pod({}, { volumes: sources.map((source, index) => ({ name: `v${index}`, ...source })) });
const probe = (name: string, handler: Members): Members =>
  pod({}, { containers: [container({}, { [name]: handler })] });

const SECCOMP: readonly Members[] = [
  { type: "Unconfined" },
  { type: "RuntimeDefault" },
  { type: "Localhost", localhostProfile: "x" },
];
const ARMOR: readonly Members[] = SECCOMP;
const SELINUX: readonly Members[] = [
  { type: "container_t" },
  { type: "container_init_t" },
  { type: "container_kvm_t" },
  { type: "container_engine_t" },
  { type: "" },
  { type: "spc_t" },
  { user: "u" },
  { role: "r" },
  { level: "s0" },
  { type: "spc_t", user: "u", role: "r" },
];
const SYSCTLS = [
  "kernel.shm_rmid_forced",
  "kernel/shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.ping_group_range",
  "net.ipv4.ip_unprivileged_port_start",
  "net.ipv4.ip_local_reserved_ports",
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
  "net.ipv4.tcp_rmem",
  "net.ipv4.tcp_wmem",
  "kernel.msgmax",
  "net.core.somaxconn",
];
const VOLUMES: readonly Members[] = [
  { hostPath: { path: "/" } },
  { nfs: { server: "s", path: "/" } },
  { configMap: { name: "c" } },
  { csi: { driver: "d" } },
  { downwardAPI: {} },
  { emptyDir: {} },
  {
    ephemeral: {
      volumeClaimTemplate: {
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } },
      },
    },
  },
  { image: { reference: "r" } },
  { persistentVolumeClaim: { claimName: "c" } },
  { projected: { sources: [] } },
  { secret: { secretName: "s" } },
  { gitRepo: { repository: "r" } },
  { awsElasticBlockStore: { volumeID: "x" } },
  { gcePersistentDisk: { pdName: "x" } },
  { azureDisk: { diskName: "x", diskURI: "y" } },
  { azureFile: { secretName: "x", shareName: "y" } },
  { cephfs: { monitors: ["x"] } },
  { cinder: { volumeID: "x" } },
  { fc: { targetWWNs: ["x"], lun: 1 } },
  { flexVolume: { driver: "a/b" } },
  { flocker: { datasetName: "x" } },
  { glusterfs: { endpoints: "x", path: "y" } },
  { iscsi: { targetPortal: "1.2.3.4:1", iqn: "iqn.2001-04.com.example:a", lun: 0 } },
  { photonPersistentDisk: { pdID: "x" } },
  { portworxVolume: { volumeID: "x" } },
  { quobyte: { registry: "x:1", volume: "y" } },
  { rbd: { monitors: ["x"], image: "y" } },
  { scaleIO: { gateway: "g", system: "s", secretRef: { name: "s" }, volumeName: "v" } },
  { storageos: { volumeName: "x" } },
  { vsphereVolume: { volumePath: "x" } },
];

/** Specs of pods, nearly all allowed by everything but one check. */
export const SPECS: readonly Members[] = [
  pod({}),
  { containers: [{ name: "c", image: "i" }] },
  {
    containers: [{ name: "c", image: "i", securityContext: {} }],
    initContainers: [{ name: "d", image: "i" }],
    securityContext: {},
  },
  pod({}, { hostNetwork: true }),
  pod({}, { hostPID: true }),
  pod({}, { hostIPC: true }),
  pod({}, { hostIPC: true, hostPID: true, hostNetwork: true }),
  pod(
    {},
    {
      containers: [
        container(
          {},
          {
            ports: [
              { containerPort: 1, hostPort: 1 },
              { containerPort: 2, hostPort: 2 },
              { containerPort: 2, hostPort: 0 },
            ],
          },
        ),
      ],
    },
  ),
  pod(
    {},
    {
      containers: [container({}), container({}, { name: "d", ports: [{ containerPort: 1, hostPort: 9 }] })],
      initContainers: [container({}, { name: "e", ports: [{ containerPort: 1, hostPort: 8 }] })],
    },
  ),
  only({ privileged: true, allowPrivilegeEscalation: true }),
  only({ privileged: false }),
  only({ allowPrivilegeEscalation: true }),
  only({ allowPrivilegeEscalation: null }),
  only({ capabilities: null }),
  only({ capabilities: {} }),
  only({ capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE"] } }),
  only({ capabilities: { drop: ["all"] } }),
  only({ capabilities: { drop: ["ALL"], add: ["CHOWN", "SYS_ADMIN", "NET_RAW", "SYS_ADMIN"] } }),
  only({ capabilities: { drop: ["NET_RAW"], add: ["AUDIT_WRITE"] } }),
  only({
    capabilities: {
      drop: ["ALL"],
      add: [
        "SETPCAP",
        "DAC_OVERRIDE",
        "FOWNER",
        "FSETID",
        "KILL",
        "MKNOD",
        "SETFCAP",
        "SETGID",
        "SETUID",
        "SYS_CHROOT",
        "",
      ],
    },
  }),
  ...["Default", "Unmasked"].flatMap((procMount) => [
    only({ procMount }),
    { ...only({ procMount }), hostUsers: false },
    { ...only({ procMount }), hostUsers: true },
  ]),
  ...SECCOMP.flatMap((seccompProfile) => [only({ seccompProfile }), pod({ seccompProfile })]),
  pod({ seccompProfile: null }),
  pod(
    { seccompProfile: null },
    { containers: [container({ seccompProfile: { type: "RuntimeDefault" } }), container({}, { name: "d" })] },
  ),
  pod(
    { seccompProfile: { type: "Unconfined" } },
    {
      containers: [
        container({ seccompProfile: { type: "RuntimeDefault" } }),
        container({ seccompProfile: { type: "Unconfined" } }, { name: "d" }),
      ],
    },
  ),
  ...ARMOR.flatMap((appArmorProfile) => [only({ appArmorProfile }), pod({ appArmorProfile })]),
  ...SELINUX.flatMap((seLinuxOptions) => [only({ seLinuxOptions }), pod({ seLinuxOptions })]),
  pod(
    { seLinuxOptions: { type: "a", role: "r" } },
    {
      containers: [
        container({ seLinuxOptions: { type: "b", user: "u" } }),
        container({ seLinuxOptions: { type: "a" } }, { name: "d" }),
      ],
    },
  ),
  ...SYSCTLS.map((name) => pod({ sysctls: [{ name, value: "1" }] })),
  pod({ sysctls: ["b", "a", "kernel.shm_rmid_forced", "a.b"].map((name) => ({ name, value: "1" })) }),
  ...[true, false, null].flatMap((runAsNonRoot) => [
    pod({ runAsNonRoot }),
    pod({ runAsNonRoot }, { hostUsers: false }),
    pod(
      { runAsNonRoot },
      { containers: [container({ runAsNonRoot: true }), container({ runAsNonRoot: false }, { name: "d" })] },
    ),
  ]),
  pod({ runAsNonRoot: null }, { containers: [container({ runAsNonRoot: true })] }),
  ...[0, 1].flatMap((runAsUser) => [
    pod({ runAsUser }),
    only({ runAsUser }),
    pod({ runAsUser }, { hostUsers: false }),
  ]),
  pod(
    { runAsUser: 0 },
    {
      containers: [container({ runAsUser: 0 }), container({ runAsUser: 1 }, { name: "d" })],
      initContainers: [container({ runAsUser: 0 }, { name: "e" })],
    },
  ),
  pod({ windowsOptions: { hostProcess: true } }, { hostNetwork: true }),
  {
    hostNetwork: true,
    securityContext: SAFE_POD,
    containers: [
      container({ windowsOptions: { hostProcess: true } }),
      container({ windowsOptions: { hostProcess: false } }, { name: "d" }),
    ],
  },
  ...VOLUMES.map((source) => volume(source)),
  volume(
    { hostPath: { path: "/" } },
    { nfs: { server: "s", path: "/" } },
    { hostPath: { path: "/b" } },
    { gitRepo: { repository: "r" } },
    { emptyDir: {} },
  ),
  ...["livenessProbe", "readinessProbe", "startupProbe"].flatMap((name) => [
    probe(name, { httpGet: { port: 1, host: "1.2.3.4" } }),
    probe(name, { tcpSocket: { port: 1, host: "a" } }),
    probe(name, { httpGet: { port: 1, host: "" } }),
    probe(name, { httpGet: { port: 1, host: "127.0.0.1" } }),
    probe(name, { tcpSocket: { port: 1, host: "::1" } }),
  ]),
  pod(
    {},
    {
      containers: [
        container(
          {},
          {
            lifecycle: {
              postStart: { httpGet: { port: 1, host: "x" } },
              preStop: { tcpSocket: { port: 1, host: "y" } },
            },
          },
        ),
      ],
    },
  ),
  pod(
    {},
    {
      containers: [
        container(
          {},
          {
            livenessProbe: { httpGet: { port: 1, host: "a" } },
            readinessProbe: { httpGet: { port: 1, host: "b" } },
            lifecycle: { postStart: { httpGet: { port: 1, host: "a" } } },
          },
        ),
      ],
    },
  ),
  { os: { name: "windows" }, containers: [{ name: "c", image: "i" }] },
  {
    os: { name: "windows" },
    securityContext: { runAsNonRoot: true },
    containers: [{ name: "c", image: "i" }],
  },
  { os: { name: "linux" }, containers: [{ name: "c", image: "i" }] },
  { runtimeClassName: "exempt-class", hostNetwork: true, containers: [{ name: "c", image: "i" }] },
];

const armor = "container.apparmor.security.beta.kubernetes.io/";
/** Annotations of old kinds of profiles. */
export const ANNOTATIONS: readonly Members[] = [
  ...["runtime/default", "", "localhost/x", "unconfined", "other"].map((profile) => ({
    [`${armor}c`]: profile,
  })),
  { [`${armor}c`]: "unconfined", [`${armor}other`]: "unconfined" },
  ...["runtime/default", "docker/default", "", "localhost/x", "unconfined", "other"].flatMap((profile) => [
    { "seccomp.security.alpha.kubernetes.io/pod": profile },
    { "container.seccomp.security.alpha.kubernetes.io/c": profile },
  ]),
];
