import type { KubeObject } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";
import { deny, mutating, on, type Webhook } from "../../webhook/index.ts";
import type { Property } from "./check-properties.ts";
import type { Sample } from "./sample.ts";

/** A set of four webhooks. Two of them conflict, or one violates a property, or there is no problem. */
export interface PlantedSet {
  readonly title: string;
  readonly webhooks: readonly Webhook[];
  /** The webhooks that have to be found, and the violated property; absent: there is no problem to find. */
  readonly planted?: { readonly property: Property; readonly webhooks: readonly string[] };
}

interface Container extends JsonObject {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string; value: string }[];
  resources?: { limits?: { [name: string]: string }; requests?: { [name: string]: string } };
  imagePullPolicy?: string;
}

interface Pod extends KubeObject {
  spec: JsonObject & { containers: Container[]; initContainers?: Container[] };
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function that ends without `return` gives back void.
type Change = (pod: Pod, dryRun: boolean) => void | undefined | ReturnType<typeof deny>;

const rules = [on("v1", "pods", "CREATE")];

const hook = (name: string, change: Change, more: object = {}): Webhook =>
  mutating<Pod>(
    { name: `${name}.example.com`, rules, ...more },
    (pod, { dryRun }) => change(pod, dryRun) ?? undefined,
  );

const label =
  (name: string, value: string): Change =>
  (pod) => {
    pod.metadata.labels = { ...pod.metadata.labels, [name]: value };
  };
const annotate =
  (name: string, value: (pod: Pod) => string): Change =>
  (pod) => {
    pod.metadata.annotations = { ...pod.metadata.annotations, [name]: value(pod) };
  };
const sidecar =
  (name: string, more: Partial<Container> = {}): Change =>
  (pod) => {
    if (pod.spec.containers.some((container) => container.name === name)) return;
    pod.spec.containers.push({ name, image: `registry.example.com/${name}:1`, ...more });
  };
const everyContainer =
  (change: (container: Container) => void): Change =>
  (pod) => {
    for (const container of pod.spec.containers) change(container);
  };
const setEnv = (name: string, value: string): Change =>
  everyContainer((container) => {
    container.env = [...(container.env ?? []).filter((one) => one.name !== name), { name, value }];
  });
const defaultLimit = (name: string, value: string): Change =>
  everyContainer((container) => {
    container.resources = {
      ...container.resources,
      limits: { [name]: value, ...container.resources?.limits },
    };
  });
const initFirst =
  (name: string): Change =>
  (pod) => {
    const others = (pod.spec.initContainers ?? []).filter((one) => one.name !== name);
    pod.spec.initContainers = [{ name, image: `registry.example.com/${name}:1` }, ...others];
  };

/** Two webhooks that conflict with no other. */
const quiet = (): Webhook[] => [
  hook("owner", label("owner", "shop")),
  hook(
    "stamp",
    annotate("example.com/stamp", () => "seen"),
  ),
];

const pair = (title: string, property: Property, a: Change, b: Change): PlantedSet => ({
  title,
  webhooks: [...quiet(), hook("first", a), hook("second", b)],
  planted: { property, webhooks: ["first.example.com", "second.example.com"] },
});
const alone = (title: string, property: Property, a: Change): PlantedSet => ({
  title,
  webhooks: [...quiet(), hook("first", a), hook("filler", label("filler", "yes"))],
  planted: { property, webhooks: ["first.example.com"] },
});
const harmless = (title: string, ...changes: Change[]): PlantedSet => ({
  title,
  webhooks: changes.map((change, i) => hook(`hook-${i}`, change)),
});

let counter = 0;

export const PLANTED: readonly PlantedSet[] = [
  pair("both set one label", "order", label("tier", "front"), label("tier", "back")),
  pair(
    "each one overwrites the label of the other",
    "convergence",
    label("tier", "front"),
    label("tier", "back"),
  ),
  pair(
    "a default for all containers, and a container more",
    "order",
    defaultLimit("cpu", "1"),
    sidecar("proxy"),
  ),
  pair("a variable for all containers, and a container more", "order", setEnv("ZONE", "a"), sidecar("log")),
  pair(
    "one counts what the other adds",
    "order",
    annotate("example.com/containers", (pod) => String(pod.spec.containers.length)),
    sidecar("proxy"),
  ),
  pair(
    "one removes what the other needs",
    "order",
    (pod) => {
      delete pod.metadata.labels?.app;
    },
    annotate("example.com/app", (pod) => pod.metadata.labels?.app ?? "none"),
  ),
  pair("both want to be the first init container", "order", initFirst("wait"), initFirst("fetch")),
  pair(
    "both want to be the first init container, for ever",
    "convergence",
    initFirst("wait"),
    initFirst("fetch"),
  ),
  pair(
    "one rewrites images, the other adds one",
    "order",
    everyContainer((container) => {
      container.image = container.image.replace("registry.example.com/", "mirror.example.com/");
    }),
    sidecar("proxy"),
  ),
  pair(
    "one refuses what the other takes away",
    "order",
    (pod) => (pod.metadata.labels?.debug === "yes" ? deny("no debugging") : undefined),
    (pod) => {
      delete pod.metadata.labels?.debug;
    },
  ),
  pair(
    "one pulls always, the other never",
    "convergence",
    everyContainer((container) => {
      container.imagePullPolicy = "Always";
    }),
    everyContainer((container) => {
      container.imagePullPolicy = "Never";
    }),
  ),
  alone("a container more each time", "idempotent", (pod) => {
    pod.spec.containers.push({ name: `side-${pod.spec.containers.length}`, image: "b" });
  }),
  alone(
    "an argument more each time",
    "idempotent",
    everyContainer((container) => {
      container.args = [...(container.args ?? []), "--verbose"];
    }),
  ),
  alone("another name", "identity", (pod) => {
    pod.metadata.name = `${pod.metadata.name}-x`;
  }),
  pair("both set one label of the pod", "writers", label("tier", "front"), label("tier", "back")),
  alone("leaves dry runs alone", "dryRun", (pod, dryRun) =>
    dryRun ? undefined : label("real", "yes")(pod, dryRun),
  ),
  alone("counts in dry runs too", "dryRun", () => {
    counter++;
  }),
];

/** Returns the number of side effects of the webhooks. */
export const effects = (): number => counter;

const noop: Change = () => {};

export const HARMLESS: readonly PlantedSet[] = [
  harmless("four labels", label("a", "1"), label("b", "2"), label("c", "3"), label("d", "4")),
  harmless("two containers more", sidecar("proxy"), sidecar("log"), noop, noop),
  harmless("three containers more", sidecar("a"), sidecar("b"), sidecar("c"), label("more", "3")),
  harmless("two set the same label", label("tier", "front"), label("tier", "front"), noop, noop),
  harmless(
    "defaults of different resources",
    defaultLimit("cpu", "1"),
    defaultLimit("memory", "1Gi"),
    noop,
    noop,
  ),
  harmless("different variables", setEnv("ZONE", "a"), setEnv("STAGE", "test"), setEnv("ZONE", "a"), noop),
  harmless(
    "annotations of what is there",
    annotate("a", (pod) => pod.metadata.name ?? ""),
    noop,
    noop,
    noop,
  ),
  harmless(
    "a default that fills in only what is missing",
    (pod) => {
      pod.metadata.labels = { team: "none", ...pod.metadata.labels };
    },
    label("owner", "me"),
    noop,
    noop,
  ),
  harmless(
    "a sidecar that brings its own limits, and a default that comes to the same",
    defaultLimit("cpu", "1"),
    sidecar("proxy", { resources: { limits: { cpu: "1" } } }),
    noop,
    noop,
  ),
  harmless(
    "all refuse",
    () => deny("no"),
    () => deny("never"),
    noop,
    noop,
  ),
  harmless(
    "one refuses what none of them makes",
    (pod) => (pod.metadata.labels?.forbidden === "yes" ? deny("no") : undefined),
    label("a", "1"),
    sidecar("proxy"),
    noop,
  ),
  harmless("one init container", initFirst("wait"), sidecar("proxy"), label("a", "1"), noop),
  harmless(
    "a field that the server gives a default",
    (pod) => {
      pod.spec.restartPolicy ??= "Always";
    },
    (pod) => {
      pod.spec.dnsPolicy ??= "ClusterFirst";
    },
    noop,
    noop,
  ),
  harmless(
    "tolerations of two",
    (pod) => tolerate(pod, "spot"),
    (pod) => tolerate(pod, "gpu"),
    noop,
    noop,
  ),
  harmless("nothing at all", noop, noop, noop, noop),
];

function tolerate(pod: Pod, key: string): void {
  const others = (pod.spec.tolerations ?? []) as JsonObject[];
  if (others.some((one) => one.key === key)) return;
  pod.spec.tolerations = [...others, { key, operator: "Exists" }];
}

/** Typical Pods of users. */
export const REQUESTS: readonly Sample[] = [
  {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "plain" },
    spec: { containers: [{ name: "web", image: "registry.example.com/web:1" }] },
  },
  {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "rich",
      labels: { app: "shop", debug: "yes", tier: "middle" },
      annotations: { "example.com/team": "shop" },
    },
    spec: {
      containers: [
        {
          name: "web",
          image: "registry.example.com/web:1",
          args: ["--port", "80"],
          env: [{ name: "A", value: "1" }],
        },
        { name: "cache", image: "registry.example.com/cache:1", resources: { requests: { memory: "64Mi" } } },
      ],
      nodeSelector: { disk: "fast" },
    },
  },
];
