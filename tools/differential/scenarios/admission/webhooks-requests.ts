import { NS, REG, Scenario, TABLE } from "../scenario.ts";
import { patched, review } from "./review-answers.ts";
import { hookOf, type Phase, register as registerHooks } from "./webhook.ts";

const rule = (resources: string[], operations = ["*"], apiGroups = [""], more = {}) => ({
  apiGroups,
  apiVersions: ["*"],
  resources,
  operations,
  ...more,
});
const hook = (name: string, more: object = {}) =>
  hookOf(name, [rule(["configmaps"])], { timeoutSeconds: 5, ...more });
const register = (s: Scenario, phase: Phase, webhooks: object[]): void =>
  registerHooks(s, phase, webhooks, {});

/** Webhooks for subresources, deletes, collections and connects, with the reviews that they receive. */
export function hooksSub(): Scenario {
  const s = new Scenario("webhooks-sub");
  s.hook("m1", review({ allowed: true, warnings: ["seen"], auditAnnotations: { k: "v" } }));
  s.hook("v1", review({ allowed: true }));
  register(s, "mutating", [
    hook("m1", { rules: [rule(["*/*"], ["*"], ["", "apps", "policy", "batch", "autoscaling"])] }),
  ]);
  register(s, "validating", [
    hook("v1", {
      rules: [
        rule(
          [
            "pods",
            "pods/status",
            "pods/binding",
            "pods/eviction",
            "pods/exec",
            "pods/log",
            "pods/proxy",
            "pods/resize",
            "pods/ephemeralcontainers",
            "serviceaccounts/token",
            "services/status",
            "services/proxy",
            "namespaces/finalize",
            "replicationcontrollers/scale",
            "configmaps",
            "secrets",
          ],
          ["*"],
        ),
        rule(["deployments", "deployments/scale", "deployments/status"], ["*"], ["apps"]),
      ],
    }),
  ]);
  s.settle("webhooks");
  const pod = (name: string) => ({
    metadata: { name, labels: { a: name } },
    spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } } }] },
  });
  s.post(`${NS}/pods`, pod("p"));
  s.post(`${NS}/pods`, pod("q"));
  s.post(`${NS}/pods`, { ...pod("x"), metadata: { generateName: "gen-" } }, [["dryRun", "All"]]);
  s.post(`${NS}/pods/p/binding`, {
    apiVersion: "v1",
    kind: "Binding",
    metadata: { name: "p" },
    target: { kind: "Node", name: "n1" },
  });
  s.post(`${NS}/bindings`, { metadata: { name: "q" }, target: { kind: "Node", name: "n1" } });
  s.patch("merge", `${NS}/pods/p/status`, {
    status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
  });
  s.apply(
    `${NS}/pods/p/status`,
    { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, status: { message: "hi" } },
    "kubelet",
  );
  s.patch("strategic", `${NS}/pods/p/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "dbg", image: "busybox" }] },
  });
  s.patch("strategic", `${NS}/pods/p/resize`, {
    spec: { containers: [{ name: "c", resources: { requests: { cpu: "2" } } }] },
  });
  s.get(`${NS}/pods/p/log`);
  s.send("POST", `${NS}/pods/p/exec`, undefined, {
    query: [
      ["command", "ls"],
      ["stdout", "true"],
    ],
  });
  s.get(`${NS}/pods/p/proxy/x`);
  s.get(`${NS}/services/none/proxy/`);
  s.post(`${NS}/pods/p/eviction`, {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: "p" },
    deleteOptions: { dryRun: ["All"] },
  });
  s.post(`${NS}/pods/p/eviction`, {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: "p" },
    deleteOptions: { gracePeriodSeconds: 0 },
  });
  s.post(`${NS}/serviceaccounts`, { metadata: { name: "sa" } });
  s.post(`${NS}/serviceaccounts/sa/token`, { spec: { audiences: ["x"] } });
  s.post(`${NS}/replicationcontrollers`, {
    metadata: { name: "rc" },
    spec: {
      replicas: 1,
      selector: { a: "b" },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  s.get(`${NS}/replicationcontrollers/rc/scale`);
  s.patch("merge", `${NS}/replicationcontrollers/rc/scale`, { spec: { replicas: 3 } });
  s.put(`${NS}/replicationcontrollers/rc/scale`, { metadata: { name: "rc" }, spec: { replicas: 4 } });
  const D = "/apis/apps/v1/namespaces/{{ns}}/deployments";
  s.post(D, {
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  s.patch("merge", `${D}/d/scale`, { spec: { replicas: 3 } }, [["fieldManager", "hpa"]]);
  s.patch("merge", `${D}/d/status`, { status: { observedGeneration: 1 } });
  s.patch("merge", `${D}/d`, { spec: { paused: true } }, [
    ["dryRun", "All"],
    ["fieldValidation", "Strict"],
  ]);
  s.delete(`${D}/d`, { propagationPolicy: "Foreground", preconditions: { uid: "no" } });
  s.delete(`${D}/d`, { propagationPolicy: "Foreground" });
  s.patch("json", `${D}/d`, [{ op: "remove", path: "/metadata/finalizers" }]);
  s.delete(D, undefined, [["labelSelector", "a=b"]]);
  for (const n of ["a", "b", "c"])
    s.post(`${NS}/configmaps`, {
      metadata: { name: n, labels: { g: "1" }, ...(n === "b" ? { finalizers: ["example.com/f"] } : {}) },
    });
  s.delete(`${NS}/configmaps`, { gracePeriodSeconds: 5, propagationPolicy: "Orphan" }, [
    ["labelSelector", "g=1"],
    ["dryRun", "All"],
  ]);
  s.delete(`${NS}/configmaps`, { propagationPolicy: "Background" }, [["labelSelector", "g=1"]]);
  s.patch("merge", `${NS}/configmaps/b`, { metadata: { finalizers: null } });
  s.get(`${NS}/configmaps`, [["labelSelector", "g=1"]]);
  s.post(`${NS}/services`, { metadata: { name: "svc" }, spec: { ports: [{ port: 80 }] } });
  s.patch("merge", `${NS}/services/svc/status`, {
    status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } },
  });
  s.delete(`${NS}/services/svc`);
  s.delete(`${NS}/secrets/none`);
  s.put(`${NS}/secrets/made`, { metadata: { name: "made" }, stringData: { a: "b" } });
  s.patch("merge", `${NS}/secrets/none`, {});
  s.apply(
    `${NS}/secrets/app`,
    { apiVersion: "v1", kind: "Secret", metadata: { name: "app" }, stringData: { a: "b" } },
    "m",
  );
  s.apply(
    `${NS}/secrets/app`,
    { apiVersion: "v1", kind: "Secret", metadata: { name: "app" }, stringData: { a: "b" } },
    "m",
  );
  s.apply(
    `${NS}/secrets/app`,
    { apiVersion: "v1", kind: "Secret", metadata: { name: "app" } },
    "other",
    true,
    [["dryRun", "All"]],
  );
  s.get(`${REG}/mutatingwebhookconfigurations/c-{{id}}`, [], { headers: { accept: TABLE } });
  return s;
}

/** Conditions with the authorizer, params, errors; failure policies; reinvocation; match policy; scope; selectors on objects that change. */
export function hooksConditions(): Scenario {
  const s = new Scenario("webhooks-conditions");
  const names = ["mauth", "mreq", "merr", "mign", "mobj", "mns", "mnone", "mre", "mre2", "mdry", "mdelete"];
  for (const n of names)
    s.hook(
      n,
      n === "mre"
        ? patched([{ op: "add", path: "/metadata/annotations", value: { mre: "1" } }])
        : n === "mre2"
          ? patched([{ op: "add", path: "/metadata/labels/late", value: "1" }])
          : review({ allowed: true }),
    );
  const t = (v: string) => ({
    name: "t",
    expression: `object != null && object.metadata.?labels.t.orValue('') == '${v}'`,
  });
  register(s, "mutating", [
    hook("mauth", {
      matchConditions: [
        t("auth"),
        {
          name: "a",
          expression:
            "authorizer.group('').resource('configmaps').namespace('{{ns}}').name(object.metadata.name).check('update').allowed() && authorizer.serviceAccount('default', 'none').group('').resource('pods').check('get').allowed() == false && authorizer.path('/x').check('get').allowed()",
        },
      ],
    }),
    hook("mreq", {
      matchConditions: [
        t("req"),
        { name: "r", expression: "request.operation == 'UPDATE' || request.options.kind == 'CreateOptions'" },
        {
          name: "u",
          expression: "'system:masters' in request.userInfo.groups && request.userInfo.username == 'admin'",
        },
        {
          name: "k",
          expression:
            "request.kind.kind == 'ConfigMap' && request.resource.resource == 'configmaps' && request.namespace == '{{ns}}'",
        },
        { name: "f", expression: "oldObject == null || !has(oldObject.data)" },
      ],
    }),
    hook("merr", {
      matchConditions: [
        t("err"),
        { name: "e", expression: "object.data.none == 'x'" },
        { name: "e2", expression: "1/0 == 1" },
      ],
    }),
    hook("mign", {
      failurePolicy: "Ignore",
      matchConditions: [t("ign"), { name: "e", expression: "object.data.none == 'x'" }],
    }),
    hook("mobj", { objectSelector: { matchLabels: { late: "1" } } }),
    hook("mns", {
      namespaceSelector: {
        matchExpressions: [
          { key: "kubernetes.io/metadata.name", operator: "In", values: ["{{ns}}"] },
          { key: "x", operator: "DoesNotExist" },
        ],
      },
      matchConditions: [t("ns"), { name: "false", expression: "false" }],
    }),
    hook("mnone", { rules: [rule(["configmaps"], ["CREATE"], [""], { scope: "Cluster" })] }),
    hook("mre", { reinvocationPolicy: "IfNeeded", matchConditions: [t("re")] }),
    hook("mre2", { reinvocationPolicy: "Never", matchConditions: [t("re")] }),
    hook("mdry", { sideEffects: "NoneOnDryRun", matchConditions: [t("dry")] }),
    hook("mdelete", {
      rules: [rule(["configmaps"], ["DELETE"])],
      matchConditions: [{ name: "d", expression: "oldObject.metadata.name == 'auth'" }],
    }),
  ]);
  s.settle("webhooks");
  for (const n of ["auth", "req", "err", "ign", "ns", "re", "dry"]) {
    s.post(`${NS}/configmaps`, { metadata: { name: n, labels: { t: n } }, data: { a: "1" } });
    s.patch("merge", `${NS}/configmaps/${n}`, { data: { b: "2" } });
    s.post(`${NS}/configmaps`, { metadata: { name: `${n}-dry`, labels: { t: n } } }, [["dryRun", "All"]]);
    s.apply(
      `${NS}/configmaps/${n}-app`,
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: `${n}-app`, labels: { t: n } } },
      "m",
    );
    s.delete(`${NS}/configmaps/${n}`);
  }
  return s;
}

/** A webhook that is registered wrongly, and its failure policy: unreachable, no service, wrong CA, timeouts, sideEffects with dry run. */
export function hooksFailing(): Scenario {
  const s = new Scenario("webhooks-failing");
  s.hook("mslow", { hang: true });
  s.hook("mok", review({ allowed: true }));
  s.hook("v1", review({ allowed: true }));
  const t = (v: string) => ({ objectSelector: { matchLabels: { t: v } } });
  register(s, "mutating", [
    hook("nosvc", {
      ...t("nosvc"),
      clientConfig: {
        service: { name: "none", namespace: "{{ns}}", path: "/x", port: 8443 },
        caBundle: "{{caBundle}}",
      },
    }),
    hook("refused", { ...t("refused"), clientConfig: { url: "https://127.0.0.1:1/x" } }),
    hook("noca", { ...t("noca"), clientConfig: { url: "{{hooks}}/mok" } }),
    hook("ignore", {
      ...t("ignore"),
      failurePolicy: "Ignore",
      clientConfig: { url: "https://127.0.0.1:1/x" },
    }),
    hook("slow", {
      ...t("slow"),
      timeoutSeconds: 1,
      clientConfig: { url: "{{hooks}}/mslow", caBundle: "{{caBundle}}" },
    }),
    hook("slowign", {
      ...t("slowign"),
      timeoutSeconds: 1,
      failurePolicy: "Ignore",
      clientConfig: { url: "{{hooks}}/mslow", caBundle: "{{caBundle}}" },
    }),
    hook("version", {
      ...t("version"),
      admissionReviewVersions: ["v2", "v1beta1"],
      clientConfig: { url: "{{hooks}}/mok", caBundle: "{{caBundle}}" },
    }),
    hook("nodns", { ...t("nodns"), clientConfig: { url: "https://does-not-exist.invalid/x" } }),
  ]);
  register(s, "validating", [
    hook("v1", { ...t("side"), sideEffects: "NoneOnDryRun" }),
    hook("refusedv", { ...t("refusedv"), clientConfig: { url: "https://127.0.0.1:1/x?y=z" } }),
  ]);
  s.settle("webhooks");
  for (const n of ["nosvc", "refused", "noca", "ignore", "slow", "slowign", "version", "side", "refusedv"]) {
    s.post(`${NS}/configmaps`, { metadata: { name: n, labels: { t: n } } });
    s.post(`${NS}/configmaps`, { metadata: { generateName: n, labels: { t: n } } }, [["dryRun", "All"]]);
  }
  const dry = (kind: string, webhooks: object[]) =>
    s.post(`${REG}/${kind}webhookconfigurations`, { metadata: { name: "x-{{id}}" }, webhooks }, [
      ["dryRun", "All"],
    ]);
  const base = hook("x", { clientConfig: { url: "https://x.example.com/y" } });
  for (const kind of ["mutating", "validating"])
    for (const more of [
      { name: "x" },
      { name: "X.example.com" },
      { name: "" },
      { clientConfig: {} },
      { clientConfig: { url: "http://x" } },
      { clientConfig: { url: "https://u:p@x/y#f?q" } },
      { clientConfig: { url: "x", service: { name: "a", namespace: "b" } } },
      { clientConfig: { service: { name: "", namespace: "", path: "x//y" } } },
      { clientConfig: { service: { name: "a", namespace: "b", port: 0, path: "/x?y" } } },
      { clientConfig: { url: "https://x.example.com", caBundle: "bm90" } },
      { rules: [] },
      { rules: [rule(["pods", "*"])] },
      { rules: [rule(["*", "pods/log"])] },
      { rules: [rule(["pods/*", "pods/log"])] },
      { rules: [rule([], [], [])] },
      { rules: [rule(["pods"], ["CREATE", "*"])] },
      { rules: [rule(["pods"], ["PATCH"])] },
      { rules: [{ ...rule(["pods"]), apiVersions: [] }] },
      { rules: [{ ...rule(["pods"]), apiVersions: ["*", "v1"], scope: "All" }] },
      { failurePolicy: "Maybe" },
      { matchPolicy: "Kind" },
      { sideEffects: "Unknown" },
      { sideEffects: "Some" },
      { sideEffects: undefined },
      { timeoutSeconds: 0 },
      { timeoutSeconds: 31 },
      { admissionReviewVersions: [] },
      { admissionReviewVersions: ["v2"] },
      { admissionReviewVersions: ["v1", "v1", "bad version"] },
      { admissionReviewVersions: undefined },
      { reinvocationPolicy: "Always" },
      { namespaceSelector: { matchLabels: { "a b": "c d" } } },
      {
        objectSelector: {
          matchExpressions: [
            { key: "a", operator: "In" },
            { key: "b", operator: "Exists", values: ["x"] },
            { key: "", operator: "Has" },
          ],
        },
      },
      {
        matchConditions: [
          { name: "a", expression: "object.x" },
          { name: "a", expression: "true" },
          { name: "", expression: "" },
          { name: "q w", expression: "params.x" },
          { name: "ok", expression: "variables.x == 1" },
          { name: "n", expression: "namespaceObject.metadata.name == 'x'" },
        ],
      },
      { matchConditions: Array.from({ length: 65 }, (_, i) => ({ name: `c${i}`, expression: "true" })) },
      { unknown: 1 },
    ])
      dry(kind, [{ ...base, ...more }]);
  dry("mutating", [base, base]);
  dry("validating", []);
  return s;
}

/** Server-side apply: conflicts, force, subresources, lists, managers of both sorts, dry run, field validation. */
export function ssa(): Scenario {
  const s = new Scenario("apply-fields");
  const D = "/apis/apps/v1/namespaces/{{ns}}/deployments";
  const d = (spec: object | null, meta: object = {}) => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d", ...meta },
    spec,
  });
  const tpl = (containers: object[], more: object = {}) => ({
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers, ...more } },
  });
  s.apply(
    `${D}/d`,
    d(
      tpl([
        {
          name: "c",
          image: "i:1",
          ports: [{ containerPort: 80 }],
          env: [
            { name: "A", value: "1" },
            { name: "B", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
          ],
        },
      ]),
    ),
    "one",
  );
  s.apply(`${D}/d`, d({ replicas: 3 }), "scaler");
  s.apply(
    `${D}/d`,
    d({ ...tpl([{ name: "c", image: "i:2", env: [{ name: "A", value: "2" }] }]), replicas: 9 }),
    "two",
  );
  s.apply(
    `${D}/d`,
    d({ ...tpl([{ name: "c", image: "i:2", env: [{ name: "A", value: "2" }] }]), replicas: 9 }),
    "two",
    true,
  );
  s.apply(`${D}/d`, d(tpl([{ name: "c", image: "i:2" }])), "one");
  s.apply(`${D}/d`, d(tpl([])), "two");
  s.apply(`${D}/d`, d({}), "two");
  s.apply(
    `${D}/d`,
    d(
      tpl([
        { name: "c", image: "i:2" },
        { name: "c", image: "i:3" },
      ]),
    ),
    "one",
  );
  s.apply(
    `${D}/d`,
    d(
      tpl([
        {
          name: "c",
          ports: [
            { containerPort: 80 },
            { containerPort: 80, protocol: "UDP" },
            { containerPort: 80, protocol: "TCP", name: "x" },
          ],
        },
      ]),
    ),
    "ports",
  );
  s.patch("merge", `${D}/d/scale`, { spec: { replicas: 7 } }, [["fieldManager", "hpa"]]);
  s.apply(`${D}/d`, d({ replicas: 8 }), "scaler");
  s.apply(
    `${D}/d/scale`,
    { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "d" }, spec: { replicas: 8 } },
    "scaler2",
  );
  s.apply(
    `${D}/d/scale`,
    { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "d" }, spec: { replicas: 8 } },
    "scaler2",
    true,
  );
  s.apply(`${D}/d`, d({ replicas: 8 }), "scaler");
  s.apply(
    `${D}/d/status`,
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      status: { replicas: 3, conditions: [{ type: "Available", status: "True" }] },
    },
    "ctl",
  );
  s.apply(
    `${D}/d/status`,
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d" },
      status: { conditions: [{ type: "Available", status: "False" }] },
    },
    "other",
  );
  s.patch(
    "strategic",
    `${D}/d/status`,
    { status: { conditions: [{ type: "Progressing", status: "True" }] } },
    [["fieldManager", "ctl2"]],
  );
  s.patch("json", `${D}/d`, [{ op: "replace", path: "/metadata/managedFields", value: [{}] }]);
  s.apply(`${D}/d`, d({ replicas: 1 }), "late");
  s.patch("merge", `${D}/d`, { metadata: { managedFields: null } });
  s.patch("merge", `${D}/d`, {
    metadata: {
      managedFields: [
        {
          manager: "x",
          operation: "Update",
          apiVersion: "apps/v1",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:spec": { "f:replicas": {} } },
        },
      ],
    },
  });
  s.patch("merge", `${D}/d`, {
    metadata: {
      managedFields: [
        {
          manager: "x",
          operation: "Weird",
          apiVersion: "apps/v1",
          fieldsType: "FieldsV9",
          fieldsV1: { x: {} },
        },
      ],
    },
  });
  s.patch("merge", `${D}/d`, {}, [["force", "true"]]);
  s.apply(`${D}/d`, d({ replicas: "many" }), "m");
  s.apply(`${D}/d`, d({ unknown: 1 }), "m");
  s.apply(`${D}/e`, d({ replicas: 1 }), "m");
  s.apply(`${D}/d`, { ...d({ replicas: 1 }), kind: "StatefulSet" }, "m");
  s.apply(`${D}/d`, { ...d({ replicas: 1 }), apiVersion: "apps/v1beta1" }, "m");
  s.apply(`${D}/d`, d(null), "m");
  s.apply(`${D}/d`, [], "m");
  s.send("PATCH", `${D}/d`, undefined, {
    text: "a: b: c",
    query: [["fieldManager", "m"]],
    headers: { "content-type": "application/apply-patch+yaml" },
  });
  s.send("PATCH", `${D}/d`, undefined, {
    text: "{}",
    query: [["fieldManager", "m"]],
    headers: { "content-type": "application/apply-patch+json" },
  });
  const svc = (spec: object | null, meta: object = {}) => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "s", ...meta },
    spec,
  });
  s.apply(
    `${NS}/services/s`,
    svc({
      selector: { a: "b" },
      ports: [
        { port: 80, name: "http" },
        { port: 80, protocol: "UDP", name: "udp" },
      ],
    }),
    "one",
  );
  s.apply(`${NS}/services/s`, svc({ ports: [{ port: 81, name: "x" }] }), "two");
  s.apply(`${NS}/services/s`, svc({ ports: [{ port: 80, name: "other" }] }), "two");
  s.apply(`${NS}/services/s`, svc({ selector: { c: "d" } }), "two");
  s.apply(`${NS}/services/s`, svc({ selector: {} }), "one");
  s.apply(
    `${NS}/services/s`,
    svc({ type: "NodePort", ports: [{ port: 80, name: "http", nodePort: 30123 }] }),
    "three",
    true,
  );
  s.apply(`${NS}/services/s`, svc({ clusterIP: "None" }), "four", true);
  s.apply(
    `${NS}/configmaps/c`,
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "c",
        labels: { a: "1" },
        annotations: { x: "1" },
        finalizers: ["example.com/a"],
        ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u1" }],
      },
      data: { a: "1", b: "2" },
    },
    "one",
  );
  s.apply(
    `${NS}/configmaps/c`,
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "c",
        labels: { b: "1" },
        finalizers: ["example.com/b"],
        ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p2", uid: "u2" }],
      },
      data: { b: "2" },
    },
    "two",
  );
  s.apply(
    `${NS}/configmaps/c`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { a: "1" } },
    "one",
  );
  s.apply(`${NS}/configmaps/c`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } }, "two");
  s.apply(
    `${NS}/configmaps/c`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", finalizers: [] }, immutable: true },
    "three",
  );
  s.put(
    `${NS}/configmaps/c`,
    { metadata: { name: "c", finalizers: [] }, data: { a: "1" }, immutable: true },
    [["fieldManager", "put"]],
  );
  s.delete(`${NS}/configmaps/c`);
  s.apply(
    `${NS}/configmaps/c`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { a: "2" } },
    "one",
  );
  const pod = (spec: object | null) => ({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec });
  s.apply(
    `${NS}/pods/p`,
    pod({
      containers: [{ name: "c", image: "i" }],
      tolerations: [{ key: "a", operator: "Exists" }],
      volumes: [{ name: "v", emptyDir: {} }],
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "z", whenUnsatisfiable: "DoNotSchedule" }],
      imagePullSecrets: [{ name: "s" }],
      hostAliases: [{ ip: "1.1.1.1", hostnames: ["a"] }],
    }),
    "one",
  );
  s.apply(`${NS}/pods/p`, pod({ activeDeadlineSeconds: 10 }), "three");
  s.apply(
    `${NS}/pods/p/ephemeralcontainers`,
    pod({ ephemeralContainers: [{ name: "e", image: "x" }] }),
    "dbg",
  );
  s.apply(
    `${NS}/pods/p/resize`,
    pod({ containers: [{ name: "c", resources: { limits: { cpu: "1" } } }] }),
    "vpa",
  );
  s.apply(
    `/api/v1/namespaces/{{ns}}`,
    { apiVersion: "v1", kind: "Namespace", metadata: { name: "{{ns}}", labels: { team: "a" } } },
    "ns",
  );
  s.apply(
    "/apis/rbac.authorization.k8s.io/v1/namespaces/{{ns}}/roles/r",
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "r" },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
    },
    "one",
  );
  s.apply(
    "/apis/rbac.authorization.k8s.io/v1/namespaces/{{ns}}/roles/r",
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "r" },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["list"] }],
    },
    "two",
  );
  s.apply(
    "/apis/rbac.authorization.k8s.io/v1/namespaces/{{ns}}/rolebindings/r",
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "r" },
      roleRef: { kind: "Role", name: "r", apiGroup: "rbac.authorization.k8s.io" },
      subjects: [{ kind: "User", name: "u" }],
    },
    "one",
  );
  s.apply(
    "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers/h",
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "h" },
      spec: {
        maxReplicas: 5,
        scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" },
        metrics: [
          {
            type: "Resource",
            resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
          },
        ],
      },
    },
    "one",
  );
  const older = {
    apiVersion: "autoscaling/v1",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "h" },
    spec: {
      maxReplicas: 6,
      scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" },
      targetCPUUtilizationPercentage: 60,
    },
  };
  for (const force of [undefined, true])
    s.apply("/apis/autoscaling/v1/namespaces/{{ns}}/horizontalpodautoscalers/h", older, "two", force);
  s.apply(
    "/apis/networking.k8s.io/v1/namespaces/{{ns}}/ingresses/i",
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name: "i" },
      spec: {
        rules: [
          {
            host: "a",
            http: {
              paths: [
                { path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } },
              ],
            },
          },
        ],
        tls: [{ hosts: ["a"], secretName: "t" }],
      },
    },
    "one",
  );
  s.apply(
    "/apis/networking.k8s.io/v1/namespaces/{{ns}}/ingresses/i",
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name: "i" },
      spec: { rules: [{ host: "b" }] },
    },
    "two",
  );
  s.apply(
    "/apis/batch/v1/namespaces/{{ns}}/cronjobs/cj",
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name: "cj" },
      spec: {
        schedule: "@daily",
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } } },
        },
      },
    },
    "one",
  );
  s.apply(
    "/apis/batch/v1/namespaces/{{ns}}/cronjobs/cj",
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name: "cj" },
      spec: { suspend: true, schedule: "@hourly" },
    },
    "two",
  );
  return s;
}
