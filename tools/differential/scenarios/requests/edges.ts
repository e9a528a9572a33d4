import { NS, Scenario } from "../scenario.ts";

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Discovery in every form, and requests of old and unusual clients. */
export function discovery(): Scenario {
  const s = new Scenario("discovery");
  const paths = [
    "/api",
    "/api/v1",
    "/apis/apps/v1",
    "/apis/apps/v1beta1",
    "/apis/policy",
    "/apis/events.k8s.io/v1",
    "/apis/apiregistration.k8s.io/v1",
  ];
  const accepts = [
    "application/json;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io;v=v3,application/json;q=0.5",
    "application/vnd.kubernetes.protobuf",
    "application/json;as=Table;v=v1;g=meta.k8s.io",
  ];
  for (const path of paths) for (const accept of accepts) s.get(path, [], { headers: { accept } });
  for (const path of ["/healthz?verbose", "/readyz?exclude=etcd", "/livez?exclude=none"]) s.get(path);
  for (const path of [
    "/api/v1/namespaces/{{ns}}/nodes",
    "/api/v1/Pods",
    "/apis/apps/v1/namespaces/{{ns}}/deployments/a/none",
    "/.well-known/openid-configuration/x",
    "/debug/pprof/",
  ])
    s.get(path);
  for (const method of ["HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PURGE"]) {
    s.send(method, "/api/v1");
    s.send(method, "/apis/apps/v1/namespaces/{{ns}}/deployments");
    s.send(method, "/apis/apps/v1/namespaces/{{ns}}/deployments/none");
    s.send(method, "/healthz");
    s.send(method, "/api/v1/namespaces/{{ns}}/pods/none/log");
    s.send(method, "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews");
  }
  return s;
}

/** Bodies, types and sizes that are refused; names, queries and options that are wrong. */
export function errors(): Scenario {
  const s = new Scenario("errors");
  const maps = `${NS}/configmaps`;
  const type = (contentType: string | null) => ({ headers: { "content-type": contentType } });
  for (const contentType of ["application/vnd.kubernetes.protobuf", "application/json;;", "a/b;c"])
    s.send("POST", maps, { metadata: { name: "t" } }, { ...type(contentType), query: [["dryRun", "All"]] });
  for (const text of [
    "",
    " ",
    "[]",
    "5",
    '"x"',
    '{"metadata":[]}',
    '{"metadata":{"name":5}}',
    '{"kind":"Pod"}',
    '{"apiVersion":"apps/v1","kind":"Deployment"}',
    '{"apiVersion":"v1","kind":"ConfigMapList","items":[]}',
    '{"apiVersion":"v1","kind":"configmap"}',
    '{"metadata":{"name":"a"},"data":[1]}',
    '{"metadata":{"name":"a"}}{"x":1}',
    '{"metadata":{"name":"a",}}',
    "{'metadata':1}",
    '{"metadata":{"name":"\\ud800"}}',
    '\u{feff}{"metadata":{"name":"a"}}',
    '{"metadata":{"name":"a","creationTimestamp":"yesterday"}}',
    '{"metadata":{"name":"a","deletionGracePeriodSeconds":1.5}}',
    '{"metadata":{"name":"a","generation":"1"}}',
    '{"metadata":{"name":"a","ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"x","uid":"u","controller":true},{"apiVersion":"v1","kind":"Pod","name":"y","uid":"v","controller":true}]}}',
  ])
    s.send("POST", maps, undefined, { text, query: [["dryRun", "All"]] });
  s.post(maps, { metadata: { name: "huge" }, data: { a: "x".repeat(3_200_000) } });
  s.patch("merge", `${maps}/none`, { data: { a: "x".repeat(3_200_000) } });
  for (const query of [
    ["fieldManager", "a\u0007"],
    ["pretty", "maybe"],
    ["unknown", "1"],
    ["timeout", "x"],
    ["timeout", "1s"],
    ["force", "true"],
    ["resourceVersion", "1"],
  ] as [string, string][])
    s.post(maps, { metadata: { generateName: "q-" } }, [query, ["dryRun", "All"]]);
  s.post(maps, { metadata: { name: "one" } });
  s.put(`${maps}/one`, { metadata: { name: "two" } });
  s.put(`${maps}/one`, {});
  s.put(`${maps}/one`, { metadata: { name: "one", uid: "x" } });
  s.apply(`${maps}/one`, { apiVersion: "v1", kind: "ConfigMap" }, "m", undefined, [["force", "x"]]);
  s.send("DELETE", `${maps}/one`, undefined, { text: "{" });
  s.send("DELETE", `${maps}/one`, undefined, { text: '{"propagationPolicy":5}' });
  s.send("DELETE", `${maps}/one`, undefined, { text: "x", headers: { "content-type": "text/plain" } });
  return s;
}

/** Every kind of workload that a chart brings, made, listed as kubectl lists, changed and removed. */
export function workloads(): Scenario {
  const s = new Scenario("workloads");
  const template = (more: object = {}) => ({
    metadata: { labels: { app: "web" } },
    spec: {
      containers: [
        {
          name: "web",
          image: "nginx:1.27@sha256:0123456789012345678901234567890123456789012345678901234567890123",
          ports: [{ name: "http", containerPort: 8080 }],
          env: [
            { name: "A", value: "1" },
            { name: "POD", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
            { name: "CPU", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } },
          ],
          envFrom: [{ configMapRef: { name: "c" } }],
          resources: {
            requests: { cpu: "0.1", memory: "0.5Gi" },
            limits: { cpu: "1000m", memory: "1024Mi" },
          },
          livenessProbe: { httpGet: { path: "/healthz", port: "http" } },
          readinessProbe: { grpc: { port: 8080 } },
          startupProbe: { exec: { command: ["true"] }, failureThreshold: 30 },
          lifecycle: { preStop: { sleep: { seconds: 5 } } },
          volumeMounts: [
            { name: "cfg", mountPath: "/etc/cfg", readOnly: true },
            { name: "tmp", mountPath: "/tmp", subPath: "x" },
          ],
          securityContext: { runAsNonRoot: true, capabilities: { drop: ["ALL"] } },
        },
      ],
      initContainers: [
        { name: "init", image: "busybox", command: ["sh", "-c", "exit 0"] },
        { name: "side", image: "busybox", restartPolicy: "Always" },
      ],
      volumes: [
        { name: "cfg", configMap: { name: "c", items: [{ key: "k", path: "p", mode: 256 }] } },
        { name: "tmp", emptyDir: { medium: "Memory", sizeLimit: "64Mi" } },
        {
          name: "proj",
          projected: {
            sources: [
              { serviceAccountToken: { path: "token", audience: "x" } },
              { downwardAPI: { items: [{ path: "l", fieldRef: { fieldPath: "metadata.labels" } }] } },
            ],
          },
        },
      ],
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 1,
              podAffinityTerm: {
                topologyKey: "kubernetes.io/hostname",
                labelSelector: { matchLabels: { app: "web" } },
              },
            },
          ],
        },
      },
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: "zone",
          whenUnsatisfiable: "ScheduleAnyway",
          labelSelector: { matchLabels: { app: "web" } },
        },
      ],
      tolerations: [{ key: "a", value: "b", effect: "NoSchedule" }],
      ...more,
    },
  });
  const made: [string, object][] = [
    [
      "/apis/apps/v1/namespaces/{{ns}}/deployments",
      {
        spec: {
          replicas: 2,
          selector: { matchLabels: { app: "web" } },
          template: template(),
          strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: 0 } },
        },
      },
    ],
    [
      "/apis/apps/v1/namespaces/{{ns}}/statefulsets",
      {
        spec: {
          serviceName: "web",
          selector: { matchLabels: { app: "web" } },
          template: template(),
          volumeClaimTemplates: [
            {
              metadata: { name: "data" },
              spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
            },
          ],
          persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" },
        },
      },
    ],
    [
      "/apis/apps/v1/namespaces/{{ns}}/daemonsets",
      { spec: { selector: { matchLabels: { app: "web" } }, template: template() } },
    ],
    [
      "/apis/apps/v1/namespaces/{{ns}}/replicasets",
      { spec: { selector: { matchLabels: { app: "web" } }, template: template() } },
    ],
    [
      "/apis/batch/v1/namespaces/{{ns}}/jobs",
      {
        spec: {
          backoffLimit: 2,
          ttlSecondsAfterFinished: 60,
          podFailurePolicy: { rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [42] } }] },
          template: template({ restartPolicy: "Never" }),
        },
      },
    ],
    [
      "/apis/batch/v1/namespaces/{{ns}}/cronjobs",
      {
        spec: {
          schedule: "*/5 * * * *",
          concurrencyPolicy: "Forbid",
          jobTemplate: { spec: { template: template({ restartPolicy: "OnFailure" }) } },
        },
      },
    ],
    [
      "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers",
      {
        spec: {
          minReplicas: 1,
          maxReplicas: 5,
          scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
          metrics: [
            {
              type: "Pods",
              pods: { metric: { name: "qps" }, target: { type: "AverageValue", averageValue: "1k" } },
            },
            {
              type: "External",
              external: {
                metric: { name: "queue", selector: { matchLabels: { q: "a" } } },
                target: { type: "Value", value: "30" },
              },
            },
            {
              type: "ContainerResource",
              containerResource: {
                name: "cpu",
                container: "web",
                target: { type: "Utilization", averageUtilization: 60 },
              },
            },
          ],
          behavior: {
            scaleDown: {
              stabilizationWindowSeconds: 60,
              policies: [{ type: "Percent", value: 10, periodSeconds: 60 }],
            },
          },
        },
      },
    ],
    [
      "/apis/networking.k8s.io/v1/namespaces/{{ns}}/networkpolicies",
      {
        spec: {
          podSelector: { matchLabels: { app: "web" } },
          ingress: [
            {
              from: [{ namespaceSelector: {} }, { ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }],
              ports: [{ protocol: "TCP", port: 80, endPort: 90 }],
            },
          ],
          egress: [],
        },
      },
    ],
    [
      "/apis/networking.k8s.io/v1/namespaces/{{ns}}/ingresses",
      {
        spec: {
          ingressClassName: "nginx",
          rules: [
            {
              host: "*.example.com",
              http: {
                paths: [
                  {
                    path: "/a",
                    pathType: "ImplementationSpecific",
                    backend: { resource: { apiGroup: "x.example.com", kind: "Bucket", name: "b" } },
                  },
                ],
              },
            },
          ],
        },
      },
    ],
    [
      `${NS}/services`,
      {
        spec: {
          type: "ClusterIP",
          selector: { app: "web" },
          ports: [{ name: "http", port: 80, targetPort: "http", appProtocol: "kubernetes.io/h2c" }],
          sessionAffinity: "ClientIP",
          trafficDistribution: "PreferClose",
          publishNotReadyAddresses: true,
        },
      },
    ],
  ];
  const table = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" } };
  for (const [path, body] of made) {
    const object = {
      ...body,
      metadata: { name: "web", labels: { app: "web" }, ...(body as { metadata?: object }).metadata },
    };
    const { name } = object.metadata;
    s.post(path, object, [
      ["fieldManager", "kubectl-create"],
      ["fieldValidation", "Strict"],
    ]);
    s.get(path, [["limit", "500"]], table);
    s.get(`${path}/${name}`, [], { headers: { accept: "application/yaml" } });
    s.patch(
      "strategic",
      `${path}/${name}`,
      { metadata: { annotations: { "kubectl.kubernetes.io/restartedAt": "2024-01-01T00:00:00Z" } } },
      [["fieldManager", "kubectl-annotate"]],
    );
    s.get(`${path}/${name}/status`);
    s.send("GET", `${path}/${name}`, undefined, { headers: { accept: "application/cbor" } });
    s.delete(`${path}/${name}`, { propagationPolicy: "Background" });
  }
  return s;
}

/** Conditional requests of clients that have cached a document. */
export function conditions(): Scenario {
  const s = new Scenario("conditions");
  const PAST = "Thu, 01 Jan 2015 00:00:00 GMT";
  const headers = [
    { "if-none-match": "*" },
    { "if-match": '"x"' },
    { "if-modified-since": "2100-01-01" },
    { "if-unmodified-since": PAST },
    { accept: "text/html" },
  ];
  for (const path of ["/openapi/v2", "/openapi/v3", "/openapi/v3/api", "/api"])
    for (const more of headers)
      for (const method of ["GET", "HEAD"])
        s.send(method, path, undefined, {
          headers: {
            ...(path.endsWith("api") || path.endsWith("apis") ? { accept: AGGREGATED } : {}),
            ...more,
          },
        });
  return s;
}
