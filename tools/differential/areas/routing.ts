import type { Case, Step } from "../case.ts";
import { RESOURCES } from "../kinds/resources.ts";
import type { Random } from "../random.ts";

const METHODS = [
  "GET",
  "GET",
  "GET",
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
];
const SEGMENTS = [
  "",
  "api",
  "apis",
  "v1",
  "v2",
  "namespaces",
  "default",
  "{{ns}}",
  "pods",
  "configmaps",
  "nodes",
  "x",
  "status",
  "scale",
  "log",
  "proxy",
  "watch",
  "apps",
  "batch",
  "none.example.com",
  "healthz",
  "..",
  ".",
  "%2F",
  "a%20b",
  "*",
  "exec",
  "token",
  "finalize",
];
const FIXED = [
  "/",
  "/api",
  "/api/",
  "/apis",
  "/apis/",
  "/api/v1",
  "/api/v2",
  "/apis/apps",
  "/apis/apps/v1",
  "/apis/apps/v2",
  "/apis/none.example.com",
  "/apis/none.example.com/v1/x",
  "/version",
  "/version/",
  "/healthz/",
  "/healthz/ping",
  "/livez/ping",
  "/readyz/nothing",
  "/openapi/v3/x",
  "/openapi",
  "/logs",
  "/swagger.json",
  "/.well-known/openid-configuration",
  "/openid/v1/jwks",
  "/debug/pprof",
  "/flagz",
  "/statusz",
  "/metrics/x",
];
const ACCEPTS = [
  undefined,
  undefined,
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json",
  "application/json;as=APIGroupDiscoveryList;v=v2",
  "application/json;as=Table;g=meta.k8s.io;v=v1",
  "text/plain",
  "*/*",
  "application/*",
  "application/json;q=0.1,application/yaml",
  "",
  "x",
];

/** Random paths, methods and media types; nothing is written. */
export function routingCase(random: Random): Case {
  return { area: "routing", steps: random.times(2, 6, (i) => routingStep(random, `request ${i}`)) };
}

function routingStep(random: Random, name: string): Step {
  const accept = random.pick(ACCEPTS);
  const method = random.pick(METHODS);
  const reads = method === "GET" || method === "HEAD";
  const hasBody = !reads && random.chance(0.4);
  const path = pathOf(random);
  return {
    name,
    method,
    path,
    headers: accept === undefined ? {} : { accept },
    query: reads ? readQuery(random, path) : [["dryRun", "All"]],
    // Options in the body of a delete are the only ones that count.
    ...(hasBody ? { body: method === "DELETE" ? { dryRun: ["All"] } : {} } : {}),
  };
}

/** A watch ends soon and without events, because writes of other lanes would differ. */
function readQuery(random: Random, path: string): [string, string][] {
  const value = path.includes("/watch")
    ? ""
    : random.chance(0.06)
      ? random.pick(["false", "0", "x"])
      : undefined;
  if (value === undefined) return [];
  const ends: [string, string][] = [
    ["timeoutSeconds", "1"],
    ["fieldSelector", "metadata.name=none"],
  ];
  return value === "" ? ends : [["watch", value], ...ends];
}

function pathOf(random: Random): string {
  const turn = random.next();
  if (turn < 0.2) return random.pick(FIXED);
  if (turn < 0.35) return `/${random.times(1, 7, () => random.pick(SEGMENTS)).join("/")}`;
  const resource = random.pick(RESOURCES);
  const root = resource.group === "" ? "/api" : "/apis";
  const version = random.chance(0.9) ? resource.apiVersion : resource.apiVersion.replace(/v\d+$/, "v9");
  const parts = [root, version];
  // Now and then as if it were of the other scope.
  if (resource.namespaced !== random.chance(0.12)) parts.push("namespaces/{{ns}}");
  parts.push(random.chance(0.93) ? resource.plural : resource.kind.toLowerCase());
  if (random.chance(0.6)) parts.push(random.pick(["none", "none", "a%20b", "%zz", "..", ""]));
  if (random.chance(0.3))
    parts.push(
      random.pick([
        "status",
        "scale",
        "log",
        "proxy",
        "nothing",
        "exec",
        "attach",
        "portforward",
        "binding",
        "eviction",
        "token",
        "approval",
        "finalize",
        "ephemeralcontainers",
        "resize",
      ]),
    );
  if (random.chance(0.08)) parts.push("more");
  if (random.chance(0.05)) parts.splice(1, 1, `${version}/${random.pick(["watch", "proxy"])}`);
  return parts.join("/");
}
