import { define } from "../definition.ts";
import { Scenario } from "../scenario.ts";
import { addPolicy } from "./policy.ts";
import { allowed, patched } from "./review-answers.ts";
import { hookOf, type Phase, register } from "./webhook.ts";

const CORE = "/api/v1/namespaces/{{ns}}/events";
const EVENTS = "/apis/events.k8s.io/v1/namespaces/{{ns}}/events";
const SCALERS = (version: string) =>
  `/apis/autoscaling/${version}/namespaces/{{ns}}/horizontalpodautoscalers`;

interface Seen {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

const rule = ({ group, version, resource }: Seen) => ({
  apiGroups: [group],
  apiVersions: [version],
  resources: [resource, `${resource}/*`],
  operations: ["*"],
});

function registerAll(s: Scenario, phase: Phase, hooks: Readonly<Record<string, Seen>>): void {
  const webhooks = Object.entries(hooks).map(([name, seen]) => hookOf(name, [rule(seen)]));
  register(s, phase, webhooks);
}

const about = (name: string) => ({ kind: "Pod", namespace: "{{ns}}", name });
const coreEvent = (name: string, more: object = {}) => ({
  metadata: { name, namespace: "{{ns}}" },
  involvedObject: about(name),
  message: "m",
  reason: "R",
  type: "Normal",
  ...more,
});
const newEvent = (name: string, more: object = {}) => ({
  metadata: { name, namespace: "{{ns}}" },
  regarding: about(name),
  note: "n",
  reason: "R",
  type: "Normal",
  action: "A",
  reportingController: "example.com/c",
  reportingInstance: "i",
  eventTime: "2026-01-02T03:04:05.000006Z",
  ...more,
});

/** Events of either group, where webhooks see only the other one. */
export function events(): Scenario {
  const s = new Scenario("admission-equivalent-events");
  const core = { group: "", version: "v1", resource: "events" };
  const other = { ...core, group: "events.k8s.io" };
  s.hook("mcore", patched([{ op: "add", path: "/metadata/labels", value: { core: "1" } }]));
  s.hook("mother", patched([{ op: "add", path: "/note", value: "patched" }]));
  s.hook("vcore", allowed);
  s.hook("vother", allowed);
  registerAll(s, "mutating", { mother: other, mcore: core });
  registerAll(s, "validating", { vcore: core, vother: other });
  s.settle("webhooks");
  s.post(
    CORE,
    coreEvent("a", {
      source: { component: "c", host: "h" },
      count: 3,
      firstTimestamp: "2026-01-01T00:00:00Z",
    }),
  );
  s.post(EVENTS, newEvent("b"));
  s.post(EVENTS, newEvent("c", { series: { count: 2, lastObservedTime: "2026-01-02T03:04:05.000006Z" } }));
  s.patch("merge", `${CORE}/b`, { count: 2 });
  s.patch("strategic", `${EVENTS}/b`, { deprecatedCount: 4 });
  s.patch("merge", `${EVENTS}/a`, { deprecatedCount: 4 });
  s.apply(
    `${CORE}/a`,
    { apiVersion: "v1", kind: "Event", ...coreEvent("a", { message: "applied" }) },
    "m",
    true,
  );
  s.delete(`${EVENTS}/a`);
  s.delete(CORE, undefined, [["fieldSelector", "involvedObject.name=b"]]);
  s.delete(EVENTS);
  return s;
}

const template = (name: string, spec: object): object => ({
  metadata: { name },
  spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" }, ...spec },
});

/** Autoscalers of both versions, where webhooks see one of them. */
export function autoscalers(): Scenario {
  const s = new Scenario("admission-equivalent-autoscalers");
  const of = (version: string): Seen => ({
    group: "autoscaling",
    version,
    resource: "horizontalpodautoscalers",
  });
  s.hook("mone", patched([{ op: "add", path: "/spec/targetCPUUtilizationPercentage", value: 33 }]));
  s.hook(
    "mtwo",
    patched([{ op: "add", path: "/spec/behavior", value: { scaleDown: { stabilizationWindowSeconds: 7 } } }]),
  );
  s.hook("vone", allowed);
  s.hook("vtwo", allowed);
  registerAll(s, "mutating", { mtwo: of("v2"), mone: of("v1") });
  registerAll(s, "validating", { vone: of("v1"), vtwo: of("v2") });
  s.settle("webhooks");
  const memory = {
    type: "Resource",
    resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } },
  };
  s.post(SCALERS("v1"), template("a", { targetCPUUtilizationPercentage: 50 }));
  s.post(SCALERS("v2"), template("b", { metrics: [memory] }));
  s.patch("merge", `${SCALERS("v1")}/b`, { spec: { maxReplicas: 6 } });
  s.patch("merge", `${SCALERS("v2")}/a`, { spec: { minReplicas: 2 } });
  s.patch("merge", `${SCALERS("v1")}/a/status`, { status: { currentReplicas: 2, desiredReplicas: 3 } });
  s.patch("merge", `${SCALERS("v2")}/b/status`, { status: { currentReplicas: 2, desiredReplicas: 3 } });
  s.apply(
    `${SCALERS("v1")}/a`,
    { apiVersion: "autoscaling/v1", kind: "HorizontalPodAutoscaler", ...template("a", {}) },
    "m",
    true,
  );
  s.delete(`${SCALERS("v1")}/b`);
  s.delete(SCALERS("v2"));
  return s;
}

/** Objects that register with the aggregator are admitted, too. */
export function registrations(): Scenario {
  const s = new Scenario("admission-registrations");
  const services = "/apis/apiregistration.k8s.io/v1/apiservices";
  const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const own = "v1.{{id}}.example.com";
  const [apiGroups, resources] = [["apiregistration.k8s.io"], ["apiservices"]];
  const policy = {
    matchConstraints: {
      resourceRules: [{ apiGroups, apiVersions: ["*"], resources, operations: ["CREATE"] }],
    },
    matchConditions: [{ name: "own", expression: `object.metadata.name == '${own}'` }],
    validations: [{ expression: "false" }],
  };
  addPolicy(s, "validating", "v-{{id}}", policy, { validationActions: ["Deny"] });
  s.settle("policies");
  define(s, "Thing", [{}], { scope: "Cluster" });
  s.removes(`${crds}/things.{{id}}.example.com`);
  s.until("/apis/{{id}}.example.com/v1/things");
  s.watch("/api/v1/namespaces/{{ns}}/secrets", 1, [["resourceVersion", "0"]], { silent: true });
  s.get(`${services}/${own}`);
  s.get("/apis/{{id}}.example.com/v1/things");
  s.get("/apis/{{id}}.example.com");
  s.get("/apis/{{id}}.example.com/v1");
  return s;
}

/** Webhooks that are the server itself. */
export function own(): Scenario {
  const s = new Scenario("admission-own");
  const paths = ["/healthz", "/api", "/none", "/api/v1/namespaces/default/configmaps", "/version", "/"];
  const hook = (t: string, path: string, more: object = {}) =>
    hookOf(t, [rule({ group: "", version: "v1", resource: "configmaps" })], {
      clientConfig: { service: { namespace: "default", name: "kubernetes", path }, ...more },
      timeoutSeconds: 3,
      objectSelector: { matchLabels: { t } },
    });
  s.hook("v", allowed);
  const webhooks = [
    ...paths.map((one, i) => hook(`s${i}`, one)),
    hook("ca", "/healthz", { caBundle: "{{caBundle}}" }),
  ];
  register(s, "validating", webhooks);
  s.settle("webhooks");
  for (const t of [...paths.keys()].map((i) => `s${i}`).concat("ca"))
    s.post("/api/v1/namespaces/{{ns}}/configmaps", { metadata: { name: t, labels: { t } } }, [
      ["dryRun", "All"],
    ]);
  return s;
}
