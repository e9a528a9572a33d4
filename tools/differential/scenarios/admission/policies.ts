import { HERE, NS, REG, Scenario } from "../scenario.ts";
import { addPolicy, apply, json } from "./policy.ts";

const CONFIGMAPS = { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };

const nameOf = (name: string): string => `${name}.{{id}}.example.com`;

const policy = (
  name: string,
  spec: object,
  operations: readonly string[] = ["CREATE", "UPDATE", "DELETE"],
) => ({
  metadata: { name: nameOf(name) },
  spec: { matchConstraints: { resourceRules: [{ ...CONFIGMAPS, operations }], ...HERE }, ...spec },
});

/** Validating policies: params, variables, messages, actions, audit annotations, match conditions, errors. */
export function validating(): Scenario {
  const s = new Scenario("policies-validating");
  s.post(`${NS}/configmaps`, {
    metadata: { name: "params", labels: { p: "yes" } },
    data: { max: "2", word: "secret" },
  });
  const add = (name: string, spec: object, bound: object) =>
    addPolicy(s, "validating", nameOf(name), policy(name, spec).spec, bound);
  const only = (value: string) => [
    {
      name: "only",
      expression: `(request.operation == 'DELETE' ? oldObject : object).metadata.?labels.t.orValue('') == '${value}'`,
    },
  ];
  add(
    "params",
    {
      failurePolicy: "Fail",
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      matchConditions: only("params"),
      variables: [
        { name: "n", expression: "has(object.data) ? size(object.data) : 0" },
        { name: "max", expression: "int(params.data.max)" },
      ],
      validations: [
        {
          expression: "variables.n <= variables.max",
          messageExpression: "'has ' + string(variables.n) + ' entries, at most ' + string(variables.max)",
          reason: "Forbidden",
        },
        {
          expression: "!has(object.data) || object.data.all(k, object.data[k] != params.data.word)",
          message: "no secrets",
        },
      ],
      auditAnnotations: [
        { key: "entries", valueExpression: "'n=' + string(variables.n)" },
        { key: "none", valueExpression: "null" },
      ],
    },
    {
      paramRef: { name: "params", namespace: "{{ns}}", parameterNotFoundAction: "Deny" },
      validationActions: ["Deny", "Audit"],
    },
  );
  add(
    "warn",
    {
      matchConditions: only("warn"),
      validations: [
        { expression: "false", message: "first" },
        { expression: "false", messageExpression: "'second ' + object.metadata.name" },
        { expression: "false" },
      ],
    },
    { validationActions: ["Warn", "Audit"] },
  );
  add(
    "error",
    {
      matchConditions: only("error"),
      validations: [
        { expression: "object.data.none == 'x'" },
        { expression: "1 / 0 == 1", message: "never said" },
      ],
    },
    { validationActions: ["Deny"] },
  );
  add(
    "ignore",
    {
      failurePolicy: "Ignore",
      matchConditions: only("ignore"),
      validations: [{ expression: "object.data.none == 'x'" }],
      auditAnnotations: [{ key: "k", valueExpression: "object.data.none" }],
    },
    { validationActions: ["Deny", "Audit"] },
  );
  add(
    "missing",
    {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      matchConstraints: {
        resourceRules: [{ ...CONFIGMAPS, operations: ["CREATE"] }],
        ...HERE,
        objectSelector: { matchLabels: { t: "missing" } },
      },
      validations: [{ expression: "params == null" }],
    },
    {
      paramRef: { name: "none", namespace: "{{ns}}", parameterNotFoundAction: "Deny" },
      validationActions: ["Deny"],
    },
  );
  add(
    "allowed",
    {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      matchConditions: only("allowed"),
      validations: [{ expression: "params != null", message: "no params" }],
    },
    { paramRef: { name: "none", parameterNotFoundAction: "Allow" }, validationActions: ["Deny"] },
  );
  add(
    "selected",
    {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      matchConditions: only("selected"),
      validations: [
        { expression: "params.data.max == '3'", messageExpression: "'max is ' + params.data.max" },
      ],
    },
    {
      paramRef: { selector: { matchLabels: { p: "yes" } }, parameterNotFoundAction: "Deny" },
      validationActions: ["Deny"],
    },
  );
  add(
    "condition",
    {
      matchConditions: [{ name: "breaks", expression: "object.data.x == 'y'" }, ...only("condition")],
      validations: [{ expression: "false" }],
    },
    { validationActions: ["Deny"] },
  );
  add(
    "messages",
    {
      matchConditions: only("messages"),
      validations: [
        { expression: "false", messageExpression: "'  '", message: "fallback" },
        { expression: "false", messageExpression: "object.none", message: "fallback 2" },
        { expression: "false", messageExpression: "'a\\nb'" },
      ],
    },
    { validationActions: ["Deny"] },
  );
  add(
    "authorizer",
    {
      matchConditions: only("authorizer"),
      validations: [
        { expression: "authorizer.group('').resource('pods').namespace('{{ns}}').check('list').allowed()" },
        {
          expression: "!authorizer.requestResource.check('delete').allowed()",
          messageExpression:
            "request.userInfo.username + ' may ' + authorizer.requestResource.check('delete').reason()",
        },
        { expression: "authorizer.path('/healthz').check('get').allowed()" },
        {
          expression:
            "namespaceObject.metadata.name == request.namespace && namespaceObject.metadata.labels['kubernetes.io/metadata.name'] != ''",
        },
      ],
    },
    { validationActions: ["Deny"] },
  );
  add(
    "deletes",
    {
      matchConditions: only("deletes"),
      validations: [
        { expression: "request.operation != 'DELETE'", message: "stays" },
        {
          expression: "request.operation != 'UPDATE' || object.data == oldObject.data",
          reason: "Invalid",
          message: "same",
        },
      ],
    },
    { validationActions: ["Deny"] },
  );
  s.settle("policies");
  const map = (t: string, data?: object, name = t) => ({
    metadata: { name, labels: { t } },
    ...(data === undefined ? {} : { data }),
  });
  s.post(`${NS}/configmaps`, map("params", { a: "1", b: "2", c: "3" }, "params2"));
  s.post(`${NS}/configmaps`, map("params", { a: "secret" }, "params3"));
  for (const t of [
    "warn",
    "error",
    "ignore",
    "missing",
    "allowed",
    "condition",
    "messages",
    "authorizer",
    "deletes",
  ])
    s.post(`${NS}/configmaps`, map(t, { a: "1" }));
  s.patch("merge", `${NS}/configmaps/deletes`, { data: { a: "2" } });
  s.patch("merge", `${NS}/configmaps/deletes`, { metadata: { annotations: { a: "2" } } });
  s.delete(`${NS}/configmaps`, undefined, [["labelSelector", "t=deletes"]]);
  s.apply(
    `${NS}/configmaps/applied`,
    { apiVersion: "v1", kind: "ConfigMap", ...map("warn", { a: "1" }, "applied") },
    "m",
  );
  s.get(`${REG}/validatingadmissionpolicies/params.{{id}}.example.com`, [], {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  s.get(`${REG}/validatingadmissionpolicybindings/params.{{id}}.example.com`, [], {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  s.hook("v", { text: "" });
  return s;
}

/** Policies and bindings that are refused when they are written. */
export function invalid(): Scenario {
  const s = new Scenario("policies-invalid");
  const vap = (spec: object, query: [string, string][] = [["dryRun", "All"]]) =>
    s.post(
      `${REG}/validatingadmissionpolicies`,
      policy("x", { validations: [{ expression: "true" }], ...spec }),
      query,
    );
  vap({
    validations: [
      { expression: "" },
      { expression: "object." },
      { expression: "nope" },
      { expression: "5" },
      { expression: "true", message: "a\nb" },
      { expression: "true", messageExpression: "5" },
      { expression: "true", messageExpression: "'a'", message: " " },
      { expression: "true", reason: "Weird" },
    ],
  });
  vap({
    matchConditions: [
      { name: "a b", expression: "true" },
      { name: "x", expression: "1" },
      { name: "x", expression: "variables.a" },
    ],
  });
  vap({ validations: [{ expression: "params.x" }] });
  vap({ validations: [{ expression: "oldObject != null && authorizer.group('x').check('y')" }] });
  vap({
    validations: [
      { expression: "[1,2,3].exists(x, x in object.spec.list)" },
      { expression: "object.metadata.name.matches('(')" },
      { expression: "object.metadata.name.matches('a') && string(5).size() > 0" },
    ],
  });
  const map = (spec: object) =>
    s.post(
      `${REG}/mutatingadmissionpolicies`,
      policy(
        "m",
        {
          reinvocationPolicy: "Never",
          mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: "[]" } }],
          ...spec,
        },
        ["CREATE", "UPDATE"],
      ),
      [["dryRun", "All"]],
    );
  map({
    mutations: [
      { patchType: "JSONPatch", jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/x', valu: 1}]" } },
    ],
  });
  map({ mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: "JSONPatch{op: 'add'}" } }] });
  return s;
}

/** Mutating policies: both sorts of patches, order, reinvocation, params, failures. */
export function mutating(): Scenario {
  const s = new Scenario("policies-mutating");
  s.post(`${NS}/configmaps`, { metadata: { name: "params" }, data: { label: "from-params" } });
  const only = (value: string) => [
    { name: "only", expression: `object.metadata.?labels.t.orValue('') == '${value}'` },
  ];
  const add = (name: string, spec: object, bound: object = {}) => {
    const own = { reinvocationPolicy: "IfNeeded", failurePolicy: "Fail", ...spec };
    addPolicy(s, "mutating", nameOf(name), policy(name, own, ["CREATE", "UPDATE"]).spec, bound);
  };
  add("apply", {
    matchConditions: only("apply"),
    variables: [{ name: "w", expression: "object.metadata.name + '-w'" }],
    mutations: [
      apply("Object{metadata: Object.metadata{labels: {'added': variables.w}}, data: {'k': 'v'}}"),
      json("[JSONPatch{op: 'add', path: '/data/' + jsonpatch.escapeKey('a/b~c'), value: 'x'}]"),
    ],
  });
  add(
    "params",
    {
      matchConditions: only("params"),
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      mutations: [apply("Object{metadata: Object.metadata{labels: {'p': params.data.label}}}")],
    },
    { paramRef: { name: "params", namespace: "{{ns}}", parameterNotFoundAction: "Deny" } },
  );
  add("again", {
    matchConditions: only("again"),
    mutations: [
      json(
        "[JSONPatch{op: 'add', path: '/metadata/annotations', value: {'n': string(int(object.metadata.?annotations.n.orValue('0')) + 1)}}]",
      ),
    ],
  });
  add("again2", {
    matchConditions: only("again"),
    mutations: [apply("Object{data: {'seen': 'yes'}}")],
  });
  add("fails", {
    matchConditions: only("fails"),
    mutations: [json("[JSONPatch{op: 'test', path: '/data/a', value: 'z'}]")],
  });
  add("fails2", {
    matchConditions: only("fails2"),
    mutations: [json("[JSONPatch{op: 'remove', path: '/data/none'}]")],
  });
  add("fails3", {
    matchConditions: only("fails3"),
    mutations: [apply("Object{data: {'a': object.data.none}}")],
  });
  add("fails4", {
    matchConditions: only("fails4"),
    mutations: [json("[JSONPatch{op: 'replace', path: '/metadata/name', value: 'other'}]")],
  });
  add("fails5", {
    matchConditions: only("fails5"),
    mutations: [json("[JSONPatch{op: 'add', path: '/data', value: 5}]")],
  });
  add("ignored", {
    failurePolicy: "Ignore",
    matchConditions: only("ignored"),
    mutations: [apply("Object{data: {'a': object.data.none}}")],
  });
  add("unset", {
    matchConditions: only("unset"),
    mutations: [
      json("has(object.data) && 'a' in object.data ? [JSONPatch{op: 'remove', path: '/data/a'}] : []"),
      json(
        "[JSONPatch{op: 'copy', from: '/metadata/name', path: '/data/copied'}, JSONPatch{op: 'move', from: '/data/b', path: '/data/moved'}]",
      ),
    ],
  });
  s.settle("policies");
  for (const t of ["params", "again", "fails", "fails3", "fails4", "ignored", "unset"])
    s.post(`${NS}/configmaps`, {
      metadata: { name: t === "params" ? "params-1" : t, labels: { t } },
      data: { a: "1", b: "2" },
    });
  s.hook("m", { text: "" });
  return s;
}
