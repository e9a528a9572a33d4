import { Scenario } from "../scenario.ts";

const NS = "/api/v1/namespaces/{{ns}}";
const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const AUTHZ = "/apis/authorization.k8s.io/v1";
const AUTHN = "/apis/authentication.k8s.io/v1";

/** Tokens of service accounts: bound, with audiences, reviewed, and used. */
export function tokens(): Scenario {
  const s = new Scenario("tokens");
  const request = `${NS}/serviceaccounts/sa/token`;
  s.post(`${NS}/serviceaccounts`, { metadata: { name: "sa" } });
  s.post(request, {});
  s.post(request, { spec: { audiences: ["a", "b"], expirationSeconds: 3600 } });
  s.post(request, { spec: { expirationSeconds: 10 } });
  s.post(request, { spec: { expirationSeconds: 4294967297 } });
  s.post(request, { spec: { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "none" } } });
  s.post(request, { spec: { boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "none" } } });
  s.post(request, { spec: { boundObjectRef: { kind: "ConfigMap", apiVersion: "v1", name: "none" } } });
  s.post(request, { spec: { boundObjectRef: { kind: "Pod", apiVersion: "v2", name: "none" } } });
  s.post(request, { metadata: { name: "other" } });
  s.post(request, { metadata: { namespace: "other" } });
  s.post(`${NS}/serviceaccounts/none/token`, {});
  s.get(request);
  s.post(`${NS}/pods`, {
    metadata: { name: "p" },
    spec: { serviceAccountName: "sa", containers: [{ name: "c", image: "i" }] },
  });
  s.post(request, { spec: { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p" } } });
  s.post(request, { spec: { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p", uid: "wrong" } } });
  const bound = s.post(request, {
    spec: { audiences: [], boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p" } },
  });
  const token = s.post(request, { spec: {} });
  const use = (step: string, extra: object = {}) => ({
    headers: { authorization: `Bearer {{=${step}:/status/token}}`, ...extra },
  });
  s.post(`${AUTHN}/tokenreviews`, { spec: { token: "nonsense" } });
  s.post(`${AUTHN}/tokenreviews`, { spec: { token: "admin-token" } });
  s.post(`${AUTHN}/tokenreviews`, { spec: { token: "admin-token", audiences: ["x"] } });
  s.post(`${AUTHN}/tokenreviews`, { spec: {} });
  s.post(`${AUTHN}/tokenreviews`, {});
  s.post(`${AUTHN}/selfsubjectreviews`, {});
  s.post(`${AUTHN}/selfsubjectreviews`, { metadata: { name: "x" } });
  s.get(`${NS}/pods`, [], { headers: { authorization: "Bearer wrong" } });
  s.get(`${NS}/pods`, [], { headers: { authorization: "Basic YTpi" } });
  s.get(`${NS}/pods`, [], { headers: { authorization: null } });
  s.get("/version", [], { headers: { authorization: null } });
  s.get("/healthz", [], { headers: { authorization: null } });
  s.get("/api", [], { headers: { authorization: null } });
  void bound;
  void token;
  void use;
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
  review({ nonResourceAttributes: { path: "/", verb: "get" } });
  review({
    user: "x",
    nonResourceAttributes: { path: "/", verb: "get" },
    resourceAttributes: { verb: "get" },
  });
  review({ user: "x" });
  review({ groups: ["g"], resourceAttributes: {} });
  review({ user: "x", resourceAttributes: { verb: "*", resource: "*", group: "*" } });
  review({
    user: "x",
    resourceAttributes: {
      verb: "list",
      resource: "pods",
      fieldSelector: { rawSelector: "a=b", requirements: [{ key: "k", operator: "In", values: ["v"] }] },
    },
  });
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
  s.post(`${AUTHZ}/namespaces/{{ns}}/localsubjectaccessreviews`, {
    metadata: { namespace: "{{ns}}" },
    spec: {
      user: "jane-{{id}}",
      resourceAttributes: { namespace: "other", verb: "list", resource: "configmaps" },
    },
  });
  s.post(`${AUTHZ}/namespaces/{{ns}}/localsubjectaccessreviews`, {
    spec: { user: "jane-{{id}}", nonResourceAttributes: { path: "/", verb: "get" } },
  });
  const as = (user: string, more: Record<string, string> = {}) => ({
    headers: { "impersonate-user": user, ...more },
  });
  s.send("POST", `${AUTHZ}/selfsubjectrulesreviews`, { spec: { namespace: "{{ns}}" } }, as("jane-{{id}}"));
  s.send("POST", `${AUTHZ}/selfsubjectrulesreviews`, { spec: {} }, as("jane-{{id}}"));
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
  s.send("GET", `${NS}/configmaps`, undefined, as("jane-{{id}}"));
  s.send("GET", `${NS}/secrets/one`, undefined, as("jane-{{id}}"));
  s.send("GET", `${NS}/secrets`, undefined, as("jane-{{id}}"));
  s.send("GET", `${NS}/secrets`, undefined, {
    query: [["fieldSelector", "metadata.name=one"]],
    ...as("jane-{{id}}"),
  });
  s.send("GET", "/api/v1/configmaps", undefined, as("jane-{{id}}"));
  s.send("DELETE", `${NS}/configmaps`, undefined, as("jane-{{id}}"));
  s.send("POST", `${NS}/configmaps`, { metadata: { name: "x" } }, as("jane-{{id}}"));
  s.send(
    "PATCH",
    `${NS}/configmaps/x`,
    {},
    {
      headers: { "impersonate-user": "jane-{{id}}", "content-type": "application/apply-patch+yaml" },
      query: [["fieldManager", "m"]],
    },
  );
  s.send("GET", "/metrics/none", undefined, as("x", { "impersonate-group": "g-{{id}}" }));
  s.send("GET", "/logs/", undefined, as("x"));
  s.send("GET", "/apis/none.example.com/v1/things", undefined, as("x"));
  s.send("GET", "/api/v1/nodes/n/proxy/x", undefined, as("x"));
  s.send("POST", `${NS}/pods/p/exec`, undefined, as("x"));
  s.send("PUT", `${NS}/pods/p/status`, {}, as("x"));
  s.send("GET", `${NS}/configmaps`, undefined, { headers: { "impersonate-group": "g" } });
  s.send("GET", `${NS}/configmaps`, undefined, { headers: { "impersonate-user": "" } });
  s.send("GET", `${NS}/configmaps`, undefined, { headers: { "impersonate-uid": "x" } });
  s.send("GET", `${NS}/configmaps`, undefined, as("system:serviceaccount:{{ns}}:default"));
  s.send("GET", `${NS}/configmaps`, undefined, as("system:anonymous"));
  s.send("GET", "/api", undefined, as("system:anonymous"));
  s.send(
    "POST",
    `${RBAC}/namespaces/{{ns}}/roles`,
    { metadata: { name: "more" }, rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["*"] }] },
    as("jane-{{id}}"),
  );
  s.patch("merge", `${RBAC}/namespaces/{{ns}}/rolebindings/jane`, { roleRef: { name: "other" } });
  s.put(`${RBAC}/namespaces/{{ns}}/rolebindings/jane`, {
    metadata: { name: "jane" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
  });
  s.post(`${RBAC}/namespaces/{{ns}}/rolebindings`, {
    metadata: { name: "wrong" },
    roleRef: { apiGroup: "x", kind: "Rolle", name: "" },
    subjects: [
      { kind: "User" },
      { kind: "ServiceAccount", name: "a" },
      { kind: "Robot", name: "r" },
      { kind: "User", apiGroup: "wrong", name: "x" },
    ],
  });
  s.post(`${RBAC}/clusterroles`, {
    metadata: { name: "bad:{{id}}" },
    rules: [
      { verbs: [] },
      { verbs: ["get"], apiGroups: [], resources: ["pods"] },
      { verbs: ["get"], nonResourceURLs: ["/x"], resources: ["pods"], apiGroups: [""] },
      { verbs: ["get"], nonResourceURLs: ["x*y"] },
    ],
  });
  s.post(`${RBAC}/clusterroles`, {
    metadata: { name: "agg-{{id}}" },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { "a b": "c" } }] },
  });
  s.post(`${RBAC}/clusterroles`, {
    metadata: { name: "agg-{{id}}" },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
    rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }],
  });
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
  make("c", { signerName: "kubernetes.io/kube-apiserver-client", usages: ["client auth", "client auth"] });
  make("d", { signerName: "kubernetes.io/legacy-unknown" });
  make("e", { signerName: "nodomain" });
  make("f", { request: "eA==" });
  make("g", { usages: ["nonsense"] });
  make("h", { usages: [] });
  make("i", { expirationSeconds: 10 });
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
  s.send("PUT", `${a}/approval`, undefined, approve("Denied"));
  s.send("PUT", `${a}/approval`, undefined, approve("Failed"));
  s.send("PUT", `${a}/approval`, undefined, approve("Approved", { status: "False" }));
  s.send("PUT", `${a}/status`, undefined, approve("Failed"));
  s.patch("merge", `${a}/status`, { status: { certificate: "eA==" } });
  s.patch("merge", `${path}/b-{{id}}/approval`, {
    status: { conditions: [{ type: "Denied", status: "True" }] },
  });
  s.patch("merge", `${path}/b-{{id}}/approval`, {
    status: { conditions: [{ type: "Approved", status: "True" }] },
  });
  s.patch("merge", `${path}/j-{{id}}/approval`, {
    status: { conditions: [{ type: "Custom", status: "True" }] },
  });
  s.patch("merge", a, { spec: { usages: ["any"] } });
  s.patch("merge", a, { metadata: { labels: { a: "b" } } });
  s.get(`${a}/approval`);
  s.get(path, [["fieldSelector", "spec.signerName=example.com/s,metadata.name=a-{{id}}"]], {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  s.send("PUT", `${path}/b-{{id}}/approval`, {}, { headers: { "impersonate-user": "jane" } });
  s.delete(`${path}/b-{{id}}`);
  return s;
}
