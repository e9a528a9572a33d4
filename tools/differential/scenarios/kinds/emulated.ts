import { APPS, NS, Scenario } from "../scenario.ts";

const BATCH = "/apis/batch/v1/namespaces/{{ns}}";
const C = { name: "c", image: "i" };
const META = { name: "x" };

const FILE_VARIABLE = {
  containers: [
    { ...C, env: [{ name: "A", valueFrom: { fileKeyRef: { volumeName: "v", path: "p", key: "k" } } }] },
  ],
  volumes: [{ name: "v", emptyDir: {} }],
};
const EXIT = { exitCodes: { operator: "In", values: [42] } };
const RULES = [{ action: "Restart", ...EXIT }];
const IMAGE_VOLUME = {
  containers: [
    {
      ...C,
      volumeMounts: [
        { name: "v", mountPath: "/v" },
        { name: "e", mountPath: "/e" },
      ],
    },
  ],
  volumes: [
    { name: "v", image: { reference: "quay.io/a:latest" } },
    { name: "e", emptyDir: {} },
  ],
};

/** Specs of pods that use one feature each. */
const SPECS: Readonly<Record<string, object>> = {
  hostname: { containers: [C], hostnameOverride: "other" },
  hostnames: { containers: [C], hostnameOverride: "UPPER", hostNetwork: true },
  "file-variable": FILE_VARIABLE,
  "file-variables": {
    ...FILE_VARIABLE,
    initContainers: [
      {
        name: "i",
        image: "i",
        env: [
          { name: "A", valueFrom: { fileKeyRef: { volumeName: "v", path: "/p", key: "=", optional: true } } },
          { name: "B", value: "b" },
        ],
      },
    ],
  },
  "restart-policy": { containers: [{ ...C, restartPolicy: "Never" }], restartPolicy: "Always" },
  "restart-always": { containers: [{ ...C, restartPolicy: "Always" }], restartPolicy: "Never" },
  "restart-rules": {
    containers: [{ ...C, restartPolicy: "Never", restartPolicyRules: RULES }],
    restartPolicy: "Never",
  },
  "restart-odd": {
    containers: [
      { ...C, restartPolicyRules: [{ action: "Else", exitCodes: { operator: "X", values: [] } }] },
    ],
  },
  "restart-init": {
    containers: [C],
    initContainers: [
      { name: "i", image: "i", restartPolicy: "Never", restartPolicyRules: RULES },
      { name: "s", image: "i", restartPolicy: "Always" },
      { name: "o", image: "i", restartPolicy: "OnFailure" },
    ],
  },
  "restart-sidecar-rules": {
    containers: [C],
    initContainers: [{ name: "s", image: "i", restartPolicy: "Always", restartPolicyRules: RULES }],
  },
  "restart-all": {
    containers: [
      {
        ...C,
        restartPolicy: "Never",
        restartPolicyRules: [{ action: "RestartAllContainers", ...EXIT }],
      },
    ],
  },
  "restart-all-init": {
    containers: [C],
    initContainers: [
      {
        name: "i",
        image: "i",
        restartPolicy: "Never",
        restartPolicyRules: [{ action: "RestartAllContainers", ...EXIT }, ...RULES],
      },
    ],
  },
  "image-volume": IMAGE_VOLUME,
  "image-volumes": {
    containers: [{ ...C, volumeMounts: [{ name: "v", mountPath: "/v" }] }],
    initContainers: [{ name: "i", image: "i", volumeMounts: [{ name: "v", mountPath: "/w", subPath: "s" }] }],
    volumes: [{ name: "v", image: { reference: "", pullPolicy: "Sometimes" } }],
  },
  all: {
    ...IMAGE_VOLUME,
    initContainers: [{ name: "i", image: "i", restartPolicy: "Never", restartPolicyRules: RULES }],
    hostnameOverride: "other",
  },
};

/** Pods that use later features, and changes of them. */
export function emulatedPods(): Scenario {
  const s = new Scenario("emulated-pods");
  for (const [name, spec] of Object.entries(SPECS)) {
    s.post(`${NS}/pods`, { metadata: { name }, spec });
    s.patch("merge", `${NS}/pods/${name}`, { metadata: { labels: { a: "b" } } });
  }
  s.apply(
    `${NS}/pods/applied`,
    { apiVersion: "v1", kind: "Pod", metadata: { name: "applied" }, spec: SPECS.all },
    "m",
  );
  s.get(`${NS}/pods/applied`);
  s.patch("merge", `${NS}/pods/hostname/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "e", image: "i", restartPolicy: "Always" }] },
  });
  s.patch("merge", `${NS}/pods/restart-all/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "e", image: "i", restartPolicyRules: RULES }] },
  });
  return s;
}

/** The same in templates. */
export function emulatedTemplates(): Scenario {
  const s = new Scenario("emulated-templates");
  const labels = { a: "b" };
  const selector = { matchLabels: labels };
  for (const [name, spec] of Object.entries(SPECS)) {
    const template = { metadata: { labels }, spec };
    s.post(`${APPS}/deployments`, { metadata: { name }, spec: { selector, template } });
    s.post(`${BATCH}/jobs`, {
      metadata: { name },
      spec: { template: { spec: { restartPolicy: "Never", ...spec } } },
    });
  }
  const template = { metadata: { labels }, spec: SPECS.all };
  const jobTemplate = { spec: { template: { spec: { ...SPECS.all, restartPolicy: "Never" } } } };
  s.post(`${APPS}/replicasets`, { metadata: META, spec: { selector, template } });
  s.post(`${APPS}/daemonsets`, { metadata: META, spec: { selector, template } });
  s.post(`${APPS}/statefulsets`, { metadata: META, spec: { selector, template, serviceName: "s" } });
  s.post(`${NS}/replicationcontrollers`, { metadata: META, spec: { selector: labels, template } });
  s.post(`${NS}/podtemplates`, { metadata: META, template });
  s.post(`${BATCH}/cronjobs`, { metadata: META, spec: { schedule: "* * * * *", jobTemplate } });
  s.patch("strategic", `${APPS}/deployments/hostname`, {
    spec: { template: { spec: { hostnameOverride: "again" } } },
  });
  s.patch("strategic", `${APPS}/deployments/image-volume`, {
    spec: { template: { spec: { volumes: [{ name: "w", image: { reference: "x" } }] } } },
  });
  for (const resource of ["deployments", "replicasets"]) {
    const name = resource === "deployments" ? "hostname" : "x";
    const path = `${APPS}/${resource}/${name}`;
    s.patch("merge", `${path}/status`, { status: { replicas: 3, terminatingReplicas: 2 } });
    s.patch("merge", `${path}/status`, { status: { terminatingReplicas: -1 } });
    s.patch("merge", path, { status: { terminatingReplicas: 3 } });
    s.get(path);
  }
  return s;
}

const HEALTH = (message?: string) => [
  {
    name: "claim:some",
    resources: [{ resourceID: "a", health: "Unhealthy", ...(message ? { message } : {}) }],
  },
];

/** Statuses of pods that kubelets and schedulers report. */
export function emulatedPodStatus(): Scenario {
  const s = new Scenario("emulated-pod-status");
  const claims = [{ name: "some", resourceClaimName: "some" }];
  const claimed = { ...C, resources: { claims: [{ name: "some" }] } };
  s.post(`${NS}/pods`, { metadata: META, spec: { containers: [claimed], resourceClaims: claims } });
  s.post(`${NS}/pods`, { metadata: { name: "y" }, spec: { containers: [C], nodeName: "n" } });
  const status = (name: string, value: object) =>
    s.patch("merge", `${NS}/pods/${name}/status`, { status: value });
  const container = { name: "c", image: "i", imageID: "", ready: false, restartCount: 0 };
  const statuses = (message?: string) => ({
    containerStatuses: [{ ...container, allocatedResourcesStatus: HEALTH(message) }],
  });
  status("x", statuses());
  status("x", statuses("broken"));
  status("x", statuses("x".repeat(5000)));
  status("x", { containerStatuses: [{ ...container, allocatedResourcesStatus: [{ name: "claim:other" }] }] });
  status("x", { resources: { requests: { cpu: "1" } }, allocatedResources: { cpu: "1" } });
  status("x", { resources: { requests: { cpu: "-1" } } });
  status("x", {
    extendedResourceClaimStatus: {
      resourceClaimName: "claim",
      requestMappings: [{ containerName: "c", resourceName: "example.com/r", requestName: "r" }],
    },
  });
  status("x", { extendedResourceClaimStatus: { resourceClaimName: "-" } });
  status("x", { nominatedNodeName: "a" });
  status("x", { nominatedNodeName: "A_" });
  status("y", { nominatedNodeName: "a" });
  s.post("/api/v1/nodes", {
    metadata: { name: "n-{{id}}", labels: { "topology.kubernetes.io/zone": "z" } },
    status: { declaredFeatures: ["A", "B"] },
  });
  s.patch("merge", "/api/v1/nodes/n-{{id}}/status", { status: { declaredFeatures: ["C"] } });
  s.patch("merge", "/api/v1/nodes/n-{{id}}", { metadata: { labels: { q: "r" } } });
  s.removes("/api/v1/nodes/n-{{id}}");
  s.post(`${NS}/pods/x/binding`, {
    metadata: { labels: { l: "m" } },
    target: { kind: "Node", name: "n-{{id}}" },
  });
  s.get(`${NS}/pods/x`);
  return s;
}

/** Changes of resources of running pods. */
export function emulatedResizes(): Scenario {
  const s = new Scenario("emulated-resizes");
  const resources = { requests: { cpu: "1" }, limits: { cpu: "2" } };
  s.post(`${NS}/pods`, {
    metadata: META,
    spec: {
      containers: [{ ...C, resources }],
      initContainers: [
        { name: "i", image: "i", resources },
        { name: "s", image: "i", resources, restartPolicy: "Always" },
      ],
    },
  });
  s.post(`${NS}/pods`, {
    metadata: { name: "level" },
    spec: { containers: [C], resources: { requests: { cpu: "1" }, limits: { cpu: "2" } } },
  });
  s.post(`${NS}/pods`, {
    metadata: { name: "policy" },
    spec: {
      containers: [C],
      initContainers: [
        {
          name: "i",
          image: "i",
          resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }],
        },
      ],
    },
  });
  const more = { requests: { cpu: "1500m" } };
  const resize = (name: string, spec: object) => s.patch("strategic", `${NS}/pods/${name}/resize`, { spec });
  resize("x", { containers: [{ name: "c", resources: more }] });
  resize("x", { initContainers: [{ name: "i", resources: more }] });
  resize("x", { initContainers: [{ name: "s", resources: more }] });
  resize("x", { initContainers: [{ name: "i", resources: { requests: { memory: "1Gi" } } }] });
  resize("level", { resources: more });
  resize("level", { resources: { requests: { memory: "1Gi" } } });
  resize("level", { resources: { limits: { cpu: "3" } } });
  s.patch("strategic", `${NS}/pods/level`, { spec: { resources: more } });
  s.get(`${NS}/pods`);
  return s;
}
