import { CRDS, HERE, NS, Scenario } from "../scenario.ts";
import { addPolicy, apply, json } from "./policy.ts";

const G = "{{id}}.example.com";

/** Policies about custom resources, with custom parameters; in each version of them; warnings of the type checker. */
export function policiesCustom(): Scenario {
  const s = new Scenario("policies-custom");
  s.hook("v", { text: "" });
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          properties: {
            max: { type: "integer", default: 3 },
            names: { type: "array", items: { type: "string" } },
            any: { "x-kubernetes-preserve-unknown-fields": true },
            port: { "x-kubernetes-int-or-string": true },
            when: { type: "string", format: "date-time" },
            dur: { type: "string", format: "duration" },
            n: { type: "number" },
            maybe: { type: "string", nullable: true },
            map: { type: "object", additionalProperties: { type: "integer" } },
          },
        },
      },
    },
  };
  const crd = (kind: string, plural: string, scope: string) => {
    s.post(CRDS, {
      metadata: { name: `${plural}.${G}` },
      spec: {
        group: G,
        scope,
        names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
        versions: [
          { name: "v1", served: true, storage: true, schema },
          { name: "v2", served: true, storage: false, schema },
        ],
      },
    });
    s.removes(`${CRDS}/${plural}.${G}`);
  };
  crd("Limit", "limits", "Namespaced");
  crd("Rulez", "rulezs", "Cluster");
  s.until(`/apis/${G}/v1/namespaces/{{ns}}/limits`);
  s.until(`/apis/${G}/v1/rulezs`);
  s.until(`/apis/${G}/v2/rulezs`);
  const L = `/apis/${G}/v1/namespaces/{{ns}}/limits`,
    R = `/apis/${G}/v1/rulezs`;
  s.post(L, {
    apiVersion: `${G}/v1`,
    kind: "Limit",
    metadata: { name: "p", labels: { use: "yes" } },
    spec: {
      max: 2,
      names: ["a", "b"],
      any: { x: [1] },
      port: 80,
      when: "2020-01-01T00:00:00Z",
      dur: "1h",
      n: 1.5,
      maybe: null,
      map: { k: 1 },
    },
  });
  s.post(L, {
    apiVersion: `${G}/v1`,
    kind: "Limit",
    metadata: { name: "q", labels: { use: "yes" } },
    spec: { max: 5, port: "http" },
  });
  s.post(R, { apiVersion: `${G}/v1`, kind: "Rulez", metadata: { name: "glob" }, spec: { max: 1 } });
  const add = (name: string, spec: object, bound: object = {}) => {
    const rule = { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["CREATE"] };
    const policy = { matchConstraints: { resourceRules: [rule] }, ...spec };
    const binding = { validationActions: ["Deny"], matchResources: HERE, ...bound };
    addPolicy(s, "validating", `${name}.${G}`, policy, binding);
  };
  const t = (v: string) => ({
    matchConditions: [{ name: "t", expression: `object.metadata.?labels.t.orValue('') == '${v}'` }],
  });
  add(
    "named",
    {
      ...t("named"),
      paramKind: { apiVersion: `${G}/v1`, kind: "Limit" },
      validations: [
        {
          expression: "size(object.data) <= params.spec.max",
          messageExpression: "'at most ' + string(params.spec.max) + ' by ' + params.metadata.name",
        },
        { expression: "object.data.all(k, k in params.spec.names)", message: "names" },
        {
          expression:
            "timestamp(params.spec.when) < timestamp('2021-01-01T00:00:00Z') && duration(params.spec.dur) == duration('60m') && params.spec.n == 1.5 && params.spec.maybe == null && params.spec.map.k == 1 && params.spec.any.x[0] == 1 && params.spec.port == 80",
        },
      ],
    },
    { paramRef: { name: "p", namespace: "{{ns}}", parameterNotFoundAction: "Deny" } },
  );
  add(
    "own",
    {
      ...t("own"),
      paramKind: { apiVersion: `${G}/v2`, kind: "Limit" },
      validations: [
        {
          expression: `params.apiVersion == '${G}/v2' && params.spec.max > 2`,
          messageExpression: "params.metadata.name + ' ' + string(params.spec.max)",
        },
      ],
    },
    { paramRef: { selector: { matchLabels: { use: "yes" } }, parameterNotFoundAction: "Allow" } },
  );
  add(
    "cluster",
    {
      ...t("cluster"),
      paramKind: { apiVersion: `${G}/v1`, kind: "Rulez" },
      validations: [
        { expression: "params.spec.max == 5", messageExpression: "'max is ' + string(params.spec.max)" },
      ],
    },
    { paramRef: { name: "glob", parameterNotFoundAction: "Deny" } },
  );
  add("noref", {
    ...t("noref"),
    paramKind: { apiVersion: `${G}/v1`, kind: "Limit" },
    validations: [{ expression: "params != null", message: "no params" }],
  });
  add(
    "all",
    {
      ...t("all"),
      paramKind: { apiVersion: `${G}/v1`, kind: "Limit" },
      validations: [{ expression: "params.spec.max > 4", messageExpression: "params.metadata.name" }],
    },
    { paramRef: { selector: {}, parameterNotFoundAction: "Deny" } },
  );
  add("crs", {
    matchConstraints: {
      resourceRules: [{ apiGroups: [G], apiVersions: ["v1"], resources: ["limits"], operations: ["*"] }],
    },
    validations: [
      {
        expression: "oldObject == null || object == null || object.spec.max >= oldObject.spec.max",
        messageExpression: "'from ' + string(oldObject.spec.max) + ' to ' + string(object.spec.max)",
      },
      { expression: "object == null || object.apiVersion.endsWith('/v1')", message: "v1 only" },
      {
        expression: "request.kind.version == 'v1' && request.requestKind.version in ['v1', 'v2']",
        message: "kinds",
      },
    ],
  });
  add("exact", {
    matchConstraints: {
      matchPolicy: "Exact",
      resourceRules: [{ apiGroups: [G], apiVersions: ["v2"], resources: ["limits"], operations: ["UPDATE"] }],
    },
    validations: [{ expression: "object.spec.max < 100", message: "exactly v2" }],
  });
  s.settle("policies");
  for (const n of ["named", "own", "cluster", "noref", "all"]) {
    s.post(`${NS}/configmaps`, { metadata: { name: n, labels: { t: n } }, data: { a: "1", b: "2", c: "3" } });
    s.post(`${NS}/configmaps`, { metadata: { name: `${n}2`, labels: { t: n } }, data: { a: "1" } });
  }
  s.patch("merge", `${L}/p`, { spec: { max: 1 } });
  s.patch("merge", `/apis/${G}/v2/namespaces/{{ns}}/limits/p`, { spec: { max: 200 } });
  s.patch("merge", `${L}/p`, { spec: { max: 200 } });
  s.put(`${L}/fresh`, { apiVersion: `${G}/v1`, kind: "Limit", metadata: { name: "fresh" } });
  s.delete(`${L}/q`);
  return s;
}

/** Adds a policy for new objects that have its name as a label. */
function addMutation(s: Scenario, name: string, mutations: object[], spec: object = {}): void {
  const resources = ["configmaps", "pods"];
  const policy = {
    reinvocationPolicy: "Never",
    matchConditions: [{ name: "t", expression: `object.metadata.?labels.t.orValue('') == '${name}'` }],
    matchConstraints: {
      resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources, operations: ["CREATE"] }],
    },
    mutations,
    ...spec,
  };
  addPolicy(s, "mutating", `${name}.${G}`, policy, { matchResources: HERE });
}

/** Mutations with values of every CEL type, and mutations that are not allowed. */
export function mutationsTypes(): Scenario {
  const s = new Scenario("policies-values");
  s.hook("m", { text: "" });
  const add = (name: string, mutations: object[], spec?: object) => addMutation(s, name, mutations, spec);
  const values = [
    "quantity('100m')",
    "duration('1h')",
    "timestamp('2020-01-01T00:00:00Z')",
    "b'abc'",
    "1u",
    "true",
    "null",
    "url('https://x.example.com/a')",
    "type(1)",
    "optional.of('x')",
    "object.metadata",
    "object",
    "object.data",
    "variables.v",
    "Object.x{a: 'b'}",
  ];
  for (const [i, v] of values.entries()) {
    add(`a${i}`, [apply(`Object{data: {'x': ${v}}}`)], { variables: [{ name: "v", expression: "'a'" }] });
    add(`l${i}`, [apply(`Object{metadata: Object.metadata{labels: {'x': ${v}}}}`)], {
      variables: [{ name: "v", expression: "'from-variable'" }],
    });
    add(`j${i}`, [json(`[JSONPatch{op: 'add', path: '/data/x', value: ${v}}]`)], {
      variables: [{ name: "v", expression: "{'a': 'b'}" }],
    });
    add(`p${i}`, [apply(`Object{spec: Object.spec{priority: ${v}}}`)], {
      variables: [{ name: "v", expression: "5" }],
    });
  }
  add("spread", [
    apply(
      "Object{spec: Object.spec{containers: object.spec.containers.map(c, Object.spec.containers{name: c.name, resources: Object.spec.containers.resources{limits: {'cpu': '1', 'memory': '1Gi'}}})}}",
    ),
  ]);
  add("volumes", [
    apply(
      "Object{spec: Object.spec{volumes: [Object.spec.volumes{name: 'v', emptyDir: Object.spec.volumes.emptyDir{}}], containers: [Object.spec.containers{name: 'c', volumeMounts: [Object.spec.containers.volumeMounts{name: 'v', mountPath: '/v'}]}]}}",
    ),
  ]);
  add("nulls", [apply("Object{spec: Object.spec{nodeSelector: null}}")]);
  add("emptylist", [apply("Object{spec: Object.spec{tolerations: []}}")]);
  add("labelint", [
    apply("Object{metadata: Object.metadata{labels: {'n': string(size(object.spec.containers)), 1: 'x'}}}"),
  ]);
  add("wrongname", [apply("Object{spec: Object.wrong{priority: 1}}")]);
  add("nofield", [apply("Object{spec: Object.spec{nothing: 1}}")]);
  s.settle("policies");
  values.forEach((_, i) => {
    for (const k of ["a", "l", "j"])
      s.post(`${NS}/configmaps`, {
        metadata: { name: `${k}${i}`, labels: { t: `${k}${i}` } },
        data: { y: "1" },
      });
    s.post(`${NS}/pods`, {
      metadata: { name: `p${i}`, labels: { t: `p${i}` } },
      spec: { containers: [{ name: "c", image: "i" }] },
    });
  });
  for (const n of ["spread", "volumes", "nulls", "emptylist", "labelint", "wrongname", "nofield"])
    s.post(`${NS}/pods`, {
      metadata: { name: n, labels: { t: n } },
      spec: {
        containers: [
          { name: "c", image: "i" },
          { name: "d", image: "j" },
        ],
      },
    });
  return s;
}

/** Quotas, limits, priority, runtime classes, service accounts with several plugins and webhooks together. */
export function together(): Scenario {
  const s = new Scenario("plugins-together");
  s.post(`${NS}/limitranges`, {
    metadata: { name: "l" },
    spec: {
      limits: [
        {
          type: "Container",
          default: { cpu: "500m", memory: "128Mi" },
          defaultRequest: { cpu: "100m" },
          min: { cpu: "50m" },
          max: { cpu: "2", memory: "1Gi" },
          maxLimitRequestRatio: { cpu: "10" },
        },
        { type: "Pod", max: { cpu: "3" } },
        { type: "PersistentVolumeClaim", min: { storage: "1Gi" }, max: { storage: "10Gi" } },
      ],
    },
  });
  s.post(`${NS}/resourcequotas`, {
    metadata: { name: "q" },
    spec: {
      hard: {
        pods: "3",
        "requests.cpu": "1",
        "limits.memory": "1Gi",
        "count/configmaps": "2",
        "count/deployments.apps": "1",
        "services.nodeports": "1",
        services: "2",
        persistentvolumeclaims: "1",
        "requests.storage": "5Gi",
        secrets: "1",
      },
    },
  });
  s.post(`${NS}/resourcequotas`, {
    metadata: { name: "be" },
    spec: { hard: { pods: "1" }, scopes: ["BestEffort"] },
  });
  s.post(`${NS}/resourcequotas`, {
    metadata: { name: "prio" },
    spec: {
      hard: { pods: "1" },
      scopeSelector: {
        matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["high-{{id}}"] }],
      },
    },
  });
  s.post("/apis/scheduling.k8s.io/v1/priorityclasses", {
    metadata: { name: "high-{{id}}" },
    value: 1000,
    preemptionPolicy: "Never",
  });
  s.post("/apis/node.k8s.io/v1/runtimeclasses", {
    metadata: { name: "rc-{{id}}" },
    handler: "h",
    overhead: { podFixed: { cpu: "100m", memory: "16Mi" } },
    scheduling: { nodeSelector: { rc: "yes" }, tolerations: [{ key: "rc", operator: "Exists" }] },
  });
  s.until(`/apis/node.k8s.io/v1/runtimeclasses/rc-{{id}}`);
  const pod = (name: string, spec: object = {}, c: object = {}) =>
    s.post(`${NS}/pods`, {
      metadata: { name },
      spec: { containers: [{ name: "c", image: "i", ...c }], ...spec },
    });
  pod("a");
  pod("b", { priorityClassName: "high-{{id}}" });
  pod("c", { priorityClassName: "high-{{id}}" });
  pod("d", { priorityClassName: "none" });
  pod("e", { priority: 5 });
  pod("f", { priorityClassName: "high-{{id}}", priority: 999 });
  pod("g", { preemptionPolicy: "PreemptLowerPriority", priorityClassName: "high-{{id}}" });
  pod("h", { runtimeClassName: "rc-{{id}}" });
  pod("i", { runtimeClassName: "rc-{{id}}", nodeSelector: { rc: "no" } });
  pod("j", { runtimeClassName: "none" });
  pod("k", { runtimeClassName: "rc-{{id}}", overhead: { cpu: "1" } });
  pod("l", {}, { resources: { requests: { cpu: "3" } } });
  pod("m", {}, { resources: { limits: { cpu: "2" }, requests: { cpu: "100m" } } });
  pod("n", {}, { resources: { requests: { cpu: "10m" } } });
  pod("o", { initContainers: [{ name: "i", image: "i", resources: { limits: { cpu: "4" } } }] });
  pod("p", {}, { resources: { requests: { cpu: "900m" }, limits: { cpu: "1" } } });
  pod("q", { serviceAccountName: "none" });
  pod("r", { overhead: { cpu: "1" } });
  pod("s", { resources: { requests: { cpu: "5" } } });
  s.get(`${NS}/resourcequotas/q`);
  s.get(`${NS}/resourcequotas`, [], { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } });
  for (const n of ["1", "2", "3"]) {
    s.post(`${NS}/configmaps`, { metadata: { name: n } });
    s.post(`${NS}/secrets`, { metadata: { name: n } });
    s.post(`${NS}/services`, {
      metadata: { name: `s${n}` },
      spec: {
        type: "NodePort",
        ports: [{ port: 80 }, { port: 81, name: "x" }]
          .slice(0, Number(n))
          .map((p, i) => ({ ...p, name: `n${i}` })),
      },
    });
    s.post(`${NS}/persistentvolumeclaims`, {
      metadata: { name: n },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: `${n}Gi` } } },
    });
    s.post(
      "/apis/apps/v1/namespaces/{{ns}}/deployments",
      {
        metadata: { name: n },
        spec: {
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
        },
      },
      n === "2" ? [["dryRun", "All"]] : [],
    );
  }
  s.post(`${NS}/persistentvolumeclaims`, {
    metadata: { name: "tiny" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Mi" } } },
  });
  s.post(`${NS}/persistentvolumeclaims`, {
    metadata: { name: "huge" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Ti" } } },
  });
  s.patch("merge", `${NS}/services/s1`, { spec: { type: "ClusterIP" } });
  s.patch("merge", `${NS}/services/s1`, { spec: { type: "LoadBalancer" } });
  s.delete(`${NS}/pods/a`, { gracePeriodSeconds: 0 });
  pod("t");
  s.patch("merge", `${NS}/resourcequotas/q`, { spec: { hard: { pods: "0" } } });
  pod("u");
  s.patch("merge", `${NS}/resourcequotas/q/status`, { status: { used: { pods: "99" } } });
  s.put(`${NS}/resourcequotas/q`, { metadata: { name: "q" }, spec: { hard: { pods: "x" } } });
  s.put(`${NS}/resourcequotas/q`, {
    metadata: { name: "q" },
    spec: {
      hard: { "bad name": "1", "requests.nope": "1", pods: "-1" },
      scopes: ["BestEffort", "NotBestEffort", "Weird"],
    },
  });
  return s;
}

/** Lists and maps in an apply configuration, as literals or from the object. */
export function literals(): Scenario {
  const s = new Scenario("policies-literals");
  const add = (name: string, mutations: object[], spec?: object) => addMutation(s, name, mutations, spec);
  const list: [string, string][] = [
    ["tol", "Object{spec: Object.spec{initContainers: [{'name': 'c', 'image': 'x'}]}}"],
    [
      "cont",
      "Object{spec: Object.spec{containers: object.spec.containers.map(c, {'name': c.name, 'imagePullPolicy': 'Always'})}}",
    ],
    ["nat", "Object{spec: Object.spec{initContainers: object.spec.containers}}"],
    ["natmap", "Object{metadata: Object.metadata{annotations: object.metadata.labels}}"],
    ["specmap", "Object{spec: {'priorityClassName': 'system-node-critical'}}"],
    ["specdeep", "Object{spec: {'securityContext': {'runAsUser': 5}}}"],
    ["specobj", "Object{spec: {'securityContext': Object.spec.securityContext{runAsUser: 5}}}"],
    ["speclist", "Object{spec: {'containers': [{'name': 'c', 'tty': true}]}}"],
    ["filt", "Object{spec: Object.spec{containers: object.spec.containers.filter(c, c.name == 'c')}}"],
    [
      "concat",
      "Object{spec: Object.spec{initContainers: object.spec.containers + [Object.spec.initContainers{name: 'z', image: 'z'}]}}",
    ],
    ["metamap", "Object{metadata: {'labels': {'a': 'b'}}}"],
    ["whole", "Object{spec: object.spec}"],
    [
      "limits",
      "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', resources: Object.spec.containers.resources{limits: {'cpu': '1', 'memory': '1Gi'}}}]}}",
    ],
    [
      "limits2",
      "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', resources: {'limits': {'cpu': '1'}}}]}}",
    ],
    [
      "port",
      "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', readinessProbe: Object.spec.containers.readinessProbe{httpGet: Object.spec.containers.readinessProbe.httpGet{path: '/', port: 80}}}]}}",
    ],
  ];
  for (const [n, e] of list) add(n, [apply(e)]);
  s.settle("policies");
  for (const [n] of list)
    s.post(`${NS}/pods`, {
      metadata: { name: n, labels: { t: n } },
      spec: {
        containers: [
          { name: "c", image: "i" },
          { name: "d", image: "j" },
        ],
      },
    });
  s.hook("m", { text: "" });
  return s;
}
