import { container, many, members, path, pod } from "./shapes.mjs";

const PODS = path("v1", "pods");
const post = (body) => ({ path: PODS, body });

const resources = (i) => ({ requests: { [`a.b/r${i}`]: "1" }, limits: { [`a.b/r${i}`]: "1" } });

const SPECS = {
  containers: () => ({ containers: many((i) => container({}, i)) }),
  "empty containers": () => ({ containers: many(() => ({})) }),
  "containers of one name": () => ({ containers: many(() => container({}, 0)) }),
  "init containers": () => ({ initContainers: many((i) => container({ resources: resources(i) }, i)) }),
  resources: () => ({ containers: many((i) => container({ resources: resources(i) }, i)) }),
  "resources of one container": () => {
    const limits = members((i) => [`a.b/r${i}`, "1"], 1_500_000);
    return { containers: [container({ resources: { limits, requests: limits } })] };
  },
  environment: () => ({ containers: [container({ env: many((i) => ({ name: `E${i}`, value: "$(E1)" })) })] }),
  "empty environment": () => ({ containers: [container({ env: many(() => ({})) })] }),
  "environment from elsewhere": () => ({
    containers: [container({ envFrom: many((i) => ({ configMapRef: { name: `c${i}` } })) })],
  }),
  arguments: () => ({ containers: [container({ args: many((i) => `a${i}`) })] }),
  "ports of the host": () => ({
    hostNetwork: true,
    containers: [
      container({ ports: many((i) => ({ containerPort: 1 + (i % 65_000), hostPort: 1 + (i % 65_000) })) }),
    ],
  }),
  volumes: () => ({ volumes: many((i) => ({ name: `v${i}`, emptyDir: {} })) }),
  "empty volumes": () => ({ volumes: many(() => ({})) }),
  mounts: () => ({
    volumes: [{ name: "v", emptyDir: {} }],
    containers: [container({ volumeMounts: many((i) => ({ name: "v", mountPath: `/m${i}` })) })],
  }),
  "projected paths": () => ({
    volumes: [
      {
        name: "v",
        projected: {
          sources: [{ configMap: { name: "c", items: many((i) => ({ key: `k${i}`, path: `p${i}/q` })) } }],
        },
      },
    ],
  }),
  "host aliases": () => ({ hostAliases: many((i) => ({ ip: "1.2.3.4", hostnames: [`h${i}`] })) }),
  "empty host aliases": () => ({ hostAliases: many(() => ({})) }),
  tolerations: () => ({ tolerations: many((i) => ({ key: `k${i}`, operator: "Exists" })) }),
  "empty tolerations": () => ({ tolerations: many(() => ({})) }),
  affinity: () => ({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: many((i) => ({ matchExpressions: [{ key: `k${i}`, operator: "Exists" }] })),
        },
      },
    },
  }),
  "spread constraints": () => ({
    topologySpreadConstraints: many((i) => ({
      maxSkew: 1,
      topologyKey: `k${i}`,
      whenUnsatisfiable: "DoNotSchedule",
    })),
  }),
  gates: () => ({ schedulingGates: many((i) => ({ name: `a.b/g${i}` })) }),
  "node selector": () => ({ nodeSelector: members((i) => [`k${i}`, "v"]) }),
  claims: () => ({ resourceClaims: many((i) => ({ name: `c${i}`, resourceClaimName: "c" })) }),
  sysctls: () => ({ securityContext: { sysctls: many((i) => ({ name: `a.b${i}`, value: "1" })) } }),
  "pull secrets": () => ({ imagePullSecrets: many((i) => ({ name: `s${i}` })) }),
  "unknown fields": () => ({ containers: [container(members((i) => [`u${i}`, 1]))] }),
};

/** Pods of 3 MB. */
export const POD_KINDS = Object.fromEntries(
  Object.entries(SPECS).map(([name, spec]) => [`pod, ${name}`, () => post(pod(spec()))]),
);
