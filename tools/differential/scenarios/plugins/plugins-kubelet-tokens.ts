import type { Json } from "../../../../src/json/value.ts";
import { REQUESTS } from "../access/certificates-data.ts";
import { makeKubelet, NODES, NS, OWN } from "../access/kubelet.ts";
import { type Members, Scenario } from "../scenario.ts";

const DRIVERS: readonly (readonly [string, readonly string[]])[] = [
  ["one", ["csi-one"]],
  ["none", []],
  ["bound", ["bound", ""]],
];
const driver = (word: string): string => `${word}-{{id}}.example.com`;
const volume = (source: Members): Members => ({ name: "v", ...source });
const template = { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } } };
const VOLUMES: readonly (readonly [string, readonly Members[]])[] = [
  ["csi", [volume({ csi: { driver: driver("one") } })]],
  ["no-driver", [volume({ csi: { driver: driver("missing") } })]],
  ["claim", [volume({ persistentVolumeClaim: { claimName: "bound" } })]],
  ["unbound", [volume({ persistentVolumeClaim: { claimName: "unbound" } })]],
  ["no-claim", [volume({ persistentVolumeClaim: { claimName: "missing" } })]],
  ["ephemeral", [volume({ ephemeral: { volumeClaimTemplate: template } })]],
  ["in-tree", [volume({ persistentVolumeClaim: { claimName: "in-tree" } })]],
  [
    "inline",
    [
      volume({ gcePersistentDisk: { pdName: "x" } }),
      { name: "w", azureDisk: { diskName: "x", diskURI: "y" } },
    ],
  ],
  [
    "projected",
    [
      volume({
        projected: {
          sources: [
            { serviceAccountToken: { path: "t", audience: "own" } },
            { serviceAccountToken: { path: "u" } },
          ],
        },
      }),
    ],
  ],
  ["empty", [volume({ emptyDir: {} })]],
];
const AUDIENCES: readonly (string[] | undefined)[] = [
  undefined,
  [],
  ["csi-one"],
  ["bound"],
  ["own"],
  ["granted"],
  ["other"],
  [""],
  ["own", "bound"],
];

/** Audiences of tokens: those that volumes of the pod need, and those that the kubelet has a right to. */
export function kubeletTokens(): Scenario {
  const s = new Scenario("plugins-kubelet-tokens");
  const k = makeKubelet(s, [
    { apiGroups: [""], resources: ["granted"], verbs: ["request-serviceaccounts-token-audience"] },
  ]);
  for (const [word, audiences] of DRIVERS) {
    s.post("/apis/storage.k8s.io/v1/csidrivers", {
      metadata: { name: driver(word) },
      spec: { tokenRequests: audiences.map((audience) => ({ audience })) },
    });
    s.removes(`/apis/storage.k8s.io/v1/csidrivers/${driver(word)}`);
  }
  const pv = (word: string, source: Members): void => {
    s.post("/api/v1/persistentvolumes", {
      metadata: { name: `${word}-{{id}}` },
      spec: { capacity: { storage: "1" }, accessModes: ["ReadWriteOnce"], ...source },
    });
    s.removes(`/api/v1/persistentvolumes/${word}-{{id}}`);
    s.post(`${NS}/persistentvolumeclaims`, {
      metadata: { name: word },
      spec: { ...template.spec, volumeName: `${word}-{{id}}` },
    });
  };
  pv("bound", { csi: { driver: driver("bound"), volumeHandle: "h" } });
  pv("in-tree", { gcePersistentDisk: { pdName: "x" } });
  s.post(`${NS}/persistentvolumeclaims`, { metadata: { name: "unbound" }, spec: template.spec });
  s.post(`${NS}/persistentvolumeclaims`, {
    metadata: { name: "ephemeral-v" },
    spec: { ...template.spec, volumeName: "bound-{{id}}" },
  });
  for (const [name, volumes] of VOLUMES) {
    s.post(`${NS}/pods`, {
      metadata: { name },
      spec: {
        nodeName: OWN,
        automountServiceAccountToken: false,
        containers: [{ name: "c", image: "i" }],
        volumes,
      },
    });
    k.until(`${NS}/pods/${name}`);
    const uid = `{{=${s.get(`${NS}/pods/${name}`)}:/metadata/uid}}`;
    for (const audiences of AUDIENCES) {
      const spec = {
        boundObjectRef: { apiVersion: "v1", kind: "Pod", name, uid },
        ...(audiences === undefined ? {} : { audiences }),
      };
      k.send("POST", `${NS}/serviceaccounts/default/token`, { spec: spec as Json });
    }
  }
  return s;
}

/** Certificates that kubelets request, and states of claims in the status of their pods. */
export function kubeletCertificates(): Scenario {
  const s = new Scenario("plugins-kubelet-certificates");
  const k = makeKubelet(s);
  const signers = [
    "kubernetes.io/kubelet-serving",
    "kubernetes.io/kube-apiserver-client-kubelet",
    "kubernetes.io/kube-apiserver-client",
    "example.com/s",
  ];
  const usages = ["digital signature", "client auth"];
  for (const signerName of signers)
    for (const request of [...Object.values(REQUESTS), "eA==", ""])
      k.send("POST", "/apis/certificates.k8s.io/v1/certificatesigningrequests", {
        metadata: { name: "k-{{id}}" },
        spec: { request, signerName, usages },
      });
  const claims = (...names: (readonly [string, string | null])[]): Json => ({
    status: {
      resourceClaimStatuses: names.map(([name, resourceClaimName]) => ({ name, resourceClaimName })),
    },
  });
  const pod = `${NS}/pods/p`;
  s.post(`${NS}/pods`, {
    metadata: { name: "p" },
    spec: {
      nodeName: OWN,
      automountServiceAccountToken: false,
      containers: [{ name: "c", image: "i", resources: { limits: { "example.com/gpu": "1" } } }],
      resourceClaims: [
        { name: "r", resourceClaimName: "x" },
        { name: "t", resourceClaimTemplateName: "y" },
      ],
    },
  });
  k.until(pod);
  const extended = (resourceClaimName: string, resourceName = "example.com/gpu"): Json => ({
    status: {
      extendedResourceClaimStatus: {
        resourceClaimName,
        requestMappings: [{ containerName: "c", resourceName, requestName: "q" }],
      },
    },
  });
  for (const stored of [claims(["t", "x"]), claims(["t", null]), extended("z")] as readonly Json[]) {
    s.patch("merge", `${pod}/status`, stored);
    k.send("PATCH", `${pod}/status`, { status: { phase: "Running" } });
    for (const change of [
      claims(["t", "x"]),
      claims(["t", null]),
      claims(["r", "x"]),
      claims(["t", "w"]),
      claims(["t", "x"], ["r", "x"]),
      claims(),
      extended("z"),
      extended("w"),
      extended("z", "example.com/fpga"),
      { status: { extendedResourceClaimStatus: null } },
    ] as readonly Json[])
      k.send("PATCH", `${pod}/status`, change);
  }
  k.send("DELETE", `${NODES}/none-{{id}}`);
  k.send("POST", `${NS}/pods/none/eviction`, {});
  return s;
}
