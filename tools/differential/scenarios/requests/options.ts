import type { Json } from "../../../../src/json/value.ts";
import { NS, Scenario } from "../scenario.ts";

const MAPS = `${NS}/configmaps`;

/** Options of deletes, in bodies and in queries, for one object and for many. */
const DELETES: readonly Json[] = [
  { kind: "Other", apiVersion: "v1" },
  { propagationPolicy: 5 },
  { orphanDependents: false },
  { orphanDependents: true, propagationPolicy: "Background" },
  { gracePeriodSeconds: "x" },
  { gracePeriodSeconds: 1.5 },
  { dryRun: "All" },
  { preconditions: { uid: "x" } },
  { preconditions: { uid: "" } },
  { preconditions: { uid: 5 } },
  {
    ignoreStoreReadErrorWithClusterBreakingPotential: true,
    preconditions: { uid: "x" },
    gracePeriodSeconds: 0,
  },
  [],
  "x",
];
const QUERIES: readonly [string, string][][] = [
  [["propagationPolicy", "Background"]],
  [["propagationPolicy", "Other"]],
  [["orphanDependents", "x"]],
  [["gracePeriodSeconds", "0"]],
  [["gracePeriodSeconds", ""]],
  [["dryRun", ""]],
  [["ignoreStoreReadErrorWithClusterBreakingPotential", "x"]],
  [["preconditions", "x"]],
  [["labelSelector", "a=b"]],
  [["labelSelector", "a in (b"]],
  [["fieldSelector", "none=a"]],
  [["fieldSelector", "bad"]],
  [["limit", "x"]],
  [
    ["limit", "1"],
    ["continue", "x"],
  ],
  [["resourceVersionMatch", "Exact"]],
  [["sendInitialEvents", "true"]],
  [["timeoutSeconds", "x"]],
  [["timeout", "x"]],
  [["timeout", "1s"]],
  [["pretty", "x"]],
];
const KINDS = ["configmaps", "pods", "services", "serviceaccounts", "secrets"];

export function deletes(): Scenario {
  const s = new Scenario("options-deletes");
  const dry: [string, string][] = [["dryRun", "All"]];
  s.post(MAPS, { metadata: { name: "a", finalizers: ["example.com/x"] } });
  s.post(`${NS}/pods`, { metadata: { name: "a" }, spec: { containers: [{ name: "c", image: "i" }] } });
  for (const body of DELETES)
    for (const path of [`${MAPS}/a`, MAPS, `${NS}/pods/a`, `${NS}/pods/none`, `${NS}/services`]) {
      s.delete(path, body, dry);
      if (path !== MAPS) s.delete(path, body, [["propagationPolicy", "Orphan"], ...dry]);
    }
  for (const query of QUERIES)
    for (const kind of KINDS) {
      s.delete(`${NS}/${kind}/a`, undefined, [...query, ...dry]);
      s.delete(`${NS}/${kind}`, undefined, [...query, ...dry]);
    }
  for (const type of ["x"])
    for (const path of [`${MAPS}/a`, MAPS])
      s.send("DELETE", path, undefined, {
        text: '{"dryRun":["All"]}',
        query: dry,
        headers: { "content-type": type },
      });
  for (const text of ["{", "", " ", "dryRun: [All]", "null", "[1", "\u0000"])
    for (const path of [`${MAPS}/a`, MAPS])
      s.send("DELETE", path, undefined, {
        text,
        query: dry,
        headers: { "content-type": "application/json" },
      });
  return s;
}

/** Options of reads and writes in queries. */
export function queries(): Scenario {
  const s = new Scenario("options-queries");
  s.post(MAPS, { metadata: { name: "a", labels: { l: "v" } }, data: { a: "b" } });
  const gets: [string, string][][] = [
    ...QUERIES,
    [["export", "x"]],
    [["exact", "true"]],
    [["watch", "x"]],
    [
      ["watch", ""],
      ["timeoutSeconds", "1"],
    ],
    [["allowWatchBookmarks", "x"]],
    [
      ["watch", "true"],
      ["timeoutSeconds", "1"],
      ["sendInitialEvents", "true"],
    ],
    [
      ["watch", "true"],
      ["timeoutSeconds", "1"],
      ["sendInitialEvents", "true"],
      ["resourceVersionMatch", "NotOlderThan"],
    ],
    [
      ["watch", "true"],
      ["timeoutSeconds", "1"],
      ["resourceVersionMatch", "Exact"],
    ],
    [
      ["watch", "true"],
      ["timeoutSeconds", "1"],
      ["continue", "x"],
    ],
    [
      ["watch", "true"],
      ["timeoutSeconds", "1"],
      ["limit", "x"],
    ],
    [
      ["watch", "true"],
      ["timeoutSeconds", "1"],
      ["fieldSelector", "none=x"],
    ],
    [
      ["watch", "true"],
      ["timeoutSeconds", "1"],
      ["labelSelector", "!"],
    ],
    [["shardSelector", "x"]],
    [["limit", "99999999999999999999"]],
    [["continue", "e30"]],
    [["continue", "!!"]],
    [["continue", "eyJ2IjoidjIiLCJydiI6MSwic3RhcnQiOiJhIn0"]],
    [["continue", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIifQ"]],
    [["continue", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIuLi9hIn0"]],
    [["labelSelector", "a>x"]],
    [["labelSelector", "a in (,b)"]],
    [["labelSelector", "-a"]],
    [["labelSelector", "a=-b"]],
    [["labelSelector", "a/b/c=d"]],
    [["labelSelector", "a,,b"]],
    [["labelSelector", "notin"]],
    [["labelSelector", "a<>b"]],
    [["labelSelector", `y=${"x".repeat(64)}`]],
    [["fieldSelector", "metadata.name=a\\"]],
    [["fieldSelector", "metadata.name=a\\x"]],
    [["fieldSelector", "metadata.name=a=b"]],
    [["fieldSelector", ",metadata.name=a,"]],
    [["fieldSelector", "metadata.name in (a)"]],
  ];
  for (const query of gets) {
    s.get(MAPS, query);
    if (!query.some(([name]) => name === "watch")) s.get(`${MAPS}/a`, query);
  }
  const writes: [string, string][][] = [
    [
      ["fieldValidation", "Strict"],
      ["fieldValidation", "Ignore"],
      ["dryRun", "All"],
    ],
    [
      ["force", "x"],
      ["dryRun", "All"],
    ],
    [
      ["timeout", "x"],
      ["dryRun", "All"],
    ],
    [
      ["timeout", "0"],
      ["dryRun", "All"],
    ],
    [
      ["pretty", "1"],
      ["dryRun", "All"],
    ],
    [
      ["ignoreStoreReadErrorWithClusterBreakingPotential", "true"],
      ["dryRun", "All"],
    ],
  ];
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "c" }, unknown: 1 };
  for (const query of writes) {
    s.post(MAPS, { ...body, metadata: { name: "b" } }, query);
    s.put(`${MAPS}/a`, body, query);
    for (const type of ["json", "merge", "strategic"] as const)
      s.patch(
        type,
        `${MAPS}/a`,
        type === "json" ? [{ op: "add", path: "/unknown", value: 1 }] : { unknown: 1 },
        query,
      );
    s.send("PATCH", `${MAPS}/a`, body, {
      query: [...query, ["fieldManager", "m"]],
      headers: { "content-type": "application/apply-patch+yaml" },
    });
  }
  const operations = (count: number): Json =>
    Array.from({ length: count }, () => ({ op: "test", path: "/data/a", value: "b" }));
  for (const count of [10_000, 10_001]) s.patch("json", `${MAPS}/a`, operations(count), [["dryRun", "All"]]);
  for (const fieldValidation of ["Strict", "Warn", "Ignore"]) {
    const query: [string, string][] = [
      ["fieldValidation", fieldValidation],
      ["dryRun", "All"],
    ];
    const send = (type: string, text: string) =>
      s.send("PATCH", `${MAPS}/a`, undefined, {
        text,
        query: [...query, ["fieldManager", "m"]],
        headers: { "content-type": type },
      });
    send("application/json-patch+json", '[{"op":"add","op":"add","path":"/data/x","value":"1"}]');
    send(
      "application/json-patch+json",
      '[{"op":"add","path":"/unknown","value":"1"},{"op":"add","path":"/data/x","value":"1","extra":1}]',
    );
    send("application/merge-patch+json", '{"data":{"a":"1","a":"2"},"unknown":1,"unknown":2}');
    send(
      "application/strategic-merge-patch+json",
      '{"data":{"a":"1","a":"2"},"unknown":1,"metadata":{"bad":1}}',
    );
    send(
      "application/apply-patch+yaml",
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: '1'\n  a: '2'\n",
    );
  }
  return s;
}
