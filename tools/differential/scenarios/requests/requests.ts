import { NS, Scenario, TABLE } from "../scenario.ts";

const TABLE1 = "application/json;as=Table;v=v1beta1;g=meta.k8s.io";
const PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
const PARTIALS = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
const cm = (name: string, data: object = {}, meta: object = {}) => ({ metadata: { name, ...meta }, data });

/** Dry run and field validation with every verb. */
export function dryRuns(): Scenario {
  const s = new Scenario("edges-dry-runs");
  const D = "/apis/apps/v1/namespaces/{{ns}}/deployments";
  const dep = (name: string, more: object = {}) => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
      ...more,
    },
  });
  s.post(D, dep("d"));
  s.delete(`${D}/d`, { dryRun: ["All"], propagationPolicy: "Foreground" });
  s.delete(D, { dryRun: ["All"] }, [["labelSelector", "none=x"]]);
  s.delete(`${D}/d`, { dryRun: ["x"] });
  s.delete(`${D}/d`, { orphanDependents: true, propagationPolicy: "Orphan" });
  s.delete(`${D}/d`, { gracePeriodSeconds: -1, dryRun: ["All"] });
  s.delete(`${D}/d`, undefined, [["propagationPolicy", "Sideways"]]);
  s.delete(`${D}/d`, undefined, [["gracePeriodSeconds", "x"]]);
  s.delete(`${D}/d`, {
    kind: "DeleteOptions",
    apiVersion: "v1",
    preconditions: { uid: "wrong", resourceVersion: "1" },
  });
  s.delete(`${D}/d`, { preconditions: { resourceVersion: "1" } });
  const unknown = (more: object = {}) => ({
    ...dep("u"),
    extra: 1,
    spec: {
      ...dep("u").spec,
      replica: 3,
      template: {
        ...dep("u").spec.template,
        spec: {
          containers: [{ name: "c", image: "i", imagePullpolicy: "Always", ports: [{ containerport: 80 }] }],
        },
      },
    },
    ...more,
  });
  for (const v of ["Strict", "Warn", "Ignore", "", "strict", "Nope"]) {
    s.post(D, unknown(), [
      ["fieldValidation", v],
      ["dryRun", "All"],
    ]);
    s.put(`${D}/d`, { ...unknown(), metadata: { name: "d", foo: "bar" } }, [
      ["fieldValidation", v],
      ["dryRun", "All"],
    ]);
    s.patch("merge", `${D}/d`, { spec: { foo: 1, template: { spec: { bar: 2 } } } }, [
      ["fieldValidation", v],
      ["dryRun", "All"],
    ]);
    s.apply(
      `${D}/d`,
      { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec: { foo: 1 } },
      "m",
      undefined,
      [
        ["fieldValidation", v],
        ["dryRun", "All"],
      ],
    );
    s.patch("merge", `${D}/d/status`, { status: { foo: 1 } }, [
      ["fieldValidation", v],
      ["dryRun", "All"],
    ]);
    s.send("POST", `${NS}/configmaps`, undefined, {
      text: '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"dup","name":"dup2","labels":{"a":"1","a":"2"}},"data":{"x":"1","x":"2"},"foo":{}}',
      query: [
        ["fieldValidation", v],
        ["dryRun", "All"],
      ],
      headers: { "content-type": "application/json" },
    });
    s.send("POST", `${NS}/configmaps`, undefined, {
      text: "kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: dup\n  name: dup2\ndata:\n  x: '1'\n  x: '2'\nfoo: {}\n",
      query: [
        ["fieldValidation", v],
        ["dryRun", "All"],
      ],
      headers: { "content-type": "application/yaml" },
    });
  }
  s.post(D, unknown({ kind: "Pod" }), [["fieldValidation", "Strict"]]);
  s.post(
    `${NS}/pods`,
    { metadata: { name: "case" }, spec: { Containers: [{ Name: "c", IMAGE: "i" }], restartpolicy: "Never" } },
    [["fieldValidation", "Strict"]],
  );
  s.post(`${NS}/pods/none/eviction`, { metadata: { name: "none" }, foo: 1 }, [["fieldValidation", "Strict"]]);
  s.post(`${NS}/serviceaccounts/default/token`, { spec: { audiences: ["a"], foo: 1 } }, [
    ["fieldValidation", "Strict"],
  ]);
  s.post(
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    { spec: { resourceAttributes: { verb: "get", foo: 1 } } },
    [["fieldValidation", "Strict"]],
  );
  return s;
}

/** generateName: long prefixes, collisions of names, wrong ones; names of each sort. */
export function names(): Scenario {
  const s = new Scenario("edges-names");
  for (const [path, body] of [
    [`${NS}/configmaps`, {}],
    [`${NS}/services`, { spec: { ports: [{ port: 80 }] } }],
    ["/apis/rbac.authorization.k8s.io/v1/namespaces/{{ns}}/roles", { rules: [] }],
    [`${NS}/serviceaccounts`, {}],
    [
      "/apis/networking.k8s.io/v1/namespaces/{{ns}}/ingresses",
      { spec: { defaultBackend: { service: { name: "x", port: { number: 1 } } } } },
    ],
    ["/apis/coordination.k8s.io/v1/namespaces/{{ns}}/leases", {}],
    [`${NS}/pods`, { spec: { containers: [{ name: "c", image: "i" }] } }],
    [
      "/apis/batch/v1/namespaces/{{ns}}/cronjobs",
      {
        spec: {
          schedule: "@daily",
          jobTemplate: {
            spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } } },
          },
        },
      },
    ],
    [
      "/apis/batch/v1/namespaces/{{ns}}/jobs",
      { spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } } } },
    ],
    [
      "/apis/apps/v1/namespaces/{{ns}}/statefulsets",
      {
        spec: {
          serviceName: "",
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
        },
      },
    ],
    ["/apis/storage.k8s.io/v1/storageclasses", { provisioner: "p" }],
    ["/apis/scheduling.k8s.io/v1/priorityclasses", { value: 1 }],
    ["/api/v1/namespaces", {}],
    [`${NS}/secrets`, {}],
    [
      `${NS}/persistentvolumeclaims`,
      { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
    ],
    [`${NS}/endpoints`, {}],
    ["/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices", { addressType: "IPv4", endpoints: [] }],
    [
      "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
      {
        spec: {
          matchConstraints: {
            resourceRules: [
              { apiGroups: ["x"], apiVersions: ["v1"], resources: ["y"], operations: ["CREATE"] },
            ],
          },
          validations: [{ expression: "true" }],
        },
      },
    ],
  ] as [string, object][])
    for (const meta of [
      { generateName: "a.b-" },
      { generateName: "x".repeat(70) },
      { generateName: "-x" },
      { generateName: "1-" },
      { name: "a.b" },
      { name: "x".repeat(64) },
      { name: "x".repeat(254) },
      { name: "a", namespace: "other" },
      {},
      {
        name: "l",
        labels: { "a/b/c": "x", ok: "y z" },
        annotations: { "A B": "c" },
        finalizers: ["a", "example.com/ok"],
      },
      { name: "long", annotations: { x: "y".repeat(300000) } },
    ])
      s.post(path, { metadata: meta, ...body }, [["dryRun", "All"]]);
  return s;
}

/** Finalizers, preconditions, grace, propagation; deletes of collections with selectors and limits. */
export function removals(): Scenario {
  const s = new Scenario("lifecycle-removals");
  const P = `${NS}/pods`;
  const pod = (name: string, meta: object = {}, more: object = {}) =>
    s.post(P, {
      metadata: { name, labels: { g: "1", n: name }, ...meta },
      spec: { terminationGracePeriodSeconds: 7, containers: [{ name: "c", image: "i" }], ...more },
    });
  pod("a");
  pod("b", { finalizers: ["example.com/x"] });
  pod("c", {}, { nodeName: "n1" });
  pod("d", { finalizers: ["example.com/x"] }, { nodeName: "n1" });
  pod("e", {}, { nodeName: "n1", terminationGracePeriodSeconds: 0 });
  pod("f", {}, { nodeName: "n1" });
  for (const n of ["a", "b", "c", "d", "e"]) {
    s.delete(`${P}/${n}`, { preconditions: { uid: "x" } });
    s.delete(`${P}/${n}`);
    s.delete(`${P}/${n}`, { gracePeriodSeconds: 3 });
    s.delete(`${P}/${n}`, { gracePeriodSeconds: 30 });
    s.patch("merge", `${P}/${n}`, { metadata: { labels: { late: "1" } } });
    s.patch("merge", `${P}/${n}`, { metadata: { finalizers: ["example.com/y"] } });
    s.delete(`${P}/${n}`, { gracePeriodSeconds: 0 });
    s.patch("merge", `${P}/${n}`, { metadata: { finalizers: null } });
  }
  s.patch("merge", `${P}/f/status`, { status: { phase: "Succeeded" } });
  s.delete(`${P}/f`);
  pod("g", {}, { nodeName: "n1" });
  s.delete(`${P}/g`, { gracePeriodSeconds: 1, propagationPolicy: "Foreground" });
  s.patch("json", `${P}/g`, [{ op: "remove", path: "/metadata/finalizers" }]);
  s.delete(`${P}/g`, { gracePeriodSeconds: 0, propagationPolicy: "Background" });
  for (let i = 0; i < 6; i++)
    s.post(
      `${NS}/configmaps`,
      cm(
        `m${i}`,
        {},
        {
          labels: { even: String(i % 2 === 0), n: String(i) },
          ...(i === 3 ? { finalizers: ["example.com/z"] } : {}),
        },
      ),
    );
  s.delete(`${NS}/configmaps`, undefined, [["labelSelector", "even=true,n!=0"]]);
  s.delete(`${NS}/configmaps`, undefined, [["labelSelector", "a b"]]);
  s.delete(`${NS}/configmaps`, undefined, [["fieldSelector", "metadata.name=m1"]]);
  s.delete(`${NS}/configmaps`, { preconditions: { uid: "x" } }, [["labelSelector", "n=5"]]);
  s.delete(`${NS}/configmaps`, { propagationPolicy: "Orphan" }, [["labelSelector", "n=5"]]);
  s.delete(`${NS}/configmaps`, undefined, [
    ["limit", "1"],
    ["labelSelector", "n"],
  ]);
  s.delete(`${NS}/configmaps`, undefined, [
    ["resourceVersion", "0"],
    ["labelSelector", "n"],
  ]);
  s.delete(`${NS}/configmaps`, undefined, [
    ["labelSelector", "n"],
    ["resourceVersion", "99999999"],
  ]);
  s.patch("merge", `${NS}/configmaps/m3`, { metadata: { finalizers: [] } });
  s.delete(`${NS}/configmaps`, undefined, [], { headers: { accept: TABLE } });
  s.delete(`${NS}/pods`, { gracePeriodSeconds: 0 }, [["labelSelector", "g=1"]], {
    headers: { accept: PARTIALS },
  });
  s.post(`${NS}/configmaps`, cm("t"));
  s.delete(`${NS}/configmaps/t`, undefined, [], { headers: { accept: TABLE } });
  s.post(`${NS}/configmaps`, cm("t", {}, { finalizers: ["example.com/z"] }));
  s.delete(`${NS}/configmaps/t`, undefined, [], { headers: { accept: TABLE } });
  s.delete(`${NS}/configmaps/t`, undefined, [], { headers: { accept: PARTIAL } });
  s.send(
    "PATCH",
    `${NS}/configmaps/t`,
    { metadata: { finalizers: null } },
    { headers: { accept: PARTIAL, "content-type": "application/merge-patch+json" } },
  );
  for (const body of ["5"])
    s.send("DELETE", `${NS}/configmaps/none`, undefined, {
      text: body,
      headers: { "content-type": "application/json" },
    });
  s.post(`${NS}/resourcequotas`, {
    metadata: { name: "q" },
    spec: { hard: { configmaps: "0", "count/secrets": "1" } },
  });
  s.delete(`${NS}/resourcequotas/q`, { orphanDependents: true });
  s.delete(`${NS}/resourcequotas/q`);
  s.delete(`/api/v1/namespaces/{{ns}}`, { dryRun: ["All"] });
  s.delete(`/api/v1/namespaces/{{ns}}`, { propagationPolicy: "Orphan", preconditions: { uid: "x" } });
  s.delete(`${NS}/services`, undefined, [["labelSelector", "x"]]);
  s.delete(`/api/v1/namespaces/{{ns}}`);
  s.post(`${NS}/configmaps`, cm("late"));
  return s;
}

/** Lists and watches: versions, matches, bookmarks, initial events, tables, partial metadata, pages, errors. */
export function watching(): Scenario {
  const s = new Scenario("reads-watching");
  const C = `${NS}/configmaps`;
  const first = s.post(C, cm("a", { x: "1" }, { labels: { l: "1" } }));
  s.post(C, cm("b", {}, { labels: { l: "2" } }));
  const third = s.post(C, cm("c"));
  s.patch("merge", `${C}/a`, { metadata: { labels: { l: "2" } } });
  s.delete(`${C}/b`);
  const list = s.get(C);
  const rv = `{{=${first}:/metadata/resourceVersion}}`,
    rv3 = `{{=${third}:/metadata/resourceVersion}}`,
    rvl = `{{=${list}:/metadata/resourceVersion}}`;
  for (const match of [undefined, "Exact", "NotOlderThan", "Weird", ""])
    for (const v of [undefined, "0", rv, rvl, "99999999", "x", "-1", ""]) {
      const q: [string, string][] = [];
      if (v !== undefined) q.push(["resourceVersion", v]);
      if (match !== undefined) q.push(["resourceVersionMatch", match]);
      s.get(C, q, { headers: { accept: PARTIALS } });
      s.get(C, [...q, ["limit", "1"]], { headers: { accept: PARTIALS } });
    }
  s.get(`${C}/a`, [["resourceVersion", "x"]]);
  s.watch(C, 3, [["resourceVersion", rv]]);
  s.watch(C, 4, [
    ["sendInitialEvents", "true"],
    ["resourceVersionMatch", "NotOlderThan"],
    ["allowWatchBookmarks", "true"],
    ["resourceVersion", rvl],
  ]);
  s.watch(C, 2, [
    ["sendInitialEvents", "false"],
    ["resourceVersionMatch", "NotOlderThan"],
    ["resourceVersion", rv3],
  ]);
  s.watch(C, 2, [
    ["resourceVersionMatch", "Exact"],
    ["sendInitialEvents", "true"],
  ]);
  s.watch(C, 2, [
    ["resourceVersion", rv],
    ["timeoutSeconds", "x"],
  ]);
  s.watch(`${C}/none`, 1, []);
  s.watch(`${NS}/pods/x/log`, 1, []);
  s.get(C, [["watch", "0"]]);
  s.get(C, [
    ["follow", "true"],
    ["watch", "false"],
    ["pretty", "true"],
  ]);
  for (const accept of [
    TABLE,
    TABLE1,
    PARTIALS,
    "application/yaml;as=Table;v=v1;g=meta.k8s.io",
    "application/json;as=Table;v=v2;g=meta.k8s.io",
    "application/json;as=Table;g=meta.k8s.io;v=v1, application/json",
    "application/json;as=Other;v=v1;g=meta.k8s.io",
    "application/json;as=Table",
    "application/json;as=Table;v=v1;g=x",
    "*/*",
    "application/*",
    "text/html",
    "application/json;q=0.1, application/yaml;q=0.9",
    "application/cbor",
    "application/json;charset=utf-8",
    "application/json; as=PartialObjectMetadataList; v=v1; g=meta.k8s.io, application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
  ]) {
    s.get(C, [], { headers: { accept } });
    s.get(`${C}/a`, [], { headers: { accept } });
    s.get(`${C}/none`, [], { headers: { accept } });
    s.send("POST", C, cm("acc"), { query: [["dryRun", "All"]], headers: { accept } });
    s.send(
      "PATCH",
      `${C}/a`,
      { data: { y: "1" } },
      { query: [["dryRun", "All"]], headers: { accept, "content-type": "application/merge-patch+json" } },
    );
  }
  s.get(C, [["limit", "1"]]);
  s.get(C, [["labelSelector", "l>1"]]);
  s.get(C, [["labelSelector", "l in"]]);
  s.get(C, [["labelSelector", "l=a b"]]);
  s.get("/apis/apps/v1/namespaces/{{ns}}/replicasets", [["fieldSelector", "status.replicas=0"]]);
  s.get("/apis/certificates.k8s.io/v1/certificatesigningrequests", [["fieldSelector", "spec.signerName=x"]]);
  return s;
}
