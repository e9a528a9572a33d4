import { HERE, NS, REG, Scenario } from "../scenario.ts";
import { addPolicy } from "./policy.ts";

const CONFIGMAPS = { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["*"] };
const IN_HERE = { matchConstraints: { resourceRules: [CONFIGMAPS], ...HERE } };

/** A policy of either sort with its binding, removed afterwards. */
function bound(
  s: Scenario,
  sort: "validating" | "mutating",
  name: string,
  spec: object,
  binding: object = {},
): void {
  const actions = sort === "validating" ? { validationActions: ["Deny"] } : {};
  addPolicy(s, sort, `${name}-{{id}}`, { ...IN_HERE, ...spec }, { ...actions, ...binding });
}

const patching = (expression: string): object => ({
  reinvocationPolicy: "Never",
  failurePolicy: "Fail",
  mutations: [{ patchType: "JSONPatch", jsonPatch: { expression } }],
});

const configMap = (name: string, labels: Record<string, string> = {}): object => ({
  metadata: { name, labels },
});

const UNKNOWN = { paramKind: { apiVersion: "none.example.com/v1", kind: "None" } };
const ELSEWHERE = {
  matchResources: { resourceRules: [{ ...CONFIGMAPS, resources: ["secrets"] }] },
};

/** A policy whose parameters have no kind is refused before its bindings are read. */
export function unboundValidating(): Scenario {
  const s = new Scenario("admission-unbound-validating");
  bound(s, "validating", "v", { ...UNKNOWN, validations: [{ expression: "true" }] }, ELSEWHERE);
  s.settle("policies");
  s.post(`${NS}/configmaps`, configMap("a"));
  s.post(`${NS}/secrets`, configMap("a"));
  return s;
}

export function unboundMutating(): Scenario {
  const s = new Scenario("admission-unbound-mutating");
  bound(s, "mutating", "m", { ...UNKNOWN, ...patching("[JSONPatch{op: 'test', path: '/x'}]") }, ELSEWHERE);
  s.settle("policies");
  s.post(`${NS}/configmaps`, configMap("a"));
  s.post(`${NS}/secrets`, configMap("a"));
  return s;
}

const OF_NAMESPACE = [
  "kind",
  "apiVersion",
  "metadata.managedFields",
  "metadata.ownerReferences",
  "metadata.uid",
  "metadata.labels",
  "metadata.annotations",
  "metadata.generation",
  "spec",
  "status",
];
const seen = `'saw ' + [${OF_NAMESPACE.map((field) => `has(dyn(namespaceObject).${field})`).join(", ")}].map(b, string(b)).join(' ')`;

/** The namespace as expressions of policies see it. */
export function namespaces(): Scenario {
  const s = new Scenario("admission-namespace-object");
  // Audit events are compared where there are webhooks.
  s.hook("v", { text: "" });
  s.patch("merge", NS, {
    metadata: {
      annotations: { a: "b" },
      ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "y" }],
    },
  });
  bound(
    s,
    "validating",
    "v",
    {
      variables: [{ name: "saw", expression: seen }],
      validations: [
        { expression: "variables.saw == ''", messageExpression: "variables.saw" },
        { expression: `${seen} == ''`, messageExpression: seen },
      ],
      auditAnnotations: [
        { key: "variable", valueExpression: "variables.saw" },
        { key: "own", valueExpression: seen },
      ],
    },
    { validationActions: ["Warn", "Audit"] },
  );
  bound(
    s,
    "mutating",
    "m",
    patching(`[JSONPatch{op: 'add', path: '/metadata/annotations', value: {'saw': ${seen}}}]`),
  );
  s.settle("policies");
  s.post(`${NS}/configmaps`, configMap("a"));
  return s;
}

const OF_PARAMS = [
  "kind",
  "apiVersion",
  "metadata.managedFields",
  "metadata.ownerReferences",
  "metadata.uid",
  "metadata.resourceVersion",
];
const seenOfParams = `'saw ' + [${OF_PARAMS.map((field) => `has(dyn(params).${field})`).join(", ")}].map(b, string(b)).join(' ')`;

/** The parameters as expressions of policies see them. */
export function params(): Scenario {
  const s = new Scenario("admission-params-seen");
  s.hook("v", { text: "" });
  s.post(`${NS}/configmaps`, {
    metadata: {
      name: "p",
      ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "y" }],
    },
  });
  const of = { paramKind: { apiVersion: "v1", kind: "ConfigMap" } };
  const paramRef = { name: "p", namespace: "{{ns}}", parameterNotFoundAction: "Deny" };
  bound(
    s,
    "validating",
    "v",
    {
      ...of,
      matchConditions: [{ name: "seen", expression: `${seenOfParams} != ''` }],
      validations: [{ expression: `${seenOfParams} == ''`, messageExpression: seenOfParams }],
      auditAnnotations: [{ key: "own", valueExpression: seenOfParams }],
    },
    { paramRef, validationActions: ["Warn", "Audit"] },
  );
  bound(
    s,
    "mutating",
    "m",
    {
      ...of,
      ...patching(`[JSONPatch{op: 'add', path: '/metadata/annotations', value: {'saw': ${seenOfParams}}}]`),
    },
    { paramRef },
  );
  s.settle("policies");
  s.post(`${NS}/configmaps`, configMap("a"));
  return s;
}

/** Texts that are written with escapes. */
export function quoting(): Scenario {
  const s = new Scenario("admission-quoted-patches");
  const paths = ["\\u00a0", "\\u00e9", "\\u2028", "\\U0001f600", "\\t", "\\n", "\\\\", '\\"'];
  const choice = paths
    .map((text, i) => `object.metadata.labels.t == '${i}' ? '${text.replace("'", "\\'")}' : `)
    .join("");
  bound(
    s,
    "mutating",
    "m",
    patching(
      `[JSONPatch{op: 'add', path: '/metadata/annotations', value: {}}, JSONPatch{op: 'add', path: '/metadata/annotations/x' + (${choice}''), value: 'y'}]`,
    ),
  );
  s.settle("policies");
  for (const i of paths.keys()) s.post(`${NS}/configmaps`, configMap(`c${i}`, { t: String(i) }));
  return s;
}

/** Tolerations of a class that cover those of the pod, or are covered by them. */
export function tolerations(): Scenario {
  const s = new Scenario("admission-class-tolerations");
  const classes = "/apis/node.k8s.io/v1/runtimeclasses";
  const narrow = { key: "a", operator: "Equal", value: "x", effect: "NoExecute", tolerationSeconds: 5 };
  const wide = { key: "a", operator: "Exists" };
  const all = { operator: "Exists" };
  const lists: readonly (readonly object[])[] = [
    [],
    [narrow],
    [wide],
    [all],
    [narrow, wide],
    [{ ...narrow, tolerationSeconds: 3 }],
    [{ key: "a", value: "x", effect: "NoExecute" }],
    [{ ...narrow, effect: "" }],
  ];
  for (const [i, list] of lists.entries()) {
    const name = `c${i}-{{id}}`;
    s.post(classes, {
      metadata: { name },
      handler: "h",
      scheduling: { tolerations: list },
    });
    s.removes(`${classes}/${name}`);
    s.until(`${classes}/${name}`);
  }
  for (const i of lists.keys())
    for (const [j, list] of lists.entries())
      s.post(
        `${NS}/pods`,
        {
          metadata: { name: `p${i}${j}` },
          spec: {
            runtimeClassName: `c${i}-{{id}}`,
            containers: [{ name: "c", image: "i" }],
            tolerations: list,
          },
        },
        [["dryRun", "All"]],
      );
  return s;
}

/** Objects that outlive their namespace. */
export function orphans(): Scenario {
  const s = new Scenario("admission-orphans");
  const name = "gone-{{id}}";
  const own = `/api/v1/namespaces/${name}`;
  const never = { namespaceSelector: { matchLabels: { never: "{{id}}" } } };
  bound(s, "validating", "v", {
    matchConstraints: { resourceRules: [CONFIGMAPS], ...never },
    validations: [{ expression: "false" }],
  });
  s.settle("policies");
  s.post("/api/v1/namespaces", { metadata: { name } });
  s.post(`${own}/configmaps`, { metadata: { name: "a", finalizers: ["example.com/f"] } });
  s.post(`${own}/serviceaccounts`, { metadata: { name: "sa" } });
  s.delete(own);
  s.put(`${own}/finalize`, { apiVersion: "v1", kind: "Namespace", metadata: { name }, spec: {} });
  s.until(own, 404);
  s.get(`${own}/configmaps`);
  s.patch("merge", `${own}/configmaps/a`, { data: { a: "b" } });
  s.patch("merge", `${own}/configmaps/a`, { data: { a: "b" } }, [["dryRun", "All"]]);
  s.put(`${own}/configmaps/a`, { metadata: { name: "a" } });
  s.apply(`${own}/configmaps/a`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }, "m");
  s.patch("merge", `${own}/configmaps/a`, { metadata: { finalizers: null } });
  s.post(`${own}/serviceaccounts/sa/token`, { spec: { audiences: ["x"] } });
  s.delete(`${own}/configmaps/a`);
  s.delete(`${own}/serviceaccounts`);
  s.get(`${own}/configmaps`);
  return s;
}

/** A write of the server itself to the status of a definition is a request like any other. */
export function definitions(): Scenario {
  const s = new Scenario("admission-definitions");
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const name = "statuses.{{id}}.example.com";
  const resources = ["customresourcedefinitions/status"];
  bound(s, "validating", "v", {
    matchConstraints: {
      resourceRules: [
        { apiGroups: ["apiextensions.k8s.io"], apiVersions: ["*"], resources, operations: ["UPDATE"] },
      ],
    },
    matchConditions: [{ name: "own", expression: `request.name == '${name}'` }],
    validations: [{ expression: "false", messageExpression: "'not for ' + request.userInfo.username" }],
  });
  s.settle("policies");
  const schema = { openAPIV3Schema: { type: "object" } };
  s.post(path, {
    metadata: { name },
    spec: {
      group: "{{id}}.example.com",
      scope: "Cluster",
      names: { plural: "statuses", singular: "status", kind: "Status1", listKind: "Status1List" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  });
  s.removes(`${path}/${name}`);
  // A watch without events, which takes some time.
  s.watch(`${NS}/secrets`, 1, [["resourceVersion", "0"]], { silent: true });
  s.get(`${path}/${name}`);
  s.get("/apis/{{id}}.example.com/v1/statuses");
  s.patch("merge", `${path}/${name}/status`, { status: { storedVersions: ["v1"] } });
  s.delete(`${REG}/validatingadmissionpolicybindings/v-{{id}}`);
  s.until("/apis/{{id}}.example.com/v1/statuses");
  s.get("/apis/{{id}}.example.com/v1/statuses");
  return s;
}
