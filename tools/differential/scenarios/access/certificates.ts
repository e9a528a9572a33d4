import type { Json } from "../../../../src/json/value.ts";
import { DRY, LONG_AGO, type Members, Scenario } from "../scenario.ts";
import { CERTIFICATES, REQUESTS } from "./certificates-data.ts";

const PATH = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const TABLE = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } };

const SIGNERS = [
  "kubernetes.io/kube-apiserver-client",
  "kubernetes.io/kube-apiserver-client-kubelet",
  "kubernetes.io/kubelet-serving",
  "kubernetes.io/legacy-unknown",
  "example.com/s",
];
const USAGES: readonly Json[] = [
  ["client auth"],
  ["digital signature", "client auth"],
  ["key encipherment", "digital signature", "client auth"],
  ["digital signature", "server auth"],
  ["key encipherment", "digital signature", "server auth"],
  ["any", "signing"],
];
const SPECS: readonly Members[] = [
  {},
  { request: null },
  { request: "" },
  { request: "eA==" },
  { request: CERTIFICATES.one },
  { signerName: "" },
  { signerName: null },
  { usages: [] },
  { usages: null },
  { usages: ["other", ""] },
  { usages: ["client auth", "client auth"] },
  ...[
    "x",
    "x/y/z",
    "/x",
    "x/",
    "Example.com/a",
    "example.com/A b",
    "example.com/a:b",
    "example.com/..",
    `${"x".repeat(300)}.com/a`,
    `example.com/${"x".repeat(600)}`,
  ].map((signerName) => ({ signerName })),
  ...[599, 600, 0, -1, 2_147_483_647].map((expirationSeconds) => ({ expirationSeconds })),
  { username: "somebody", uid: "u", groups: ["g"], extra: { a: ["b"] } },
];
const base: Members = { request: REQUESTS.plain, signerName: "example.com/s", usages: ["client auth"] };

/** Requests of every signer with every subject; names, usages and durations. */
export function certificateRequests(): Scenario {
  const s = new Scenario("certificates-requests");
  const post = (spec: Members, name = "c-{{id}}"): string =>
    s.post(PATH, { metadata: { name }, spec: { ...base, ...spec } }, DRY);
  for (const spec of SPECS) post(spec);
  for (const signerName of SIGNERS)
    for (const request of Object.values(REQUESTS))
      for (const usages of USAGES) post({ signerName, request, usages });
  for (const name of ["A b", "a:b", "a/b", "..", "a%b"]) post({}, name);
  return s;
}

const condition = (type: string, more: Members = {}): Json => ({
  type,
  status: "True",
  reason: "r",
  message: "m",
  ...more,
});
const CONDITIONS: readonly Json[] = [
  [],
  null,
  [condition("Approved")],
  [condition("Denied")],
  [condition("Failed")],
  [condition("Approved"), condition("Denied")],
  [condition("Denied"), condition("Approved")],
  [condition("Approved"), condition("Approved")],
  [condition("Approved", { status: "False" })],
  [condition("Denied", { status: "Unknown" })],
  [condition("Failed", { status: "" })],
  [condition("Other", { status: "False" })],
  [condition("Other", { status: "Yes" })],
  [condition("")],
  [condition("Approved", { status: null, reason: null, message: null })],
  [condition("Approved", { lastUpdateTime: LONG_AGO, lastTransitionTime: LONG_AGO })],
  [condition("Approved"), condition("Failed"), condition("Other")],
  [condition("Approved", { reason: "changed" })],
];

/** Requests that are approved, denied, issued and failed. */
export function certificateStates(): Scenario {
  const s = new Scenario("certificates-states");
  const states: readonly (readonly [string, Json, Json])[] = [
    ["new", null, null],
    ["approved", [condition("Approved")], null],
    ["denied", [condition("Denied")], null],
    ["other", null, { conditions: [condition("Other"), condition("Failed")] }],
    ["issued", [condition("Approved")], { certificate: CERTIFICATES.one }],
  ];
  for (const [word, approval, status] of states) {
    const path = `${PATH}/c-${word}-{{id}}`;
    s.post(PATH, {
      metadata: { name: `c-${word}-{{id}}` },
      spec: { ...base, expirationSeconds: word === "new" ? 3600 : null },
    });
    s.removes(path);
    if (approval !== null) s.patch("merge", `${path}/approval`, { status: { conditions: approval } });
    if (status !== null) s.patch("merge", `${path}/status`, { status });
    for (const conditions of CONDITIONS) {
      s.patch("merge", `${path}/approval`, { status: { conditions } }, DRY);
      s.patch("merge", `${path}/status`, { status: { conditions } }, DRY);
    }
    for (const certificate of [...Object.values(CERTIFICATES), null, ""]) {
      s.patch("merge", `${path}/status`, { status: { certificate } }, DRY);
      s.patch("merge", `${path}/approval`, { status: { certificate } }, DRY);
    }
    s.patch(
      "merge",
      path,
      { status: { conditions: [condition("Approved")], certificate: CERTIFICATES.one } },
      DRY,
    );
    s.patch("merge", path, { spec: { signerName: "example.com/other", usages: ["any"] } }, DRY);
    s.patch("merge", path, { spec: { request: REQUESTS.client } }, DRY);
    s.patch("merge", path, { metadata: { labels: { a: "b" } } }, DRY);
    s.patch(
      "merge",
      `${path}/approval`,
      { metadata: { labels: { a: "b" } }, spec: { usages: ["any"] } },
      DRY,
    );
    s.get(path, [["includeObject", "None"]], TABLE);
    s.get(`${path}/approval`);
    s.get(`${path}/status`, [], TABLE);
  }
  for (const text of Object.values(CERTIFICATES))
    s.post(
      PATH,
      {
        metadata: { name: "c-set-{{id}}" },
        spec: base,
        status: { certificate: text, conditions: [condition("Approved")] },
      },
      DRY,
    );
  return s;
}

/** Rights to approve and to sign for each signer. */
export function certificateRights(): Scenario {
  const s = new Scenario("certificates-rights");
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const path = `${PATH}/c-rights-{{id}}`;
  s.post(PATH, { metadata: { name: "c-rights-{{id}}" }, spec: base });
  s.removes(path);
  const grants: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["none", [], []],
    ["approver", ["approve"], ["example.com/s"]],
    ["signer", ["sign"], ["example.com/*"]],
    ["other", ["approve", "sign"], ["example.com/t", "example.com", "*/s"]],
    ["all", ["approve", "sign"], []],
  ];
  for (const [word, verbs, resourceNames] of grants) {
    const name = `c-${word}-{{id}}`;
    const group = ["certificates.k8s.io"];
    const rules = [
      { apiGroups: group, resources: ["*"], verbs: ["get", "list", "create", "update", "patch"] },
      ...(verbs.length === 0 ? [] : [{ apiGroups: group, resources: ["signers"], verbs, resourceNames }]),
    ];
    s.post(`${rbac}/clusterroles`, { metadata: { name }, rules });
    s.post(`${rbac}/clusterrolebindings`, {
      metadata: { name },
      roleRef: { kind: "ClusterRole", name },
      subjects: [{ kind: "User", name }],
    });
    s.removes(`${rbac}/clusterroles/${name}`);
    s.removes(`${rbac}/clusterrolebindings/${name}`);
    const headers = {
      "impersonate-user": name,
      "impersonate-group": "system:authenticated",
      "impersonate-extra-a": "b",
      "impersonate-uid": "u",
    };
    s.send("GET", path, undefined, { until: 200, headers });
    const patch = (subresource: string, body: Json): string =>
      s.send("PATCH", `${path}/${subresource}`, body, {
        query: DRY,
        headers: { ...headers, "content-type": "application/merge-patch+json" },
      });
    for (const subresource of ["approval", "status"]) {
      patch(subresource, { status: { conditions: [condition("Approved")] } });
      patch(subresource, { status: { conditions: [condition("Failed")] } });
      patch(subresource, { status: { certificate: CERTIFICATES.one } });
      patch(subresource, { metadata: { annotations: { a: "b" } } });
    }
    s.post(
      PATH,
      { metadata: { name: "c-own-{{id}}" }, spec: { ...base, username: "x", groups: ["y"] } },
      DRY,
      { headers },
    );
    s.post(
      PATH,
      {
        metadata: { name: "c-own-{{id}}" },
        spec: { ...base, signerName: "kubernetes.io/kube-apiserver-client", request: REQUESTS.masters },
      },
      DRY,
      { headers },
    );
  }
  return s;
}
