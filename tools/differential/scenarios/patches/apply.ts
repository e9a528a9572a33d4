import { APPS, NS, Scenario } from "../scenario.ts";

const container = (name: string, more: object = {}) => ({
  name,
  image: `registry.example.com/${name}:1`,
  ...more,
});
const deployment = (name: string, spec: object = {}, meta: object = {}) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, ...meta },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [container("main")] } },
    ...spec,
  },
});

/** Several managers share a Deployment, fight about it, force and leave. */
export function managers(): Scenario {
  const s = new Scenario("apply-managers");
  const web = `${APPS}/deployments/web`;
  const meta = (more: object) => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", ...more },
  });
  s.apply(web, deployment("web", { replicas: 3 }), "kubectl");
  s.apply(web, { ...meta({}), spec: { replicas: 5 } }, "hpa", true);
  s.apply(web, deployment("web"), "kubectl");
  s.apply(web, { ...meta({ labels: { team: "a" }, annotations: { note: "x" } }) }, "labeler");
  s.apply(web, { ...meta({ labels: { team: "b" } }) }, "other");
  s.apply(web, { ...meta({ labels: { team: "b" } }) }, "other", true);
  s.apply(web, { ...meta({}) }, "labeler");
  s.apply(
    web,
    {
      ...meta({}),
      spec: {
        template: {
          spec: { containers: [{ name: "sidecar", image: "s:1", env: [{ name: "A", value: "1" }] }] },
        },
      },
    },
    "injector",
  );
  s.apply(
    web,
    {
      ...meta({}),
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: "main",
                image: "other:2",
                ports: [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP" }],
              },
            ],
          },
        },
      },
    },
    "injector",
    true,
  );
  s.patch("merge", web, { metadata: { labels: { team: "patched" } }, spec: { paused: true } });
  s.patch(
    "json",
    web,
    [{ op: "replace", path: "/spec/template/spec/containers/0/image", value: "json:1" }],
    [["fieldManager", "json-patcher"]],
  );
  s.apply(web, deployment("web"), "kubectl");
  s.apply(web, deployment("web"), "kubectl", true);
  s.apply(web, { ...meta({ managedFields: [{}] }) }, "bad");
  s.apply(web, { ...meta({ name: "other" } as object) }, "old");
  s.send("PATCH", web, meta({}), { headers: { "content-type": "application/apply-patch+yaml" } });
  s.apply(web, meta({}), "kubectl", undefined, [["dryRun", "All"]]);
  s.apply(
    `${web}/status`,
    {
      ...meta({}),
      status: { replicas: 3, observedGeneration: 1, conditions: [{ type: "Available", status: "True" }] },
    },
    "controller",
  );
  s.apply(
    `${web}/scale`,
    { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "web" }, spec: { replicas: 9 } },
    "scaler",
  );
  return s;
}

/** Lists of each type in apply: sets, maps with several keys, atomic ones; removal of owned items. */
export function lists(): Scenario {
  const s = new Scenario("apply-lists");
  const svc = `${NS}/services/svc`;
  const service = (spec: object) => ({ apiVersion: "v1", kind: "Service", metadata: { name: "svc" }, spec });
  s.apply(
    svc,
    service({
      ports: [
        { port: 80, name: "a" },
        { port: 80, protocol: "UDP", name: "b" },
      ],
      selector: { a: "b" },
    }),
    "one",
  );
  s.apply(svc, service({ ports: [{ port: 443, name: "c" }] }), "two");
  s.apply(
    svc,
    service({
      ports: [
        { port: 443, name: "c", targetPort: "https" },
        { port: 80, protocol: "TCP", name: "a" },
      ],
    }),
    "two",
  );
  s.apply(svc, service({ ports: [{ name: "none" }] }), "two");
  s.apply(svc, service({ ports: [{ port: 80 }, { port: 80 }] }), "three");
  s.apply(svc, service({ ports: { port: 80 } }), "three");
  s.apply(svc, service({ ports: [80] }), "three");
  s.apply(svc, service({ ports: null }), "three");
  s.apply(svc, service({ externalIPs: ["1.2.3.4"] }), "three");
  const cm = `${NS}/configmaps/cm`;
  const map = (more: object) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "cm" }, ...more });
  s.apply(cm, map({ data: { a: "1", b: "2" } }), "one");
  s.apply(cm, map({ data: { b: "2", c: "3" } }), "two");
  s.apply(cm, map({ data: { a: "1" } }), "one");
  s.apply(cm, map({}), "two");
  s.apply(cm, map({ data: { a: 1 } }), "one");
  s.apply(cm, map({ data: { a: null } }), "one");
  s.apply(cm, map({ data: { a: "1" }, unknown: true }), "one");
  s.apply(cm, map({ data: { a: "1" }, metadata: { name: "cm", zzz: 1 } }), "one", undefined, [
    ["fieldValidation", "Strict"],
  ]);
  s.apply(cm, map({ binaryData: { x: "AAEC" }, immutable: true }), "three");
  const sa = `${NS}/serviceaccounts/sa`;
  const account = (more: object) => ({
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "sa" },
    ...more,
  });
  s.apply(sa, account({ secrets: [{ name: "x" }, { name: "y" }], imagePullSecrets: [{ name: "p" }] }), "one");
  s.apply(sa, account({ secrets: [{ name: "z" }], imagePullSecrets: [{ name: "q" }] }), "two");
  s.apply(sa, account({ secrets: [{ name: "z" }], imagePullSecrets: [{ name: "q" }] }), "two", true);
  s.apply(sa, account({ metadata: { name: "sa", finalizers: ["example.com/a"] } }), "one");
  s.apply(sa, account({ metadata: { name: "sa", finalizers: ["example.com/b"] } }), "two");
  s.apply(sa, account({ metadata: { name: "sa", finalizers: [] } }), "one");
  s.apply(
    sa,
    account({
      metadata: {
        name: "sa",
        ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "cm", uid: "u1" }],
      },
    }),
    "one",
  );
  s.apply(
    sa,
    account({
      metadata: {
        name: "sa",
        ownerReferences: [
          { apiVersion: "v1", kind: "ConfigMap", name: "cm2", uid: "u2" },
          { apiVersion: "v1", kind: "ConfigMap", name: "cm", uid: "u1", controller: true },
        ],
      },
    }),
    "two",
  );
  return s;
}

/** Applies to objects of kubectl's client-side apply, create, replace and edit; texts in YAML. */
export function texts(): Scenario {
  const s = new Scenario("apply-texts");
  const path = `${NS}/configmaps`;
  const type = { "content-type": "application/apply-patch+yaml" };
  const apply = (text: string, query: [string, string][] = []) =>
    s.send("PATCH", `${path}/c`, undefined, {
      text,
      query: [["fieldManager", "m"], ...query],
      headers: type,
    });
  apply(
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: |\n    line 1\n    line 2\n  b: 'x'\n",
  );
  apply("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: yes\n");
  apply("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata: &x\n  a: x\nbinaryData: *x\n");
  apply("apiVersion: v1\nkind: ConfigMap\nmetadata:\n name: c\n  labels: x\n");
  apply("");
  apply("[]");
  apply("just text");
  apply("apiVersion: v1\nmetadata:\n  name: c\n");
  apply("kind: ConfigMap\nmetadata:\n  name: c\n");
  apply("apiVersion: v1\nkind: Secret\nmetadata:\n  name: c\n");
  apply("apiVersion: v2\nkind: ConfigMap\nmetadata:\n  name: c\n");
  apply("apiVersion: v1\nkind: ConfigMap\n");
  apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {}\ndata: {z: last}\n");
  apply(
    "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata: {z: doc1}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata: {z: doc2}\n",
  );
  s.post(
    path,
    {
      metadata: {
        name: "d",
        annotations: {
          "kubectl.kubernetes.io/last-applied-configuration":
            '{"apiVersion":"v1","data":{"a":"1","b":"2"},"kind":"ConfigMap","metadata":{"annotations":{},"name":"d","namespace":"{{ns}}"}}\n',
        },
      },
      data: { a: "1", b: "2" },
    },
    [["fieldManager", "kubectl-client-side-apply"]],
  );
  s.apply(
    `${path}/d`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "d" }, data: { a: "1" } },
    "kubectl",
  );
  s.apply(
    `${path}/d`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "d" }, data: { b: "5" } },
    "kubectl",
    true,
  );
  s.put(`${path}/d`, { metadata: { name: "d" }, data: { b: "6" } }, [["fieldManager", "replacer"]]);
  s.put(`${path}/d`, { metadata: { name: "d" }, data: { b: "6" } }, [["fieldManager", "replacer"]], {
    headers: { "user-agent": "kubectl/v1.36.0 (linux/amd64) kubernetes/abc" },
  });
  s.patch("strategic", `${path}/d`, { data: { c: "7" } });
  s.send(
    "PATCH",
    `${path}/d`,
    { data: { e: "7" } },
    { headers: { "content-type": "application/merge-patch+json", "user-agent": "My Client/1.0 (x)" } },
  );
  s.apply(
    `${path}/fresh`,
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "fresh", uid: "5f6e8a4e-0000-0000-0000-000000000000" },
    },
    "m",
  );
  s.apply(
    `${path}/fresh`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "fresh", resourceVersion: "5" } },
    "m",
  );
  s.apply(
    `${path}/fresh`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "fresh", generateName: "fresh-" } },
    "m",
  );
  s.apply(path, { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "fresh-" } }, "m");
  return s;
}
