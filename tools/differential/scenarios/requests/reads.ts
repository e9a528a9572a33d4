import { NS, Scenario, TABLE } from "../scenario.ts";

const PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
const PARTIALS = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

/** Accept in every form, for one object, a list, an error, a watch and a delete. */
export function accepts(): Scenario {
  const s = new Scenario("accepts");
  s.post(`${NS}/configmaps`, { metadata: { name: "c", labels: { a: "b" } }, data: { k: "v\nw", x: "<>" } });
  s.post(`${NS}/services`, { metadata: { name: "s" }, spec: { ports: [{ port: 80 }], clusterIP: "None" } });
  const accepts = [
    "*/*",
    "application/*",
    "application/yaml",
    "application/json",
    "text/html",
    "text/plain",
    "",
    "application/json, */*",
    "application/yaml;q=0.5, application/json;q=0.1",
    "application/json;q=0",
    TABLE,
    `${TABLE}, application/json`,
    "application/json;as=Table;v=v1beta1;g=meta.k8s.io",
    "application/json;as=Table;v=v2;g=meta.k8s.io",
    "application/json;as=Tables;v=v1;g=meta.k8s.io",
    PARTIAL,
    PARTIALS,
    "application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io",
    "application/yaml;as=Table;v=v1;g=meta.k8s.io",
    "application/yaml;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    "application/json;as=Table",
    "application/json;stream=watch",
    "application/json;charset=utf-8",
    "application/json;pretty=1",
    "application/cbor",
    "application/cbor, application/json",
    "application/vnd.kubernetes.protobuf, application/json;q=0.1",
    "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/json",
    "a b c",
    "application/json;profile=nonsense",
    "application/json;v=v1",
    "application/json;as=WatchEvent;v=v1;g=meta.k8s.io",
    "application/apply-patch+yaml",
    "image/png, */*;q=0.1",
    "application/JSON",
    "application/json; as=Table; v=v1; g=meta.k8s.io",
  ];
  for (const accept of accepts) {
    s.get(`${NS}/configmaps/c`, [], { headers: { accept } });
    s.get(`${NS}/configmaps`, [], { headers: { accept } });
    s.get(`${NS}/configmaps/none`, [], { headers: { accept } });
  }
  for (const accept of [
    TABLE,
    PARTIAL,
    "application/yaml",
    "application/vnd.kubernetes.protobuf",
    "text/html",
  ]) {
    s.post(`${NS}/configmaps`, { metadata: { name: "made" } }, [["dryRun", "All"]], { headers: { accept } });
    s.put(`${NS}/configmaps/c`, { metadata: { name: "c" } }, [["dryRun", "All"]], { headers: { accept } });
    s.delete(`${NS}/services/s`, undefined, [["dryRun", "All"]], { headers: { accept } });
    s.delete(`${NS}/configmaps/c`, undefined, [["dryRun", "All"]], { headers: { accept } });
    s.get("/version", [], { headers: { accept } });
    s.get("/apis/none", [], { headers: { accept } });
    s.get("/api/v1", [], { headers: { accept } });
    s.get("/healthz", [], { headers: { accept } });
    s.post(
      "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      { spec: { nonResourceAttributes: { path: "/x", verb: "get" } } },
      [],
      { headers: { accept } },
    );
  }
  for (const include of ["None", "Metadata", "Object", "Wrong", ""])
    s.get(`${NS}/configmaps`, [["includeObject", include]], { headers: { accept: TABLE } });
  for (const pretty of ["true", "1", "false", "x", ""]) s.get(`${NS}/configmaps/c`, [["pretty", pretty]]);
  s.get(`${NS}/configmaps/c`, [], { headers: { accept: null, "user-agent": "curl/8.0" } });
  s.get(`${NS}/configmaps/c`, [], { headers: { accept: null, "user-agent": "Mozilla/5.0" } });
  return s;
}

/** Selectors, pages and versions. */
export function lists(): Scenario {
  const s = new Scenario("lists");
  for (const i of [1, 2, 3, 4, 5])
    s.post(`${NS}/configmaps`, {
      metadata: {
        name: `c${i}`,
        labels: { n: String(i), parity: i % 2 ? "odd" : "even", ...(i === 5 ? { extra: "" } : {}) },
      },
      data: { a: String(i) },
    });
  s.get(`${NS}/configmaps`, [["limit", "2"]]);
  s.get(`${NS}/configmaps`, [
    ["limit", "2"],
    ["continue", "garbage"],
  ]);
  for (const selector of ["extra=", "A_b/c=d", `a=${"x".repeat(64)}`, "parity=odd;n=1"])
    s.get(`${NS}/configmaps`, [["labelSelector", selector]], { headers: { accept: TABLE } });
  for (const selector of ["metadata.name in (c1)"])
    s.get(`${NS}/configmaps`, [["fieldSelector", selector]], { headers: { accept: TABLE } });
  s.get(`${NS}/configmaps`, [["unknown", "x"]]);
  s.get("/api/v1/componentstatuses");
  s.get("/api/v1/componentstatuses/etcd-0");
  return s;
}

/** Watches: history, initial events, bookmarks, selectors, forms, errors. */
export function watches(): Scenario {
  const s = new Scenario("watches");
  const path = `${NS}/configmaps`;
  const start = s.get(path);
  const rv: [string, string] = ["resourceVersion", `{{=${start}:/metadata/resourceVersion}}`];
  s.post(path, { metadata: { name: "a", labels: { on: "yes" } } });
  s.patch("merge", `${path}/a`, { data: { x: "1" } });
  s.patch("merge", `${path}/a`, { metadata: { labels: { on: "no" } } });
  s.patch("merge", `${path}/a`, { metadata: { labels: { on: "yes" } } });
  s.post(path, { metadata: { name: "b" } });
  s.delete(`${path}/b`);
  s.watch(path, 6, [rv, ["includeObject", "None"]], { headers: { accept: TABLE } });
  s.watch(path, 6, [rv], { headers: { accept: PARTIAL } });
  s.watch(path, 2, [
    ["sendInitialEvents", "true"],
    ["resourceVersionMatch", "NotOlderThan"],
    ["allowWatchBookmarks", "true"],
    ["resourceVersion", "0"],
    ["labelSelector", "on=yes"],
  ]);
  s.watch(
    path,
    2,
    [
      ["sendInitialEvents", "true"],
      ["resourceVersionMatch", "NotOlderThan"],
      ["allowWatchBookmarks", "true"],
    ],
    { headers: { accept: TABLE } },
  );
  s.watch(
    path,
    2,
    [
      ["sendInitialEvents", "true"],
      ["resourceVersionMatch", "NotOlderThan"],
      ["allowWatchBookmarks", "true"],
    ],
    { headers: { accept: PARTIAL } },
  );
  s.watch(path, 1, [["sendInitialEvents", "true"]]);
  s.watch(path, 1, [
    ["sendInitialEvents", "true"],
    ["resourceVersionMatch", "Exact"],
    ["resourceVersion", "1"],
  ]);
  s.watch(path, 1, [["resourceVersionMatch", "NotOlderThan"]]);
  s.watch(path, 1, [
    ["limit", "1"],
    ["resourceVersion", "0"],
  ]);
  s.watch(path, 1, [
    ["continue", "x"],
    ["resourceVersion", "0"],
  ]);
  s.watch(path, 1, [["labelSelector", "a b"]]);
  s.watch(path, 1, [], { headers: { accept: "text/html" } });
  s.watch("/api/v1/watch/namespaces/{{ns}}", 1, []);
  s.watch("/apis/authorization.k8s.io/v1/subjectaccessreviews", 1);
  s.watch(`${NS}/bindings`, 1);
  s.send("POST", path, { metadata: { name: "z" } }, { query: [["watch", "true"]] });
  return s;
}
