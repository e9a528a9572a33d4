import { Scenario } from "../scenario.ts";
import { PODS, podOf } from "./pod-tables.ts";

const BUDGETS = "/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets";
const TIME = "2024-01-01T00:00:00Z";
const terminated = (exitCode: number): object => ({
  terminated: { exitCode, startedAt: TIME, finishedAt: TIME },
});
const ran = (name: string, state: object, more: object = {}): object => ({
  name,
  image: "i",
  imageID: "x",
  ready: false,
  restartCount: 0,
  state,
  ...more,
});

const CONTAINER_STATUSES: readonly object[] = [
  { user: { linux: { uid: -1, gid: 2147483648, supplementalGroups: [1, -1] } } },
  { user: { linux: { uid: 1, gid: 1 } } },
  { user: {} },
  { allocatedResources: { cpu: "1" }, resources: { requests: { cpu: "1" } } },
  { allocatedResourcesStatus: [{ name: "none" }] },
  {
    allocatedResourcesStatus: [
      {
        name: "a.b/c",
        resources: [
          { resourceID: "r", health: "Odd" },
          { resourceID: "r", health: "Healthy", message: "" },
        ],
      },
    ],
  },
  {
    allocatedResourcesStatus: [
      { name: "claim:r", resources: [{ resourceID: "r", message: "m".repeat(1025) }] },
      { name: "claim:r/q" },
    ],
  },
  {
    volumeMounts: [
      { name: "v", mountPath: "/m", recursiveReadOnly: "Odd", volumeStatus: { image: { imageRef: "" } } },
    ],
  },
  { lastState: terminated(1), stopSignal: "SIGKILL", started: true, containerID: "docker://x" },
  { state: {} },
];
const STATUSES: readonly object[] = [
  {},
  { phase: "Odd" },
  { phase: "Running", message: "m", reason: "r", startTime: TIME, nominatedNodeName: "N_" },
  { nominatedNodeName: "n" },
  {
    observedGeneration: -1,
    conditions: [
      { type: "Ready", status: "True", observedGeneration: -1 },
      { type: "a b", status: "Odd" },
    ],
  },
  {
    conditions: [
      { type: "Ready", status: "True" },
      { type: "Ready", status: "False" },
    ],
  },
  { qosClass: "Guaranteed" },
  { podIP: "1.2.3.4" },
  { podIPs: [{ ip: "1.2.3.4" }] },
  { podIP: "1.2.3.5", podIPs: [{ ip: "1.2.3.4" }] },
  { podIPs: [{ ip: "1.2.3.4" }, { ip: "1.2.3.5" }] },
  { podIPs: [{ ip: "1.2.3.4" }, { ip: "::1" }, { ip: "::2" }] },
  { podIPs: [{ ip: "x" }, { ip: "01.2.3.4" }] },
  { podIPs: [{ ip: "::ffff:1.2.3.4" }] },
  { hostIP: "1.2.3.4", hostIPs: [{ ip: "1.2.3.4" }] },
  { hostIPs: [{ ip: "x" }, { ip: "FE80::1" }] },
  { hostIP: "x" },
  { resourceClaimStatuses: [{ name: "none" }, { name: "r", resourceClaimName: "A_" }, { name: "r" }] },
  {
    extendedResourceClaimStatus: {
      resourceClaimName: "",
      requestMappings: [{ containerName: "none", resourceName: "a.b/c", requestName: "Q_" }],
    },
  },
  {
    extendedResourceClaimStatus: {
      resourceClaimName: "a",
      requestMappings: [
        { containerName: "c", resourceName: "cpu", requestName: "q" },
        { containerName: "c", resourceName: "cpu", requestName: "q" },
      ],
    },
  },
  { nodeAllocatableResourceClaimStatuses: [{}] },
  { resources: { requests: { cpu: "1" } }, allocatedResources: { cpu: "1" }, resize: "Proposed" },
  { containerStatuses: [ran("none", {})] },
  ...CONTAINER_STATUSES.flatMap((more) => [
    { containerStatuses: [ran("c", {}, more)] },
    { initContainerStatuses: [ran("n", {}, more)] },
    { ephemeralContainerStatuses: [ran("e", {}, more)] },
  ]),
];

/** States of a pod, as a kubelet reports them. */
export function podStatuses(): Scenario {
  const s = new Scenario("pod-subresources-statuses");
  const spec = {
    initContainers: [{ name: "n", image: "i" }],
    containers: [{ name: "c", image: "i", resources: { limits: { "a.b/c": "1" }, claims: [{ name: "r" }] } }],
    resourceClaims: [{ name: "r", resourceClaimName: "x" }],
  };
  for (const [name, more] of [
    ["a", {}],
    ["w", { os: { name: "windows" } }],
  ] as const) {
    s.post(PODS, podOf({ spec: { ...spec, ...more } }, name));
    for (const status of STATUSES) {
      s.put(`${PODS}/${name}/status`, { metadata: { name }, status });
      s.patch("strategic", `${PODS}/${name}/status`, { status });
    }
  }
  return s;
}

/** Containers that have ended may run again only if the restart policy allows it. */
export function podTransitions(): Scenario {
  const s = new Scenario("pod-subresources-transitions");
  const rules = [{ action: "Restart", exitCodes: { operator: "In", values: [3] } }];
  for (const restartPolicy of ["Always", "OnFailure", "Never"])
    for (const own of [
      {},
      { restartPolicy: "Always" },
      { restartPolicy: "Never", restartPolicyRules: rules },
      { restartPolicy: "OnFailure" },
    ]) {
      const name = `p-${restartPolicy}-${Object.values(own)[0] ?? "none"}`.toLowerCase();
      s.post(
        PODS,
        podOf(
          {
            spec: {
              restartPolicy,
              containers: [{ name: "c", image: "i", ...own }],
              initContainers: [{ name: "n", image: "i", ...own }],
            },
          },
          name,
        ),
      );
      for (const code of [0, 1, 3])
        for (const state of [terminated(code), { running: { startedAt: TIME } }])
          for (const [list, one] of [
            ["containerStatuses", "c"],
            ["initContainerStatuses", "n"],
            ["ephemeralContainerStatuses", "e"],
          ] as const)
            s.patch("merge", `${PODS}/${name}/status`, { status: { [list]: [ran(one, state)] } });
    }
  return s;
}

const EPHEMERAL: readonly object[] = [
  { name: "" },
  { name: "c" },
  { image: "" },
  { targetContainerName: "none" },
  ...[
    "ports",
    "livenessProbe",
    "readinessProbe",
    "startupProbe",
    "lifecycle",
    "resources",
    "resizePolicy",
  ].map((field) => ({
    [field]: {
      ports: [{ containerPort: 1 }],
      lifecycle: { preStop: { sleep: { seconds: 1 } } },
      resources: { limits: { cpu: "1" } },
      resizePolicy: [{ resourceName: "cpu", restartPolicy: "NotRequired" }],
      restartPolicyRules: [{ action: "Restart" }],
    }[field] ?? { exec: { command: ["a"] } },
  })),
  { volumeMounts: [{ name: "v", mountPath: "/v", subPath: "a" }] },
  { volumeMounts: [{ name: "v", mountPath: "/v", subPathExpr: "a" }] },
  { volumeMounts: [{ name: "none", mountPath: "/v" }] },
  { volumeDevices: [{ name: "v", devicePath: "/d" }] },
  { securityContext: { privileged: true, windowsOptions: { hostProcess: true } } },
  { env: [{ name: "a b", value: "c" }], envFrom: [{}] },
  { stdin: true, tty: true, terminationMessagePolicy: "Odd", imagePullPolicy: "Odd" },
];

export function podEphemeral(): Scenario {
  const s = new Scenario("pod-subresources-ephemeral");
  s.post(
    PODS,
    podOf(
      { spec: { volumes: [{ name: "v", emptyDir: {} }], initContainers: [{ name: "n", image: "i" }] } },
      "a",
    ),
  );
  const at = `${PODS}/a/ephemeralcontainers`;
  const list = (...ephemeralContainers: object[]): object => ({ spec: { ephemeralContainers } });
  for (const row of EPHEMERAL)
    s.patch("merge", at, list({ name: "e", image: "i", ...row }), [["dryRun", "All"]]);
  s.patch(
    "merge",
    at,
    list({ name: "e", image: "i" }, { name: "f", image: "i:latest", targetContainerName: "c" }),
  );
  s.patch("strategic", at, list({ name: "g", image: "i" }));
  s.put(at, podOf({ spec: {} }, "a"));
  s.apply(
    at,
    { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, ...list({ name: "k", image: "i" }) },
    "m",
  );
  s.get(at);
  return s;
}

const quantity = (requests: object, limits: object = {}): object => ({ resources: { requests, limits } });
const RESIZES: readonly object[] = [
  { containers: [{ name: "c", image: "i", ...quantity({ cpu: "2" }, { cpu: "2" }) }] },
  { containers: [{ name: "c", image: "i", ...quantity({ cpu: "2" }) }] },
  { containers: [{ name: "c", image: "i", ...quantity({}, {}) }] },
  { containers: [{ name: "c", image: "i", ...quantity({ memory: "1" }, { cpu: "2" }) }] },
  {
    containers: [
      { name: "c", image: "i", ...quantity({ cpu: "1", "ephemeral-storage": "1" }, { cpu: "1" }) },
    ],
  },
  { containers: [{ name: "d", image: "i" }] },
  { containers: [] },
  {
    containers: [
      {
        name: "c",
        image: "i",
        ...quantity({ cpu: "1" }, { cpu: "1" }),
        resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }],
      },
    ],
  },
  { containers: [{ name: "c", image: "i", ...quantity({ cpu: "3" }, { cpu: "1" }) }] },
  { containers: [{ name: "c", image: "i", ...quantity({ cpu: "-1" }, { cpu: "x" }) }] },
  { initContainers: [{ name: "n", image: "i", ...quantity({ cpu: "2" }) }] },
  { initContainers: [] },
  { resources: null },
  { resources: { limits: { memory: "1Gi" } } },
];

/** Resizes of a pod of each quality of service, with and without pod-level resources. */
export function podResizes(): Scenario {
  const s = new Scenario("pod-subresources-resizes");
  const full = quantity({ cpu: "1", memory: "1Gi" }, { cpu: "1", memory: "1Gi" });
  const pods: readonly (readonly [string, object])[] = [
    ["burst", { containers: [{ name: "c", image: "i", ...quantity({ cpu: "1" }, { cpu: "1" }) }] }],
    ["best", { containers: [{ name: "c", image: "i" }] }],
    ["sure", { containers: [{ name: "c", image: "i", ...full }] }],
    [
      "inits",
      {
        containers: [{ name: "c", image: "i" }],
        initContainers: [
          {
            name: "n",
            image: "i",
            ...quantity({ cpu: "1" }),
            resizePolicy: [{ resourceName: "cpu", restartPolicy: "NotRequired" }],
          },
        ],
      },
    ],
    [
      "sidecar",
      {
        containers: [{ name: "c", image: "i" }],
        initContainers: [
          { name: "s", image: "i", restartPolicy: "Always", ...quantity({ cpu: "1" }) },
          { name: "n", image: "i" },
        ],
      },
    ],
    ["level", { resources: { requests: { cpu: "4" } }, containers: [{ name: "c", image: "i" }] }],
    ["windows", { os: { name: "windows" } }],
    [
      "never",
      {
        restartPolicy: "Never",
        containers: [{ name: "c", image: "i", ...quantity({ cpu: "1" }, { cpu: "1" }) }],
      },
    ],
  ];
  for (const [name, spec] of pods) {
    s.post(PODS, podOf({ spec }, name));
    for (const row of RESIZES) s.patch("merge", `${PODS}/${name}/resize`, { spec: row }, [["dryRun", "All"]]);
    for (const row of RESIZES.slice(0, 4)) s.patch("strategic", `${PODS}/${name}/resize`, { spec: row });
    s.put(`${PODS}/${name}/resize`, podOf({ spec, metadata: { labels: { a: "b" } } }, name));
    s.get(`${PODS}/${name}/resize`);
  }
  s.patch("merge", `${PODS}/burst/status`, {
    status: { phase: "Running", containerStatuses: [ran("c", { running: { startedAt: TIME } })] },
  });
  s.patch("merge", `${PODS}/burst/resize`, {
    spec: { containers: [{ name: "c", image: "i", ...quantity({ cpu: "500m" }, { cpu: "1" }) }] },
  });
  return s;
}

export function podBindings(): Scenario {
  const s = new Scenario("pod-subresources-bindings");
  for (const name of ["a", "b", "d"]) s.post(PODS, podOf({}, name));
  const target = { kind: "Node", name: "n" };
  const bind = (name: string, body: object): string => s.post(`${PODS}/${name}/binding`, body);
  for (const metadata of [
    { uid: "other" },
    { resourceVersion: "1" },
    { labels: { "a b": "c" } },
    { finalizers: ["x"] },
  ])
    bind("a", { metadata: { name: "a", ...metadata }, target });
  s.post(PODS.replace("pods", "bindings"), { metadata: { name: "b" }, target });
  s.post(PODS.replace("pods", "bindings"), { target });
  return s;
}

/** Evictions against budgets in every state. */
export function podEvictions(): Scenario {
  const s = new Scenario("pod-subresources-evictions");
  const ready = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
  const evict = (name: string, more: object = {}, query: [string, string][] = []): string =>
    s.post(`${PODS}/${name}/eviction`, { metadata: { name }, ...more }, query);
  const budget = (name: string, status: object, spec: object = {}): void => {
    s.post(PODS, podOf({ metadata: { labels: { app: name } }, spec: { nodeName: "n" } }, name));
    s.patch("merge", `${PODS}/${name}/status`, { status: ready });
    s.post(BUDGETS, {
      metadata: { name },
      spec: { minAvailable: 1, selector: { matchLabels: { app: name } }, ...spec },
    });
    s.patch("merge", `${BUDGETS}/${name}/status`, {
      status: {
        observedGeneration: 1,
        currentHealthy: 1,
        desiredHealthy: 1,
        disruptionsAllowed: 0,
        expectedPods: 1,
        ...status,
      },
    });
    evict(name, {}, [["dryRun", "All"]]);
    evict(name);
  };
  budget("none-left", {});
  budget("behind", { observedGeneration: 0, disruptionsAllowed: 1 });
  budget("negative", { disruptionsAllowed: -1 });
  budget("allowed", { disruptionsAllowed: 1, currentHealthy: 2 });
  budget("more", { disruptionsAllowed: 2, currentHealthy: 3 });
  budget("failed", {
    conditions: [
      {
        type: "DisruptionAllowed",
        status: "False",
        reason: "SyncFailed",
        message: "why",
        lastTransitionTime: TIME,
      },
    ],
  });
  budget("said", {
    currentHealthy: 2,
    conditions: [
      {
        type: "DisruptionAllowed",
        status: "False",
        reason: "Other",
        message: "why",
        lastTransitionTime: TIME,
      },
    ],
  });
  budget("unsaid", { currentHealthy: 2 });
  budget("always", {}, { unhealthyPodEvictionPolicy: "AlwaysAllow" });
  for (const policy of ["AlwaysAllow", "IfHealthyBudget"])
    for (const healthy of [0, 1, 2]) {
      const name = `unready-${policy.slice(0, 2).toLowerCase()}-${healthy}`;
      s.post(PODS, podOf({ metadata: { labels: { app: name } }, spec: { nodeName: "n" } }, name));
      s.patch("merge", `${PODS}/${name}/status`, { status: { phase: "Running" } });
      s.post(BUDGETS, {
        metadata: { name },
        spec: {
          minAvailable: 1,
          unhealthyPodEvictionPolicy: policy,
          selector: { matchLabels: { app: name } },
        },
      });
      s.patch("merge", `${BUDGETS}/${name}/status`, {
        status: {
          observedGeneration: 1,
          currentHealthy: healthy,
          desiredHealthy: 1,
          disruptionsAllowed: 0,
          expectedPods: 1,
        },
      });
      evict(name);
    }
  s.post(PODS, podOf({ metadata: { labels: { app: "said" } } }, "two"));
  s.post(BUDGETS, { metadata: { name: "second" }, spec: { selector: {} } });
  evict("two");
  for (const phase of ["Succeeded", "Failed", "Pending"]) {
    const name = phase.toLowerCase();
    s.post(PODS, podOf({ spec: { nodeName: "n" } }, name));
    s.patch("merge", `${PODS}/${name}/status`, { status: { phase } });
    evict(name);
  }
  s.delete(`${BUDGETS}/second`);
  s.post(PODS, podOf({ spec: { nodeName: "n" } }, "plain"));
  for (const deleteOptions of [
    { dryRun: ["All"] },
    { dryRun: ["Odd"] },
    { preconditions: { uid: "other" } },
    { propagationPolicy: "Odd" },
    { ignoreStoreReadErrorWithClusterBreakingPotential: true },
    { gracePeriodSeconds: -1, orphanDependents: true, propagationPolicy: "Orphan" },
  ])
    evict("plain", { deleteOptions }, [["dryRun", "All"]]);
  evict("plain", { deleteOptions: { preconditions: { resourceVersion: "1" } } });
  evict("plain", { apiVersion: "policy/v1beta1", kind: "Eviction" });
  evict("plain", { apiVersion: "policy/v2", kind: "Eviction" });
  evict("none");
  evict("plain", { deleteOptions: { gracePeriodSeconds: 7 } });
  evict("plain");
  return s;
}

/** Logs, exec and similar requests for pods that do not run: errors before a node is contacted. */
export function podConnections(): Scenario {
  const s = new Scenario("pod-subresources-connections");
  s.post(PODS, podOf({}, "one"));
  s.post(
    PODS,
    podOf(
      {
        spec: {
          containers: [
            { name: "c", image: "i" },
            { name: "d", image: "i" },
          ],
          initContainers: [{ name: "n", image: "i" }],
        },
      },
      "two",
    ),
  );
  s.post(
    PODS,
    podOf(
      {
        metadata: { annotations: { "kubectl.kubernetes.io/default-container": "d" } },
        spec: {
          containers: [
            { name: "c", image: "i" },
            { name: "d", image: "i" },
          ],
        },
      },
      "default",
    ),
  );
  const queries: [string, string][][] = [
    [],
    [["container", "n"]],
    [["container", "none"]],
    [["container", ""]],
    [["tailLines", "-1"]],
    [["limitBytes", "0"]],
    [["sinceSeconds", "0"]],
    [["sinceTime", "x"]],
    [
      ["sinceTime", "x"],
      ["sinceSeconds", "y"],
      ["tailLines", "z"],
    ],
    [["sinceTime", ""]],
    [
      ["sinceTime", "null"],
      ["sinceSeconds", "1"],
    ],
    [["tailLines", ""]],
    [["limitBytes", "9223372036854775808"]],
    [["tailLines", "+5"]],
    [["stream", "All"]],
    [
      ["follow", "x"],
      ["previous", "1"],
      ["timestamps", "true"],
    ],
    [["insecureSkipTLSVerifyBackend", "true"]],
    [
      ["limitBytes", "0"],
      ["tailLines", "-5"],
      ["sinceSeconds", "-1"],
    ],
  ];
  for (const name of ["one", "two", "default", "none"])
    for (const query of queries) s.get(`${PODS}/${name}/log`, query);
  const streams: [string, string][][] = [
    [],
    [
      ["command", "ls"],
      ["stdout", "true"],
    ],
    [
      ["command", "ls"],
      ["stdin", "true"],
      ["container", "d"],
    ],
    [
      ["command", "ls"],
      ["stdout", "x"],
      ["container", "none"],
    ],
    [
      ["stdout", "true"],
      ["stderr", "true"],
      ["tty", "true"],
    ],
    [["ports", "80"]],
    [["ports", "x"]],
  ];
  for (const name of ["one", "two", "none"])
    for (const sub of ["exec", "attach", "portforward"])
      for (const query of streams) {
        s.get(`${PODS}/${name}/${sub}`, query);
        s.post(`${PODS}/${name}/${sub}`, undefined, query);
      }
  for (const id of ["one", "two:80", "http:one:80", "odd:one:80", "one:web", "https:one:", "none", "a:b:c:d"])
    for (const path of ["/proxy", "/proxy/", "/proxy/a/b?c=d"]) s.get(`${PODS}/${id}${path}`);
  s.patch("merge", `${PODS}/one/status`, { status: { podIP: "127.0.0.1", podIPs: [{ ip: "127.0.0.1" }] } });
  s.get(`${PODS}/one:1/proxy/`);
  return s;
}
