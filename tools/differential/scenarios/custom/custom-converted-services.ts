import { CRDS, Scenario } from "../scenario.ts";

const GROUP = "{{id}}.example.com";
const NAME = `reaches.${GROUP}`;
const at = (version: string): string => `/apis/${GROUP}/${version}/namespaces/{{ns}}/reaches`;
const PORTS = [{ name: "https", port: 443 }];

const version = (name: string) => ({
  name,
  served: true,
  storage: name === "v1",
  schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
});
const object = (version: string, name: string) => ({
  apiVersion: `${GROUP}/${version}`,
  kind: "Reach",
  metadata: { name },
});

/** Services of conversion webhooks that are not there, or lead nowhere. */
export function convertedByServices(): Scenario {
  const s = new Scenario("converted-by-services");
  const service = (name: string, more: object = {}) => ({ service: { name, namespace: "{{ns}}", ...more } });
  const conversion = (clientConfig: object, more: object = {}) => ({
    strategy: "Webhook",
    webhook: { conversionReviewVersions: ["v1"], clientConfig, ...more },
  });
  s.post(CRDS, {
    metadata: { name: NAME },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: "reaches", singular: "reach", kind: "Reach", listKind: "ReachList" },
      versions: [version("v1"), version("v2")],
      conversion: conversion(service("none")),
    },
  });
  s.removes(`${CRDS}/${NAME}`);
  s.until(at("v1"));
  s.until(at("v2"));
  s.post(at("v1"), object("v1", "a"));
  for (const [name, spec] of [
    ["plain", { ports: PORTS }],
    ["headless", { clusterIP: "None", ports: PORTS }],
    ["outside", { type: "ExternalName", externalName: "name.invalid" }],
    ["other", { ports: [{ name: "http", port: 80 }] }],
    ["node-port", { type: "NodePort", ports: PORTS }],
    ["balanced", { type: "LoadBalancer", ports: PORTS }],
    ["ready", { ports: PORTS }],
  ] as const)
    s.post("/api/v1/namespaces/{{ns}}/services", { metadata: { name }, spec });
  for (const clientConfig of [
    service("none", { path: "/x", port: 8443 }),
    service("plain"),
    service("plain", { path: "/convert?x=y" }),
    service("plain", { port: 444 }),
    service("headless"),
    service("outside"),
    service("outside", { port: 8443, path: "/c" }),
    service("other"),
    service("node-port"),
    service("balanced"),
    service("ready"),
    { ...service("none"), caBundle: "{{caBundle}}" },
    { ...service("none"), url: "https://x" },
    { service: { name: "none", namespace: "" } },
    { service: { name: "", namespace: "{{ns}}" } },
    service("plain", { port: 0 }),
    service("plain", { port: 70000 }),
    service("plain", { path: "x" }),
    service("plain", { path: "/" }),
    service("plain", { path: "//a" }),
    service("plain", { path: "/a//b" }),
    service("plain", { path: "/A_b" }),
    {},
    { url: "http://x" },
    { url: "https://u:p@x/y?z=1#f" },
    { url: "https:///x" },
    { url: "x" },
    { caBundle: "eA==", url: "https://127.0.0.1:1" },
  ]) {
    s.patch("merge", `${CRDS}/${NAME}`, { spec: { conversion: null } });
    s.patch("merge", `${CRDS}/${NAME}`, { spec: { conversion: conversion(clientConfig) } });
    s.send("GET", `${at("v2")}/a`, undefined, { silent: true });
    s.get(`${at("v2")}/a`);
    // A limit is needed: without one the reference reads from its cache, which has not started.
    s.get(at("v2"), [["limit", "500"]]);
    s.post(at("v2"), object("v2", "b"), [["dryRun", "All"]]);
  }
  for (const conversionReviewVersions of [
    ["v1beta1"],
    ["v1beta1", "v1"],
    ["v1", "v1"],
    ["v2", "v1"],
    ["A b"],
  ])
    s.patch("merge", `${CRDS}/${NAME}`, {
      spec: { conversion: conversion(service("none"), { conversionReviewVersions }) },
    });
  for (const conversion of [{ strategy: "Webhook" }, { strategy: "X" }, { strategy: "" }])
    s.patch("merge", `${CRDS}/${NAME}`, { spec: { conversion } });
  return s;
}
