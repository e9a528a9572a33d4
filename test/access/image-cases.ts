import type { JsonObject } from "../../src/json/value.ts";
import type { Asked, Place, Situation, WrongStart } from "./case.ts";
import { made } from "./node-objects.ts";
import { kubeconfig } from "./token-cases.ts";

const PODS = "/api/v1/namespaces/images/pods";
/** A namespace that is there. */
const DEFAULT = "/api/v1/namespaces/default/pods";
const FLAGS = [
  "--enable-admission-plugins=ImagePolicyWebhook",
  "--admission-control-config-file=DIR/admission.yaml",
];

const container = (name: string, image: string): JsonObject => ({ name, image });

/** A pod. Its first image determines the answer of the service. */
const pod = (
  name: string,
  image: string,
  spec: JsonObject = {},
  annotations: JsonObject = {},
  path = PODS,
): Asked => ({
  ...made(path, { metadata: { name, annotations }, spec: { containers: [container("c", image)], ...spec } }),
  name: `${name}: ${image}`,
});

const patched = (name: string, path: string, type: string, body: JsonObject | JsonObject[]): Asked => ({
  name,
  method: "PATCH",
  path,
  headers: { "content-type": `application/${type}` },
  body,
  brief: true,
});
const labelled = (name: string, pod: string): Asked =>
  patched(name, `${PODS}/${pod}`, "merge-patch+json", {
    metadata: { labels: { a: name.replaceAll(" ", "-") } },
  });
const debugged = (name: string, pod: string, image: string): Asked =>
  patched(name, `${PODS}/${pod}/ephemeralcontainers`, "strategic-merge-patch+json", {
    spec: { ephemeralContainers: [container("e", image)] },
  });

const ASKED: readonly Asked[] = [
  made("/api/v1/namespaces", { metadata: { name: "images" } }),
  pod("allowed", "allowed"),
  pod("denied", "denied"),
  pod("denied-with-much", "denied", {
    initContainers: [container("i", "init")],
    containers: [container("c", "denied"), container("d", "allowed")],
  }),
  pod(
    "denied-with-annotations",
    "denied",
    {},
    {
      "x.image-policy.k8s.io/b": "1",
      "a.image-policy.k8s.io/a": "2",
      "image-policy.k8s.io/a": "3",
      other: "4",
    },
  ),
  {
    ...pod("", "denied"),
    name: "a generated name",
    body: { metadata: { generateName: "g-" }, spec: { containers: [container("c", "denied")] } },
  },
  pod("silent", "silent"),
  pod("broken", "broken"),
  pod("failing", "failing"),
  pod("nonsense", "nonsense"),
  pod("counted", "counted"),
  pod("counted-again", "counted"),
  pod("invalid", "denied", { restartPolicy: "Sometimes" }),
  labelled("a label", "allowed"),
  patched("another image", `${PODS}/allowed`, "strategic-merge-patch+json", {
    spec: { containers: [container("c", "denied")] },
  }),
  debugged("an ephemeral container", "allowed", "denied"),
  debugged("another ephemeral container", "allowed", "allowed"),
  patched("a status", `${PODS}/allowed/status`, "merge-patch+json", { status: { phase: "Running" } }),
  { name: "it goes", method: "DELETE", path: `${PODS}/allowed?gracePeriodSeconds=0`, brief: true },
  made("/apis/apps/v1/namespaces/images/deployments", {
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [container("c", "denied")] } },
    },
  }),
];

const openPod = (name: string, image: string): Asked => pod(name, image, {}, {}, DEFAULT);
const OPEN: readonly Asked[] = [
  openPod("broken-open", "broken"),
  patched("it is not told", `${DEFAULT}/broken-open`, "json-patch+json", [
    { op: "test", path: "/metadata/annotations", value: { "alpha.image-policy.k8s.io/failed-open": "true" } },
  ]),
  openPod("failing-open", "failing"),
  openPod("nonsense-open", "nonsense"),
  openPod("denied-open", "denied"),
  openPod("even-open", "even"),
  openPod("even-again", "even"),
  openPod("even-once-more", "even"),
];

const HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n";
const plugin = (settings: string): string =>
  `${HEAD}- {name: ImagePolicyWebhook, configuration: {imagePolicy: ${settings}}}\n`;

const filesWith = (admission: (dir: string) => string) => (place: Place) => ({
  "images.yaml": kubeconfig(place.hook, place.hookCa, "/images"),
  "admission.yaml": admission(place.dir),
});

export const IMAGE_SITUATIONS: readonly Situation[] = [
  {
    name: "images",
    flags: FLAGS,
    files: filesWith((dir) => plugin(`{kubeConfigFile: ${dir}/images.yaml, retryBackoff: 1}`)),
    asked: ASKED,
  },
  {
    name: "images, where the service fails and nothing is cached",
    flags: FLAGS,
    files: filesWith(
      (dir) =>
        `imagePolicy:\n  kubeConfigFile: ${dir}/images.yaml\n  allowTTL: -1\n  denyTTL: -1\n  retryBackoff: 1\n  defaultAllow: true\n`,
    ),
    asked: OPEN,
  },
];

const wrong = (name: string, settings: string): WrongStart => ({
  name: `images: ${name}`,
  files: { "admission.yaml": plugin(settings) },
  flags: FLAGS,
});

/** Settings with which no server starts. */
export const WRONG_IMAGES: readonly WrongStart[] = [
  { name: "images: no settings", flags: FLAGS.slice(0, 1) },
  { name: "images: settings of others", files: { "admission.yaml": HEAD }, flags: FLAGS },
  wrong("a long TTL", "{kubeConfigFile: /nowhere/images.yaml, allowTTL: 3600}"),
  wrong("a negative TTL", "{kubeConfigFile: /nowhere/images.yaml, denyTTL: -5}"),
  wrong("a long pause", "{kubeConfigFile: /nowhere/images.yaml, retryBackoff: 400000}"),
  wrong("a duration", "{kubeConfigFile: /nowhere/images.yaml, allowTTL: 30s}"),
  wrong("a fraction", "{kubeConfigFile: /nowhere/images.yaml, denyTTL: 1.5}"),
  wrong("a text", "{kubeConfigFile: /nowhere/images.yaml, defaultAllow: maybe}"),
  wrong("a number", "{kubeConfigFile: 3}"),
  wrong("a list", "[]"),
  wrong("no kubeconfig", "{kubeConfigFile: /nowhere/images.yaml}"),
];
