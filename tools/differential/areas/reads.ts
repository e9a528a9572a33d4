import type { JsonObject } from "../../../src/json/value.ts";
import type { Case, Step } from "../case.ts";
import type { Random } from "../random.ts";

const ACCEPTS = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/json;as=Table;g=meta.k8s.io;v=v1",
  "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
  "application/vnd.kubernetes.protobuf,application/json",
  "application/json;as=Table;g=meta.k8s.io;v=v1beta1",
  "application/json;as=Other;g=meta.k8s.io;v=v1",
  "text/html",
  "*/*",
  "application/*",
  "application/yaml;q=0.5,application/json;q=0.9",
  "application/json;q=0,application/yaml",
  "application/json;stream=watch",
  "application/cbor,application/json",
  "application/json;pretty=1",
  "*/*;q=0.1,application/yaml;q=0.2",
  "application/*;q=0.8,application/yaml",
  "text/*",
  "*/json",
  "application/yaml;q=0,*/*",
  "application/json;q=x",
  "application/json;q=2,application/yaml;q=0.5",
  "text/html,application/*;q=0.3",
  "application/json;as=Table;g=meta.k8s.io;v=v1;q=0.5,application/yaml;q=0.6",
  "application/vnd.kubernetes.protobuf;q=0.1,*/*;q=0.2",
  "",
];
const LABELS = [
  "app=a",
  "app in (a,b)",
  "app notin (a)",
  "app",
  "!app",
  "app!=a",
  "tier=x,app=a",
  "app==b",
  "n>1",
  "n<3",
  "app in ()",
  "app=a=b",
  "a b",
  "=x",
  "app in (a",
  ",",
  "app=é",
  "x".repeat(70),
];
const FIELDS = [
  "metadata.name=n-1",
  "metadata.name!=n-1",
  "metadata.namespace={{ns}}",
  "spec.nodeName=n",
  "status.phase=Pending",
  "status.phase!=Running",
  "spec.restartPolicy=Always",
  "metadata.uid=x",
  "a=b",
  "metadata.name",
  "metadata.name=n-1,metadata.name!=n-2",
  "metadata.name=a\\,b",
  "type=Opaque",
  "involvedObject.kind=Pod",
  "spec.unschedulable=true",
];
const VERSIONS = [
  "",
  "0",
  "1",
  "{{=second:/metadata/resourceVersion}}",
  "{{=last:/metadata/resourceVersion}}",
  "999999999",
  "abc",
  "-1",
  "00",
];
/** Tokens of other lists, and invalid ones. */
const TOKENS = [
  "x",
  "",
  "!",
  "a=b",
  "eyJ",
  "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ",
  "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhXHUwMDAwIn0",
  "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYVx1MDAwMCJ9",
  "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MCwic3RhcnQiOiJhIn0",
  "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiIuLi9hIn0",
  "eyJ2IjoibWV0YS5rOHMuaW8vdjIiLCJydiI6NSwic3RhcnQiOiJhIn0",
  "eyJ2IjoxfQ",
  "W10",
  "bnVsbA",
];
const MATCHES = ["Exact", "NotOlderThan", "Other", ""];

/** Lists, single reads and watches of objects that the case has created. */
export function readsCase(random: Random): Case {
  const plural = random.pick(["configmaps", "pods", "secrets", "services"]);
  const collection = `/api/v1/namespaces/{{ns}}/${plural}`;
  const steps: Step[] = [
    ...["first", "second", "third", "last"].map((name, i) => createStep(random, name, collection, plural, i)),
    ...random.times(2, 6, (i) => readStep(random, `read ${i}`, collection)),
  ];
  if (random.chance(0.4)) steps.push(...pages(random, collection));
  if (random.chance(0.35)) steps.push(...watched(random, collection, plural));
  return { area: "reads", steps, alone: true };
}

const POD = { containers: [{ name: "main", image: "nginx" }] };
const BODIES: Readonly<Record<string, JsonObject>> = {
  configmaps: { data: { a: "1" } },
  pods: { spec: POD },
  secrets: { type: "Opaque", data: { a: "YQ==" } },
  services: { spec: { ports: [{ port: 80 }] } },
};

function createStep(random: Random, name: string, path: string, plural: string, i: number): Step {
  const labels: JsonObject = { n: String(i) };
  if (random.chance(0.7)) labels.app = random.pick(["a", "b", "c"]);
  if (random.chance(0.3)) labels.tier = "x";
  const spec = plural === "pods" && random.chance(0.4) ? { spec: { ...POD, nodeName: "n" } } : BODIES[plural];
  return {
    name,
    method: "POST",
    path,
    body: { metadata: { name: `n-${i}`, labels }, ...spec },
    silent: true,
  };
}

function readStep(random: Random, name: string, collection: string): Step {
  const single = random.chance(0.25);
  const path = single ? `${collection}/n-${random.int(0, 5)}` : collection;
  const query = readQuery(random, single);
  const headers = random.chance(0.6) ? { accept: random.pick(ACCEPTS) } : {};
  return { name, method: random.chance(0.03) ? "HEAD" : "GET", path, query, headers };
}

function readQuery(random: Random, single: boolean): [string, string][] {
  const query: [string, string][] = [];
  if (random.chance(0.35)) query.push(["labelSelector", random.pick(LABELS)]);
  if (random.chance(0.25)) query.push(["fieldSelector", random.pick(FIELDS)]);
  if (random.chance(single ? 0.05 : 0.3))
    query.push(["limit", random.pick(["1", "2", "0", "500", "-1", "x", "1.5"])]);
  if (random.chance(0.3)) query.push(["resourceVersion", random.pick(VERSIONS)]);
  if (random.chance(0.2)) query.push(["resourceVersionMatch", random.pick(MATCHES)]);
  if (random.chance(0.12)) query.push(["continue", random.pick(TOKENS)]);
  if (random.chance(0.04))
    query.push(["includeObject", random.pick(["None", "Object", "Metadata", "Other"])]);
  if (random.chance(0.05)) query.push(["pretty", random.pick(["true", "1", "false", "x"])]);
  if (random.chance(0.08)) query.push(["sendInitialEvents", random.pick(["true", "false", "x", ""])]);
  if (random.chance(0.08)) query.push(["allowWatchBookmarks", random.pick(["true", "false", "x", ""])]);
  if (random.chance(0.06)) query.push(["timeoutSeconds", random.pick(["1", "x", "-1", "0"])]);
  if (random.chance(0.03)) query.push(["unknown", "x"]);
  return query;
}

/** Page after page, perhaps with other parameters on the way. */
function pages(random: Random, collection: string): Step[] {
  const first: [string, string][] = [["limit", random.pick(["1", "2", "3"])]];
  if (random.chance(0.3)) first.push(["labelSelector", random.pick(LABELS.slice(0, 8))]);
  const next = (from: string): [string, string][] => [
    ...first,
    ["continue", `{{=${from}:/metadata/continue}}`],
    ...(random.chance(0.15) ? ([["resourceVersion", random.pick(VERSIONS)]] as [string, string][]) : []),
    ...(random.chance(0.1) ? ([["resourceVersionMatch", random.pick(MATCHES)]] as [string, string][]) : []),
  ];
  return [
    { name: "page 1", method: "GET", path: collection, query: first },
    { name: "page 2", method: "GET", path: collection, query: next("page 1") },
    { name: "page 3", method: "GET", path: collection, query: next("page 2") },
  ];
}

function watched(random: Random, collection: string, plural: string): Step[] {
  const query: [string, string][] = [["watch", "true"]];
  if (random.chance(0.4)) query.push(["labelSelector", random.pick(LABELS.slice(0, 8))]);
  if (random.chance(0.2)) query.push(["fieldSelector", "metadata.name=n-1"]);
  if (random.chance(0.3)) query.push(["allowWatchBookmarks", "true"]);
  if (random.chance(0.25)) query.push(["sendInitialEvents", random.pick(["true", "true", "false", "x"])]);
  if (random.chance(0.25)) query.push(["resourceVersionMatch", random.pick(MATCHES)]);
  if (random.chance(0.1)) query.push(["limit", random.pick(["1", "x"])]);
  if (random.chance(0.1)) query.push(["continue", random.pick(TOKENS)]);
  if (random.chance(0.15)) query.push(["timeoutSeconds", random.pick(["1", "x", "0"])]);
  const version = random.chance(0.75)
    ? "{{=first:/metadata/resourceVersion}}"
    : random.pick(["abc", "-1", "00"]);
  query.push(["resourceVersion", version]);
  const headers = random.chance(0.4) ? { accept: random.pick(ACCEPTS.slice(0, 8)) } : {};
  const relabel = { metadata: { labels: { app: random.pick(["a", "b", "c"]) } } };
  return [
    {
      name: "relabel",
      method: "PATCH",
      path: `${collection}/n-1`,
      headers: { "content-type": "application/merge-patch+json" },
      body: relabel,
      silent: true,
    },
    {
      name: "delete",
      method: "DELETE",
      path: `${collection}/n-2`,
      body: plural === "pods" ? { gracePeriodSeconds: 0 } : {},
      silent: true,
    },
    { name: "watch", method: "GET", path: collection, query, headers, watch: { events: 12 } },
  ];
}
