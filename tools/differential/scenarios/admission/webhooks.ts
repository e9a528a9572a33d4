import type { HookAnswer } from "../../case.ts";
import { NS, REG, Scenario } from "../scenario.ts";
import { review } from "./review-answers.ts";
import { hookOf, register } from "./webhook.ts";

const rule = (resources: string[], operations = ["*"], apiGroups = [""], apiVersions = ["*"]) => ({
  apiGroups,
  apiVersions,
  resources,
  operations,
});
const hook = (name: string, more: object = {}) =>
  hookOf(name, [rule(["configmaps"])], { timeoutSeconds: 5, ...more });
const patch = (list: unknown, more: object = {}): HookAnswer =>
  review({
    allowed: true,
    patchType: "JSONPatch",
    patch: Buffer.from(typeof list === "string" ? list : JSON.stringify(list)).toString("base64"),
    ...more,
  });

/** Answers of a mutating webhook, right and wrong in every way. */
export function mutations(): Scenario {
  const s = new Scenario("webhooks-mutations");
  const answers: HookAnswer[] = [
    review({ allowed: true }),
    patch([{ op: "add", path: "/data", value: { made: "here" } }]),
    patch([
      { op: "add", path: "/metadata/labels", value: { a: "b" } },
      { op: "replace", path: "/data/k", value: "<&>" },
    ]),
    patch([]),
    patch("[]"),
    patch("null"),
    patch("{}"),
    patch("["),
    patch(""),
    patch([{ op: "remove", path: "/data/none" }]),
    patch([{ op: "test", path: "/data/k", value: "x" }]),
    patch([{ op: "replace", path: "/metadata/name", value: "other" }]),
    patch([{ op: "replace", path: "/metadata/namespace", value: "other" }]),
    patch([{ op: "replace", path: "/kind", value: "Secret" }]),
    patch([{ op: "replace", path: "/apiVersion", value: "v2" }]),
    patch([{ op: "replace", path: "/data", value: 5 }]),
    patch([{ op: "replace", path: "/data/k", value: 5 }]),
    patch([{ op: "add", path: "/unknown", value: 5 }]),
    patch([{ op: "add", path: "/metadata/uid", value: "x" }]),
    patch([{ op: "remove", path: "/metadata" }]),
    patch([
      {
        op: "replace",
        path: "",
        value: { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "replaced" } },
      },
    ]),
    patch([{ op: "add", path: "/metadata/managedFields", value: [] }]),
    patch([{ op: "add", path: "/metadata/finalizers", value: ["bad finalizer"] }]),
    patch([{ op: "add", path: "/data/Bad Key", value: "x" }]),
    review({ allowed: true, patch: "bm90IGpzb24=" }),
    review({ allowed: true, patchType: "JSONPatch" }),
    review({ allowed: true, patchType: "MergePatch", patch: "e30=" }),
    review({
      allowed: false,
      patchType: "JSONPatch",
      patch: Buffer.from("[]").toString("base64"),
      status: { message: "no", code: 418, reason: "Teapot" },
    }),
    review({ allowed: false, status: { code: 409, message: "busy" }, warnings: ["also this"] }),
    review({ allowed: false, status: { code: 200, status: "Success", message: "odd" } }),
    review({ allowed: false, status: { code: 99 } }),
    review({
      allowed: false,
      status: {
        reason: "Invalid",
        message: "m",
        details: {
          name: "n",
          kind: "K",
          causes: [{ reason: "r", field: "f", message: "c" }],
          retryAfterSeconds: 5,
        },
      },
    }),
    review({ allowed: false, status: { metadata: { continue: "x" }, message: "a\nb\u0007<>" } }),
    review({ allowed: false, status: {} }),
    review({ allowed: false, status: "text" }),
    review({}),
    review({ allowed: "yes" }),
    review({ uid: "wrong", allowed: true }),
    review({
      allowed: true,
      warnings: ["one", "two", "", "long ".repeat(100), "\u0000ctl\n", "ünïcode 日本"],
    }),
    review({ allowed: true, warnings: "text" }),
    review({ allowed: true, warnings: Array.from({ length: 50 }, (_, i) => `${i} ${"x".repeat(200)}`) }),
    review({ allowed: true, auditAnnotations: { a: "b", "c/d": "e", "bad key": "f", "": "g" } }),
    {
      text: JSON.stringify({
        apiVersion: "admission.k8s.io/v1beta1",
        kind: "AdmissionReview",
        response: { uid: "{{uid}}", allowed: true },
      }),
    },
    {
      text: JSON.stringify({
        apiVersion: "admission.k8s.io/v1",
        kind: "Other",
        response: { uid: "{{uid}}", allowed: true },
      }),
    },
    { text: JSON.stringify({ response: { uid: "{{uid}}", allowed: true } }) },
    { text: JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" }) },
    { text: JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: null }) },
    { text: "" },
    { text: "[]" },
    { text: "no json" },
    { text: "{}" },
    { status: 500, text: "broken" },
    { status: 404, text: "" },
    { status: 302, text: "", headers: { location: "/elsewhere" } },
    { status: 204, text: "" },
    {
      status: 400,
      text: JSON.stringify({
        kind: "Status",
        apiVersion: "v1",
        status: "Failure",
        message: "a Status",
        reason: "BadRequest",
        code: 400,
      }),
      headers: { "content-type": "application/json" },
    },
    { status: 503, text: "later", headers: { "retry-after": "1" } },
    { close: true },
    {
      text: "apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\nresponse:\n  uid: {{uid}}\n  allowed: true\n",
      headers: { "content-type": "application/yaml" },
    },
    { text: "<html>", headers: { "content-type": "text/html" } },
  ];
  s.hook("m", ...answers);
  register(s, "mutating", [hook("m")]);
  s.settle("webhooks");
  for (const i of answers.keys())
    s.post(
      `${NS}/configmaps`,
      { metadata: { name: `c${i}` }, data: { k: "v" } },
      i % 7 === 3 ? [["fieldValidation", "Strict"]] : [],
    );
  return s;
}

/** Selection of the called webhooks: rules, selectors, conditions, versions, side effects, options, subresources. */
export function matching(): Scenario {
  const s = new Scenario("webhooks-matching");
  const allow = review({ allowed: true });
  const names = [
    "mpods",
    "mscale",
    "mdeploy",
    "mexact",
    "mdry",
    "mcond",
    "mobj",
    "mbeta",
    "mcluster",
    "mall",
  ];
  for (const name of names) s.hook(name, allow);
  const apps = ["apps"];
  register(s, "mutating", [
    hook("mpods", {
      rules: [
        rule([
          "pods",
          "pods/status",
          "pods/eviction",
          "pods/binding",
          "pods/exec",
          "pods/ephemeralcontainers",
          "pods/resize",
          "serviceaccounts/token",
        ]),
      ],
    }),
    hook("mscale", { rules: [rule(["deployments/scale", "deployments/status"], ["*"], apps)] }),
    hook("mdeploy", {
      rules: [rule(["deployments"], ["CREATE", "UPDATE", "DELETE"], apps, ["v1"])],
      reinvocationPolicy: "IfNeeded",
    }),
    hook("mexact", {
      matchPolicy: "Exact",
      rules: [rule(["horizontalpodautoscalers"], ["*"], ["autoscaling"], ["v2"])],
    }),
    hook("mdry", {
      sideEffects: "NoneOnDryRun",
      rules: [rule(["horizontalpodautoscalers"], ["*"], ["autoscaling"], ["v2"])],
    }),
    hook("mcond", {
      matchConditions: [
        { name: "a", expression: "object.metadata.name.startsWith('yes')" },
        {
          name: "b",
          expression: "!has(oldObject.metadata) || request.options.kind == 'UpdateOptions' || true",
        },
      ],
      rules: [rule(["secrets"])],
    }),
    hook("mobj", {
      objectSelector: { matchExpressions: [{ key: "on", operator: "Exists" }] },
      rules: [rule(["services"])],
    }),
    hook("mbeta", { admissionReviewVersions: ["v1beta1", "v1"], rules: [rule(["endpoints"])] }),
    hook("mcluster", {
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "m-{{id}}" } },
      rules: [{ ...rule(["namespaces", "nodes"]), scope: "Cluster" }],
    }),
    hook("mall", { rules: [rule(["*/*"], ["CONNECT"]), rule(["events"])] }),
  ]);
  s.settle("webhooks");
  const deploy = "/apis/apps/v1/namespaces/{{ns}}/deployments";
  const pod = { spec: { containers: [{ name: "c", image: "i" }] } };
  s.post(`${NS}/pods`, { metadata: { name: "p" }, ...pod });
  s.post(`${NS}/pods`, { metadata: { generateName: "gen-" }, ...pod }, [
    ["dryRun", "All"],
    ["fieldManager", "fm"],
    ["fieldValidation", "Ignore"],
  ]);
  s.patch("merge", `${NS}/pods/p/status`, { status: { phase: "Running" } });
  s.patch("strategic", `${NS}/pods/p/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "d", image: "i" }] },
  });
  s.patch("strategic", `${NS}/pods/p/resize`, {
    spec: { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] },
  });
  s.post(`${NS}/pods/p/binding`, { metadata: { name: "p" }, target: { kind: "Node", name: "n" } });
  s.post(`${NS}/pods/p/exec`, undefined, [
    ["command", "ls"],
    ["container", "c"],
    ["stdout", "true"],
  ]);
  s.get(`${NS}/pods/p/exec`, [
    ["command", "ls"],
    ["command", "-l"],
  ]);
  s.post(`${NS}/pods/p/attach`, undefined);
  s.post(`${NS}/pods/p/portforward`, undefined, [["ports", "80"]]);
  s.get(`${NS}/pods/p/proxy/x/y`, [["a", "b"]]);
  s.get(`${NS}/services/none/proxy/`);
  s.post(`${NS}/pods/p/eviction`, { metadata: { name: "p" }, deleteOptions: { gracePeriodSeconds: 1 } });
  s.delete(`${NS}/pods/p`, { gracePeriodSeconds: 0, preconditions: { resourceVersion: "1" } });
  s.delete(`${NS}/pods/p`, { gracePeriodSeconds: 0 });
  s.post(`${NS}/serviceaccounts`, { metadata: { name: "sa" } });
  s.post(`${NS}/serviceaccounts/sa/token`, { spec: { audiences: ["x"] } });
  s.post(deploy, {
    metadata: { name: "d" },
    spec: { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" } }, ...pod } },
  });
  s.patch("merge", `${deploy}/d/scale`, { spec: { replicas: 2 } });
  s.put(`${deploy}/d/scale`, { metadata: { name: "d" }, spec: { replicas: 3 } });
  s.apply(
    `${deploy}/d/scale`,
    { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "d" }, spec: { replicas: 4 } },
    "m",
    true,
  );
  s.patch("merge", `${deploy}/d/status`, { status: { replicas: 1 } });
  s.apply(
    `${deploy}/d`,
    { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d", labels: { x: "y" } } },
    "m",
  );
  s.apply(
    `${deploy}/new`,
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "new" },
      spec: { selector: { matchLabels: { a: "b" } }, template: { metadata: { labels: { a: "b" } }, ...pod } },
    },
    "m",
  );
  s.delete(deploy, { propagationPolicy: "Background" }, [["labelSelector", "x=y"]]);
  const hpa = { spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d" } } };
  s.post("/apis/autoscaling/v1/namespaces/{{ns}}/horizontalpodautoscalers", {
    metadata: { name: "h" },
    ...hpa,
  });
  s.post(
    "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers",
    { metadata: { name: "h2" }, ...hpa },
    [["dryRun", "All"]],
  );
  s.post(`${NS}/secrets`, { metadata: { name: "yes" } });
  s.post(`${NS}/secrets`, { metadata: { name: "no" } });
  s.post(`${NS}/services`, {
    metadata: { name: "s", labels: { on: "" } },
    spec: { ports: [{ port: 80 }], clusterIP: "None" },
  });
  s.patch("merge", `${NS}/services/s`, { metadata: { labels: null } });
  s.patch("merge", `${NS}/services/s`, { metadata: { annotations: { a: "b" } } });
  s.post(`${NS}/endpoints`, { metadata: { name: "e" } });
  s.post(`${NS}/events`, {
    metadata: { name: "ev" },
    involvedObject: { namespace: "{{ns}}", kind: "Pod", name: "p" },
    reason: "r",
  });
  s.post("/api/v1/namespaces", { metadata: { name: "m-{{id}}" } });
  s.patch("merge", "/api/v1/namespaces/m-{{id}}", { metadata: { labels: { a: "b" } } });
  s.put("/api/v1/namespaces/m-{{id}}/finalize", { metadata: { name: "m-{{id}}" }, spec: { finalizers: [] } });
  s.delete("/api/v1/namespaces/m-{{id}}");
  return s;
}

/** Two mutating webhooks that see each other's work, and validating ones that refuse together. */
export function together(): Scenario {
  const s = new Scenario("webhooks-together");
  s.hook(
    "m1",
    patch([{ op: "add", path: "/data/m1", value: "1" }]),
    patch([{ op: "add", path: "/data/m1", value: "2" }]),
  );
  s.hook("m2", patch([{ op: "add", path: "/data/m2", value: "1" }]));
  s.hook("v1", review({ allowed: true, warnings: ["from v1"], auditAnnotations: { k: "v1" } }));
  s.hook(
    "v2",
    review({ allowed: true }),
    review({ allowed: false, status: { message: "v2 says no", code: 403 } }),
  );
  register(s, "mutating", [hook("m1", { reinvocationPolicy: "IfNeeded" }), hook("m2")]);
  register(s, "validating", [hook("v1"), hook("v2", { failurePolicy: "Ignore" })]);
  s.settle("webhooks");
  for (const name of ["a", "b"]) s.post(`${NS}/configmaps`, { metadata: { name }, data: {} });
  s.put(`${NS}/configmaps/a`, { metadata: { name: "a" }, data: { x: "y" } });
  s.patch("strategic", `${NS}/configmaps/a`, { data: { z: "y" } });
  s.delete(`${NS}/configmaps/a`);
  s.get(`${NS}/configmaps/a`);
  s.get(`${REG}/mutatingwebhookconfigurations/c-{{id}}`, [], {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  s.patch("merge", `${REG}/validatingwebhookconfigurations/c-{{id}}`, { webhooks: [] });
  s.patch("json", `${REG}/mutatingwebhookconfigurations/c-{{id}}`, [
    { op: "replace", path: "/webhooks/0/timeoutSeconds", value: 31 },
  ]);
  s.patch("strategic", `${REG}/mutatingwebhookconfigurations/c-{{id}}`, {
    webhooks: [{ name: "m2.example.com", failurePolicy: "Maybe" }],
  });
  s.patch("strategic", `${REG}/mutatingwebhookconfigurations/c-{{id}}`, {
    webhooks: [
      {
        name: "m2.example.com",
        failurePolicy: "Ignore",
        matchConditions: [
          { name: "x", expression: "object.none" },
          { name: "x", expression: "tru" },
        ],
      },
    ],
  });
  return s;
}
