import { APPS, NS, Scenario } from "../scenario.ts";
import { patched } from "./review-answers.ts";
import { hookOf, register } from "./webhook.ts";

type Patch = readonly object[];

const set = (path: string, value: unknown): Patch => [{ op: "add", path, value }];

/** Strange in the same way for every object. */
const STRANGE: readonly Patch[] = [
  set("/unknown", 1),
  set("/kind", "Other"),
  set("/apiVersion", "v9"),
  [{ op: "remove", path: "/kind" }],
  [{ op: "replace", path: "", value: {} }],
  set("/metadata", { name: "other", labels: { a: "b" } }),
];

interface Sort {
  readonly resources: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly patches: readonly Patch[];
  readonly more?: object;
}

/** One mutating webhook for each sort of requests, that answers with one patch after the other. */
function begin(name: string, sorts: Readonly<Record<string, Sort>>): Scenario {
  const s = new Scenario(name);
  const webhooks = Object.entries(sorts).map(([hook, { resources, apiGroups = [""], more }]) => {
    const rules = [{ apiGroups, apiVersions: ["*"], resources, operations: ["*"] }];
    return hookOf(hook, rules, { timeoutSeconds: 5, ...more });
  });
  for (const [hook, { patches }] of Object.entries(sorts))
    s.hook(hook, ...patches.map((list) => patched(list)));
  register(s, "mutating", webhooks);
  s.settle("webhooks");
  return s;
}

const pod = (name: string): object => ({
  metadata: { name, labels: { app: name } },
  spec: {
    containers: [
      { name: "c", image: "i", resources: { requests: { cpu: "1" } } },
      { name: "d", image: "i" },
    ],
  },
});

/** Connections to a pod, with options that a webhook changes. */
export function connects(): Scenario {
  const exec: readonly Patch[] = [
    set("/container", "nope"),
    set("/container", "d"),
    set("/command", []),
    set("/stdin", "yes"),
    set("/command", ["a", 1]),
    ...STRANGE,
  ];
  const ports: readonly Patch[] = [set("/ports", [1, 2]), set("/ports", ["x"]), ...STRANGE];
  const proxied: readonly Patch[] = [set("/path", "/other"), set("/path", 5), ...STRANGE];
  const s = begin("admission-connects", {
    mexec: { resources: ["pods/exec"], patches: exec },
    mattach: { resources: ["pods/attach"], patches: exec },
    mports: { resources: ["pods/portforward"], patches: ports },
    mproxy: { resources: ["pods/proxy", "services/proxy"], patches: proxied },
  });
  s.post(`${NS}/pods`, pod("p"));
  s.post(`${NS}/services`, { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } });
  for (const _ of exec) {
    s.send("POST", `${NS}/pods/p/exec`, undefined, {
      query: [
        ["command", "ls"],
        ["stdout", "true"],
        ["container", "c"],
      ],
    });
    s.send("POST", `${NS}/pods/p/attach`, undefined, {
      query: [
        ["stdout", "true"],
        ["container", "c"],
      ],
    });
  }
  for (const _ of ports) s.send("POST", `${NS}/pods/p/portforward`, undefined, { query: [["ports", "80"]] });
  for (const _ of proxied) s.get(`${NS}/pods/p/proxy/x`);
  for (const _ of proxied) s.get(`${NS}/services/s/proxy/x`);
  return s;
}

/** Objects that are not stored, or stored as part of another, as webhooks change them. */
export function parts(): Scenario {
  const scale: readonly Patch[] = [
    set("/spec/replicas", 7),
    set("/spec/replicas", -1),
    set("/spec/replicas", "x"),
    set("/spec/unknown", 1),
    set("/status/replicas", 9),
    [{ op: "remove", path: "/spec" }],
    ...STRANGE,
  ];
  const status: readonly Patch[] = [
    set("/status/message", "patched"),
    set("/metadata/labels", { patched: "yes" }),
    set("/metadata/annotations", { patched: "yes" }),
    set("/spec/activeDeadlineSeconds", 5),
    set("/status", {}),
    set("/status/phase", 5),
    ...STRANGE,
  ];
  const containers: readonly Patch[] = [
    set("/spec/ephemeralContainers/-", { name: "more", image: "i" }),
    set("/spec/containers/0/image", "other"),
    set("/metadata/labels", { patched: "yes" }),
    set("/spec/ephemeralContainers", []),
    ...STRANGE,
  ];
  const resize: readonly Patch[] = [
    set("/spec/containers/0/resources/requests/cpu", "3"),
    set("/spec/containers/0/image", "other"),
    set("/metadata/labels", { patched: "yes" }),
    set("/spec/containers/0/resources/requests/cpu", "x"),
    ...STRANGE,
  ];
  const s = begin("admission-parts", {
    mscale: { resources: ["replicationcontrollers/scale"], patches: scale },
    mdeploy: { resources: ["deployments/scale"], apiGroups: ["apps"], patches: scale },
    mstatus: { resources: ["pods/status"], patches: status },
    mephemeral: { resources: ["pods/ephemeralcontainers"], patches: containers },
    mresize: { resources: ["pods/resize"], patches: resize },
  });
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  s.post(`${NS}/replicationcontrollers`, {
    metadata: { name: "rc" },
    spec: { selector: { a: "b" }, template },
  });
  s.post(`${APPS}/deployments`, {
    metadata: { name: "d" },
    spec: { selector: { matchLabels: { a: "b" } }, template },
  });
  s.post(`${NS}/pods`, pod("p"));
  for (const i of scale.keys()) {
    s.patch("merge", `${NS}/replicationcontrollers/rc/scale`, { spec: { replicas: i } });
    s.put(`${APPS}/deployments/d/scale`, { metadata: { name: "d" }, spec: { replicas: i } });
  }
  s.get(`${NS}/replicationcontrollers/rc`);
  s.get(`${APPS}/deployments/d`);
  for (const i of status.keys()) s.patch("merge", `${NS}/pods/p/status`, { status: { reason: `r${i}` } });
  for (const i of containers.keys())
    s.patch("strategic", `${NS}/pods/p/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: `e${i}`, image: "i" }] },
    });
  for (const i of resize.keys())
    s.patch("strategic", `${NS}/pods/p/resize`, {
      spec: { containers: [{ name: "c", resources: { requests: { cpu: `${i + 2}` } } }] },
    });
  s.get(`${NS}/pods/p`);
  return s;
}

/** Requests to do something, as webhooks change them. */
export function deeds(): Scenario {
  const bind: readonly Patch[] = [
    set("/target/name", "other-node"),
    set("/target/kind", "Pod"),
    set("/metadata/annotations", { a: "b" }),
    set("/target/name", ""),
    ...STRANGE,
  ];
  const evict: readonly Patch[] = [
    set("/deleteOptions", { dryRun: ["All"] }),
    set("/deleteOptions", { gracePeriodSeconds: -5 }),
    set("/deleteOptions", { preconditions: { uid: "other" } }),
    set("/deleteOptions", 5),
    ...STRANGE,
  ];
  const token: readonly Patch[] = [
    set("/spec/audiences", ["other"]),
    set("/spec/expirationSeconds", 700),
    set("/spec/expirationSeconds", 5),
    set("/spec/boundObjectRef", { kind: "Pod", apiVersion: "v1", name: "none" }),
    set("/spec/audiences", "x"),
    set("/status", { token: "x" }),
    ...STRANGE,
  ];
  const finalize: readonly Patch[] = [
    set("/spec/finalizers", ["example.com/f"]),
    set("/spec/finalizers", ["bad finalizer"]),
    set("/metadata/labels/patched", "yes"),
    ...STRANGE.slice(0, 4),
  ];
  const s = begin("admission-deeds", {
    mbind: { resources: ["pods/binding", "bindings"], patches: bind },
    mevict: { resources: ["pods/eviction"], patches: evict },
    mtoken: { resources: ["serviceaccounts/token"], patches: token },
    mfinal: { resources: ["namespaces/finalize"], patches: finalize },
  });
  for (const i of bind.keys()) {
    s.post(`${NS}/pods`, pod(`b${i}`));
    s.post(`${NS}/pods/b${i}/binding`, { metadata: { name: `b${i}` }, target: { kind: "Node", name: "n" } });
    s.get(`${NS}/pods/b${i}`);
  }
  for (const i of evict.keys()) {
    s.post(`${NS}/pods`, pod(`e${i}`));
    s.post(`${NS}/pods/e${i}/eviction`, {
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { name: `e${i}` },
    });
    s.get(`${NS}/pods/e${i}`);
  }
  s.post(`${NS}/serviceaccounts`, { metadata: { name: "sa" } });
  for (const _ of token) s.post(`${NS}/serviceaccounts/sa/token`, { spec: { audiences: ["x"] } });
  for (const _ of finalize)
    s.put(`${NS}/finalize`, {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "{{ns}}" },
      spec: { finalizers: ["kubernetes"] },
    });
  s.get(NS);
  return s;
}

/** Questions that are never stored, as webhooks change them. */
export function reviews(): Scenario {
  const asked = (field: string) => ({
    matchConditions: [{ name: "own", expression: `${field} == '{{id}}'` }],
  });
  const access: readonly Patch[] = [
    set("/spec/user", "admin"),
    set("/spec/groups", ["system:masters"]),
    set("/spec/resourceAttributes", null),
    set("/status", { allowed: true }),
    set("/metadata/labels", { a: "b" }),
    ...STRANGE,
  ];
  const tokens: readonly Patch[] = [
    set("/spec/token", "admin-token"),
    set("/status/authenticated", true),
    ...STRANGE,
  ];
  const s = begin("admission-reviews", {
    maccess: {
      resources: ["subjectaccessreviews"],
      apiGroups: ["authorization.k8s.io"],
      patches: access,
      more: asked("object.spec.user"),
    },
    mlocal: {
      resources: ["localsubjectaccessreviews"],
      apiGroups: ["authorization.k8s.io"],
      patches: [...access, set("/spec/resourceAttributes/namespace", "other")],
    },
    mtoken: {
      resources: ["tokenreviews"],
      apiGroups: ["authentication.k8s.io"],
      patches: tokens,
      more: asked("object.spec.token"),
    },
  });
  const resourceAttributes = { verb: "get", resource: "pods", namespace: "{{ns}}" };
  for (const _ of access)
    s.post("/apis/authorization.k8s.io/v1/subjectaccessreviews", {
      spec: { user: "{{id}}", resourceAttributes },
    });
  for (const _ of [...access, 1])
    s.post("/apis/authorization.k8s.io/v1/namespaces/{{ns}}/localsubjectaccessreviews", {
      spec: { user: "{{id}}", resourceAttributes },
    });
  for (const _ of tokens)
    s.post("/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token: "{{id}}" } });
  return s;
}
