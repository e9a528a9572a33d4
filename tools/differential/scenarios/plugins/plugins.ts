import { NS, Scenario } from "../scenario.ts";

const pod = (name: string, spec: object = {}, meta: object = {}, container: object = {}) => ({
  metadata: { name, ...meta },
  spec: { containers: [{ name: "main", image: "nginx:1", ...container }], ...spec },
});

/** ResourceQuota and LimitRanger: accepted and refused requests with their messages; scopes; counted objects. */
export function quotas(): Scenario {
  const s = new Scenario("quotas");
  s.post(`${NS}/limitranges`, {
    metadata: { name: "l" },
    spec: {
      limits: [
        {
          type: "Container",
          default: { cpu: "200m", memory: "128Mi" },
          defaultRequest: { cpu: "100m" },
          max: { cpu: "1", memory: "1Gi" },
          min: { cpu: "50m" },
          maxLimitRequestRatio: { cpu: "4" },
        },
        { type: "Pod", max: { cpu: "2" } },
        { type: "PersistentVolumeClaim", min: { storage: "1Gi" }, max: { storage: "10Gi" } },
      ],
    },
  });
  s.until(`${NS}/limitranges/l`);
  s.post(`${NS}/pods`, pod("defaults"));
  s.post(`${NS}/pods`, pod("big", {}, {}, { resources: { limits: { cpu: "2" } } }));
  s.delete(`${NS}/limitranges/l`);
  s.post(`${NS}/resourcequotas`, {
    metadata: { name: "q" },
    spec: {
      hard: {
        pods: "2",
        "requests.cpu": "1",
        "limits.memory": "1Gi",
        services: "1",
        "services.nodeports": "0",
        "count/configmaps": "2",
        persistentvolumeclaims: "1",
        "requests.storage": "5Gi",
        "gold.storageclass.storage.k8s.io/requests.storage": "1Gi",
        "count/deployments.apps": "1",
      },
    },
  });
  s.patch("merge", `${NS}/resourcequotas/q/status`, {
    status: {
      hard: {
        pods: "2",
        "requests.cpu": "1",
        "limits.memory": "1Gi",
        services: "1",
        "services.nodeports": "0",
        "count/configmaps": "2",
        persistentvolumeclaims: "1",
        "requests.storage": "5Gi",
        "gold.storageclass.storage.k8s.io/requests.storage": "1Gi",
        "count/deployments.apps": "1",
      },
      used: {
        pods: "1",
        "requests.cpu": "100m",
        "limits.memory": "128Mi",
        services: "0",
        "services.nodeports": "0",
        "count/configmaps": "0",
        persistentvolumeclaims: "0",
        "requests.storage": "0",
        "gold.storageclass.storage.k8s.io/requests.storage": "0",
        "count/deployments.apps": "0",
      },
    },
  });
  s.post(`${NS}/pods`, pod("noresources"));
  s.post(
    `${NS}/pods`,
    pod("toomuch", {}, {}, { resources: { requests: { cpu: "2" }, limits: { memory: "2Gi", cpu: "2" } } }),
  );
  s.post(
    `${NS}/pods`,
    pod("fits", {}, {}, { resources: { requests: { cpu: "100m" }, limits: { memory: "100Mi" } } }),
  );
  s.post(
    `${NS}/pods`,
    pod("third", {}, {}, { resources: { requests: { cpu: "100m" }, limits: { memory: "100Mi" } } }),
  );
  s.post(`${NS}/services`, { metadata: { name: "np" }, spec: { type: "NodePort", ports: [{ port: 80 }] } });
  s.post(`${NS}/services`, { metadata: { name: "one" }, spec: { ports: [{ port: 80 }] } });
  s.post(`${NS}/services`, { metadata: { name: "two" }, spec: { ports: [{ port: 80 }] } });
  for (const name of ["c1", "c2", "c3"]) s.post(`${NS}/configmaps`, { metadata: { name } });
  s.post(`${NS}/persistentvolumeclaims`, {
    metadata: { name: "gold" },
    spec: {
      storageClassName: "gold",
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "2Gi" } },
    },
  });
  s.post(`${NS}/persistentvolumeclaims`, {
    metadata: { name: "plain" },
    spec: {
      storageClassName: "",
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "6Gi" } },
    },
  });
  s.post("/apis/apps/v1/namespaces/{{ns}}/deployments", {
    metadata: { name: "d1" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  s.post("/apis/apps/v1/namespaces/{{ns}}/deployments", {
    metadata: { name: "d2" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  s.delete(`${NS}/pods/fits`, { gracePeriodSeconds: 0 });
  s.get(`${NS}/resourcequotas/q`, [], {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  return s;
}

/** Priority, RuntimeClass, tolerations, pod security, default storage class, taints, node restriction of names. */
export function pods(): Scenario {
  const s = new Scenario("pod-admission");
  s.post("/apis/scheduling.k8s.io/v1/priorityclasses", {
    metadata: { name: "p-{{id}}" },
    value: 1000,
    preemptionPolicy: "Never",
    description: "d",
  });
  s.post("/apis/scheduling.k8s.io/v1/priorityclasses", { metadata: { name: "system-{{id}}" }, value: 1 });
  s.delete("/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical", undefined, [["dryRun", "All"]]);
  s.post(`${NS}/pods`, pod("prio", { priorityClassName: "p-{{id}}" }));
  s.post(`${NS}/pods`, pod("prio5", { priorityClassName: "system-node-critical" }));
  s.post("/apis/node.k8s.io/v1/runtimeclasses", {
    metadata: { name: "r-{{id}}" },
    handler: "h",
    overhead: { podFixed: { cpu: "10m" } },
    scheduling: { nodeSelector: { a: "b" }, tolerations: [{ key: "t", operator: "Exists" }] },
  });
  s.until("/apis/node.k8s.io/v1/runtimeclasses/r-{{id}}");
  s.post(`${NS}/pods`, pod("rc", { runtimeClassName: "r-{{id}}" }));
  s.post(`${NS}/pods`, pod("rc2", { runtimeClassName: "r-{{id}}", nodeSelector: { a: "c" } }));
  s.post(
    `${NS}/pods`,
    pod("tol", {
      tolerations: [
        {
          key: "node.kubernetes.io/not-ready",
          operator: "Exists",
          effect: "NoExecute",
          tolerationSeconds: 5,
        },
      ],
    }),
  );
  s.post(`${NS}/pods`, pod("tol2", { tolerations: [{ operator: "Exists" }] }));
  s.post(`${NS}/pods`, pod("mem", {}, {}, { resources: { limits: { memory: "1Gi" } } }));
  s.post("/apis/storage.k8s.io/v1/storageclasses", {
    metadata: { name: "sc-{{id}}" },
    provisioner: "p.example.com",
    allowVolumeExpansion: false,
  });
  s.post(`${NS}/persistentvolumeclaims`, {
    metadata: { name: "v" },
    spec: {
      storageClassName: "sc-{{id}}",
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
    },
  });
  s.patch("merge", `${NS}/persistentvolumeclaims/v/status`, {
    status: { phase: "Bound", capacity: { storage: "1Gi" } },
  });
  s.patch("merge", `${NS}/persistentvolumeclaims/v`, {
    spec: { resources: { requests: { storage: "2Gi" } } },
  });
  s.patch("merge", `${NS}/persistentvolumeclaims/v`, { spec: { volumeName: "x" } });
  s.delete(`${NS}/persistentvolumeclaims/v`);
  s.post("/api/v1/nodes", { metadata: { name: "new-{{id}}" } });
  s.post(`${NS}/pods`, pod("gated", { schedulingGates: [{ name: "example.com/g" }] }));
  s.patch("merge", `${NS}/pods/gated`, { spec: { nodeSelector: { a: "b" } } });
  s.post(`${NS}/pods/gated/binding`, { metadata: { name: "gated" }, target: { kind: "Node", name: "n" } });
  s.patch("json", `${NS}/pods/gated`, [{ op: "remove", path: "/spec/schedulingGates" }]);
  s.post(`${NS}/pods/gated/binding`, {
    metadata: { name: "gated", annotations: { a: "b" } },
    target: { kind: "Node", name: "n" },
  });
  s.post(`${NS}/pods/gated/binding`, { metadata: { name: "gated" }, target: { kind: "Node", name: "m" } });
  return s;
}

/** Pod security: levels and modes, exemptions by version, workloads that only warn. */
export function podSecurity(): Scenario {
  const s = new Scenario("pod-security");
  const ns = "/api/v1/namespaces/psa-{{id}}";
  s.post("/api/v1/namespaces", {
    metadata: {
      name: "psa-{{id}}",
      labels: {
        "pod-security.kubernetes.io/enforce": "baseline",
        "pod-security.kubernetes.io/warn": "restricted",
        "pod-security.kubernetes.io/audit": "restricted",
        "pod-security.kubernetes.io/warn-version": "v1.25",
      },
    },
  });
  s.until(ns);
  const specs: object[] = [
    {},
    { hostNetwork: true },
    { hostPID: true, hostIPC: true },
    { containers: [{ name: "c", image: "i", securityContext: { privileged: true } }] },
    {
      containers: [
        { name: "c", image: "i", securityContext: { capabilities: { add: ["SYS_ADMIN", "NET_RAW"] } } },
      ],
    },
    { containers: [{ name: "c", image: "i", ports: [{ containerPort: 80, hostPort: 80 }] }] },
    { volumes: [{ name: "h", hostPath: { path: "/" } }] },
    { securityContext: { sysctls: [{ name: "kernel.msgmax", value: "1" }] } },
    { securityContext: { seccompProfile: { type: "Unconfined" }, seLinuxOptions: { type: "x", user: "u" } } },
    { containers: [{ name: "c", image: "i", securityContext: { procMount: "Unmasked" } }], hostUsers: true },
    { containers: [{ name: "c", image: "i", securityContext: { appArmorProfile: { type: "Unconfined" } } }] },
    { containers: [{ name: "c", image: "i", livenessProbe: { httpGet: { port: 80, host: "1.2.3.4" } } }] },
    {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      containers: [
        {
          name: "c",
          image: "i",
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
        },
      ],
    },
    { securityContext: { runAsUser: 0 }, volumes: [{ name: "n", nfs: { server: "s", path: "/" } }] },
  ];
  for (const [i, spec] of specs.entries())
    s.post(
      `${ns}/pods`,
      { metadata: { name: `p${i}` }, spec: { containers: [{ name: "c", image: "i" }], ...spec } },
      [["dryRun", "All"]],
    );
  s.post("/apis/apps/v1/namespaces/psa-{{id}}/deployments", {
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: {
        metadata: { labels: { a: "b" } },
        spec: { hostNetwork: true, containers: [{ name: "c", image: "i" }] },
      },
    },
  });
  s.post("/apis/batch/v1/namespaces/psa-{{id}}/cronjobs", {
    metadata: { name: "d" },
    spec: {
      schedule: "@daily",
      jobTemplate: {
        spec: {
          template: {
            spec: { restartPolicy: "Never", hostPID: true, containers: [{ name: "c", image: "i" }] },
          },
        },
      },
    },
  });
  s.post(`${ns}/pods`, { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } });
  s.patch("merge", `${ns}/pods/p`, { metadata: { labels: { a: "b" } } });
  s.patch("strategic", `${ns}/pods/p`, { spec: { containers: [{ name: "c", image: "j" }] } });
  s.patch("merge", ns, { metadata: { labels: { "pod-security.kubernetes.io/enforce": "restricted" } } });
  return s;
}

/** Warnings that built-in kinds give. */
export function warnings(): Scenario {
  const s = new Scenario("warnings");
  s.post(
    `${NS}/pods`,
    pod("w2", {
      tolerations: [{ key: "node-role.kubernetes.io/master", operator: "Exists" }],
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: "failure-domain.beta.kubernetes.io/zone", operator: "In", values: ["a"] },
                ],
              },
            ],
          },
        },
      },
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: "beta.kubernetes.io/os", whenUnsatisfiable: "DoNotSchedule" },
      ],
    }),
  );
  s.post(
    `${NS}/pods`,
    pod("w3", {
      containers: [
        {
          name: "a",
          image: "i",
          env: [
            { name: "A", value: "1" },
            { name: "A", value: "2" },
          ],
          ports: [{ containerPort: 80, name: "x" }, { containerPort: 80 }],
          resources: { requests: { memory: "100m", "ephemeral-storage": "1m" } },
        },
      ],
    }),
  );
  s.post(
    `${NS}/pods`,
    pod(
      "w4.dots",
      {
        hostAliases: [
          { ip: "1.2.3.4", hostnames: ["a"] },
          { ip: "1.2.3.4", hostnames: ["b"] },
        ],
        imagePullSecrets: [{ name: "" }],
        dnsConfig: { searches: ["a", "b"] },
      },
      {
        annotations: {
          "seccomp.security.alpha.kubernetes.io/pod": "runtime/default",
          "container.apparmor.security.beta.kubernetes.io/main": "unconfined",
        },
      },
    ),
  );
  s.post(`${NS}/services`, {
    metadata: { name: "s2" },
    spec: { ports: [{ port: 80 }], sessionAffinity: "ClientIP", clusterIP: "None" },
  });
  s.post("/apis/batch/v1/namespaces/{{ns}}/cronjobs", {
    metadata: { name: "cj2" },
    spec: {
      schedule: "0 0 31 2 *",
      timeZone: "Nowhere/Land",
      jobTemplate: {
        spec: {
          completions: 200000,
          parallelism: 20000,
          completionMode: "Indexed",
          template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } },
        },
      },
    },
  });
  s.post("/apis/networking.k8s.io/v1/namespaces/{{ns}}/ingresses", {
    metadata: { name: "i", annotations: { "kubernetes.io/ingress.class": "nginx" } },
    spec: { defaultBackend: { service: { name: "s", port: { number: 80 } } } },
  });
  s.post("/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets", {
    metadata: { name: "p" },
    spec: { minAvailable: 1, selector: {} },
  });
  s.post("/apis/storage.k8s.io/v1/storageclasses", {
    metadata: { name: "s-{{id}}" },
    provisioner: "kubernetes.io/no-provisioner",
    allowedTopologies: [
      { matchLabelExpressions: [{ key: "failure-domain.beta.kubernetes.io/zone", values: ["a"] }] },
    ],
  });
  s.post(`${NS}/persistentvolumeclaims`, {
    metadata: { name: "pvc", annotations: { "volume.beta.kubernetes.io/storage-class": "x" } },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "100m" } } },
  });
  return s;
}
