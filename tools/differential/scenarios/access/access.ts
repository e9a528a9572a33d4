import { NS, RBAC, Scenario } from "../scenario.ts";

const AUTHZ = "/apis/authorization.k8s.io/v1";
const AUTHN = "/apis/authentication.k8s.io/v1";

/** Tokens of service accounts: bound, with audiences, reviewed, and used. */
export function tokens(): Scenario {
  const s = new Scenario("tokens");
  const request = `${NS}/serviceaccounts/sa/token`;
  s.post(`${NS}/serviceaccounts`, { metadata: { name: "sa" } });
  s.post(request, {});
  s.post(request, { spec: { audiences: ["a", "b"], expirationSeconds: 3600 } });
  s.post(request, { metadata: { namespace: "other" } });
  s.post(`${NS}/pods`, {
    metadata: { name: "p" },
    spec: { serviceAccountName: "sa", containers: [{ name: "c", image: "i" }] },
  });
  s.post(request, { spec: { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p" } } });
  s.post(request, { spec: { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p", uid: "wrong" } } });
  s.post(request, {
    spec: { audiences: [], boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p" } },
  });
  s.post(request, { spec: {} });
  s.post(`${AUTHN}/tokenreviews`, { spec: { token: "nonsense" } });
  s.post(`${AUTHN}/tokenreviews`, { spec: { token: "admin-token" } });
  s.post(`${AUTHN}/tokenreviews`, { spec: { token: "admin-token", audiences: ["x"] } });
  s.post(`${AUTHN}/selfsubjectreviews`, {});
  s.get(`${NS}/pods`, [], { headers: { authorization: "Bearer wrong" } });
  s.get(`${NS}/pods`, [], { headers: { authorization: "Basic YTpi" } });
  return s;
}

/** Impersonation, reviews, and responses to a user with few rights. */
export function reviews(): Scenario {
  const s = new Scenario("reviews");
  s.post(`${RBAC}/namespaces/{{ns}}/roles`, {
    metadata: { name: "reader" },
    rules: [
      { apiGroups: [""], resources: ["configmaps", "pods/log"], verbs: ["get", "list"] },
      { apiGroups: [""], resources: ["secrets"], resourceNames: ["one"], verbs: ["get", "update"] },
    ],
  });
  s.post(`${RBAC}/namespaces/{{ns}}/rolebindings`, {
    metadata: { name: "jane" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
    subjects: [{ kind: "User", name: "jane-{{id}}", apiGroup: "rbac.authorization.k8s.io" }],
  });
  s.post(`${RBAC}/clusterroles`, {
    metadata: { name: "c-{{id}}" },
    rules: [{ nonResourceURLs: ["/logs/*", "/metrics"], verbs: ["get"] }],
  });
  s.post(`${RBAC}/clusterrolebindings`, {
    metadata: { name: "c-{{id}}" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "c-{{id}}" },
    subjects: [{ kind: "Group", name: "g-{{id}}", apiGroup: "rbac.authorization.k8s.io" }],
  });
  const review = (spec: object) => s.post(`${AUTHZ}/subjectaccessreviews`, { spec });
  s.send(
    "POST",
    `${AUTHZ}/subjectaccessreviews`,
    {
      spec: {
        user: "jane-{{id}}",
        resourceAttributes: { namespace: "{{ns}}", verb: "get", resource: "configmaps" },
      },
    },
    {},
  );
  review({
    user: "jane-{{id}}",
    resourceAttributes: { namespace: "{{ns}}", verb: "get", resource: "pods", subresource: "log" },
  });
  review({
    user: "jane-{{id}}",
    resourceAttributes: { namespace: "{{ns}}", verb: "get", resource: "secrets", name: "one" },
  });
  review({
    user: "jane-{{id}}",
    resourceAttributes: { namespace: "{{ns}}", verb: "get", resource: "secrets", name: "two" },
  });
  review({
    user: "jane-{{id}}",
    resourceAttributes: { namespace: "other", verb: "get", resource: "configmaps" },
  });
  const metadata = { name: "x", managedFields: [{}] };
  s.post(`${AUTHZ}/subjectaccessreviews`, { metadata });
  review({ user: "x", groups: ["g-{{id}}"], nonResourceAttributes: { path: "/logs/a", verb: "get" } });
  review({
    user: "x",
    groups: ["system:masters"],
    nonResourceAttributes: { path: "/anything", verb: "delete" },
  });
  review({ groups: ["g"], resourceAttributes: {} });
  review({ user: "x", resourceAttributes: { verb: "*", resource: "*", group: "*" } });
  review({
    user: "x",
    resourceAttributes: { verb: "list", resource: "pods", labelSelector: { rawSelector: "a in (b" } },
  });
  review({
    user: "x",
    resourceAttributes: {
      verb: "list",
      resource: "pods",
      labelSelector: { requirements: [{ key: "k", operator: "Weird", values: [] }] },
    },
  });
  s.post(`${AUTHZ}/namespaces/{{ns}}/localsubjectaccessreviews`, {
    metadata: { namespace: "{{ns}}" },
    spec: {
      user: "jane-{{id}}",
      resourceAttributes: { namespace: "{{ns}}", verb: "list", resource: "configmaps" },
    },
  });
  const as = (user: string, more: Record<string, string> = {}) => ({
    headers: { "impersonate-user": user, ...more },
  });
  s.send("POST", `${AUTHZ}/selfsubjectrulesreviews`, { spec: { namespace: "{{ns}}" } }, as("jane-{{id}}"));
  s.send(
    "POST",
    `${AUTHZ}/selfsubjectaccessreviews`,
    { spec: { resourceAttributes: { namespace: "{{ns}}", verb: "delete", resource: "configmaps" } } },
    as("jane-{{id}}"),
  );
  s.send(
    "POST",
    `${AUTHN}/selfsubjectreviews`,
    {},
    as("jane-{{id}}", {
      "impersonate-group": "dev",
      "impersonate-uid": "u-1",
      "impersonate-extra-scopes": "view",
      "impersonate-extra-example.com%2fteam": "a",
    }),
  );
  s.send("GET", "/api/v1/configmaps", undefined, as("jane-{{id}}"));
  s.send("DELETE", `${NS}/configmaps`, undefined, as("jane-{{id}}"));
  s.send("GET", "/metrics/none", undefined, as("x", { "impersonate-group": "g-{{id}}" }));
  s.send("GET", "/logs/", undefined, as("x"));
  s.send("POST", `${NS}/pods/p/exec`, undefined, as("x"));
  s.send("PUT", `${NS}/pods/p/status`, {}, as("x"));
  return s;
}

const CSR =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIck1JR1JBZ0VBTUM4eEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekVXTUJRR0ExVUVBd3dOYzNsegpkR1Z0T201dlpHVTZiakJaTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEEwSUFCRUFwWXpXQnFqeXVrSHVYClM1M3RiM1hXM3kreFN2NVNzc0pMKzVMT1N6MUUzallPWUtOZ0xUWGp0NjhObHFJMTZUTTVWS3ZRK01LaHdXZHYKTnFGWE5mMmdBREFLQmdncWhrak9QUVFEQWdOSkFEQkdBaUVBeUVFQ29CR2tPdHZEb2lqV3B1VjZCUWZlbFN3MwpqQU9sZ2RqZi9nVm9kdDRDSVFENkQ1TVgwY0lSb1duZElJTlcyQjNEZGIvcnBlYzFldHVrejMrbzZoVExvdz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=";

/** Requests for certificates: made, approved, denied, signed. */
export function certificates(): Scenario {
  const s = new Scenario("certificates");
  const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const make = (name: string, spec: object, more: Record<string, string> = {}) =>
    s.send(
      "POST",
      path,
      {
        metadata: { name: `${name}-{{id}}` },
        spec: { request: CSR, signerName: "example.com/s", usages: ["client auth"], ...spec },
      },
      { headers: more },
    );
  make("a", { username: "faked", groups: ["x"], uid: "u", extra: { a: ["b"] } });
  make(
    "b",
    {},
    { "impersonate-user": "jane", "impersonate-group": "system:masters", "impersonate-extra-k": "v" },
  );
  make("j", { expirationSeconds: 600 });
  make("k", { signerName: "kubernetes.io/kubelet-serving", usages: ["server auth", "digital signature"] });
  const a = `${path}/a-{{id}}`;
  const got = s.get(a);
  const approve = (type: string, more: object = {}) => ({
    from: {
      step: got,
      edits: [
        {
          at: "/status/conditions",
          set: [{ type, status: "True", reason: "r", message: "m", ...more }] as never,
        },
        { at: "/metadata/resourceVersion" },
      ],
    },
  });
  s.send("PUT", `${a}/approval`, undefined, approve("Approved"));
  s.send("PUT", `${a}/approval`, undefined, approve("Approved", { status: "False" }));
  s.send("PUT", `${a}/status`, undefined, approve("Failed"));
  s.patch("merge", `${path}/b-{{id}}/approval`, {
    status: { conditions: [{ type: "Denied", status: "True" }] },
  });
  s.patch("merge", `${path}/j-{{id}}/approval`, {
    status: { conditions: [{ type: "Custom", status: "True" }] },
  });
  s.patch("merge", a, { spec: { usages: ["any"] } });
  s.patch("merge", a, { metadata: { labels: { a: "b" } } });
  s.get(path, [["fieldSelector", "spec.signerName=example.com/s,metadata.name=a-{{id}}"]], {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  s.send("PUT", `${path}/b-{{id}}/approval`, {}, { headers: { "impersonate-user": "jane" } });
  return s;
}
