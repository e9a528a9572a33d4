import { HERE, NS, REG, Scenario } from "../scenario.ts";
import { addPolicy, apply, json } from "./policy.ts";

const rule = (apiGroups: string[], resources: string[], operations = ["CREATE", "UPDATE"], more = {}) => ({
  apiGroups,
  apiVersions: ["*"],
  resources,
  operations,
  ...more,
});

/** Validating policies over workloads: variables, subresources, selectors, several bindings, params by selector, custom params. */
export function vapWorkloads(): Scenario {
  const s = new Scenario("policies-workloads");
  s.hook("v", { text: "" });
  const add = (name: string, spec: object, ...bound: object[]) => {
    s.post(`${REG}/validatingadmissionpolicies`, { metadata: { name: `${name}.{{id}}.example.com` }, spec });
    s.removes(`${REG}/validatingadmissionpolicies/${name}.{{id}}.example.com`);
    bound.forEach((b, i) => {
      s.post(`${REG}/validatingadmissionpolicybindings`, {
        metadata: { name: `${name}-${i}.{{id}}.example.com` },
        spec: { policyName: `${name}.{{id}}.example.com`, matchResources: HERE, ...b },
      });
      s.removes(`${REG}/validatingadmissionpolicybindings/${name}-${i}.{{id}}.example.com`);
    });
  };
  add(
    "replicas",
    {
      matchConstraints: { resourceRules: [rule(["apps"], ["deployments", "deployments/scale"])] },
      variables: [
        { name: "isScale", expression: "request.subResource == 'scale'" },
        { name: "replicas", expression: "has(object.spec.replicas) ? object.spec.replicas : 1" },
      ],
      validations: [
        {
          expression: "variables.replicas <= 5",
          messageExpression:
            "'too many: ' + string(variables.replicas) + (variables.isScale ? ' by scale' : '')",
          reason: "Invalid",
        },
        { expression: "variables.replicas != 4", message: "four is unlucky", reason: "Unauthorized" },
        { expression: "variables.replicas != 3", message: "three is big", reason: "RequestEntityTooLarge" },
      ],
      auditAnnotations: [
        { key: "replicas", valueExpression: "variables.replicas > 1 ? string(variables.replicas) : null" },
      ],
    },
    { validationActions: ["Deny", "Audit"] },
  );
  add(
    "images",
    {
      matchConstraints: {
        resourceRules: [
          rule([""], ["pods", "pods/ephemeralcontainers"]),
          rule(["apps"], ["deployments", "statefulsets", "daemonsets"]),
          rule(["batch"], ["jobs", "cronjobs"]),
        ],
      },
      variables: [
        {
          name: "podSpec",
          expression:
            "object.kind == 'Pod' ? object.spec : object.kind == 'CronJob' ? object.spec.jobTemplate.spec.template.spec : object.spec.template.spec",
        },
        {
          name: "all",
          expression:
            "variables.podSpec.containers + (has(variables.podSpec.initContainers) ? variables.podSpec.initContainers : [])",
        },
        { name: "bad", expression: "variables.all.filter(c, !c.image.startsWith('registry.example.com/'))" },
      ],
      validations: [
        {
          expression: "size(variables.bad) == 0",
          messageExpression: "'images of ' + variables.bad.map(c, c.name).join(', ') + ' are not allowed'",
        },
        {
          expression:
            "variables.all.all(c, has(c.resources) && has(c.resources.limits) && 'memory' in c.resources.limits && quantity(c.resources.limits['memory']).compareTo(quantity('1Gi')) <= 0)",
          message: "memory",
        },
        {
          expression: "!has(variables.podSpec.hostNetwork) || !variables.podSpec.hostNetwork",
          message: "host network",
          reason: "Forbidden",
        },
        {
          expression:
            "variables.all.all(c, !has(c.securityContext) || !has(c.securityContext.privileged) || c.securityContext.privileged == false)",
        },
      ],
    },
    { validationActions: ["Warn"] },
    {
      validationActions: ["Deny"],
      matchResources: { ...HERE, objectSelector: { matchLabels: { strict: "yes" } } },
    },
  );
  add(
    "labels",
    {
      matchConstraints: {
        resourceRules: [rule(["*"], ["*"], ["CREATE"], { scope: "Namespaced" })],
        excludeResourceRules: [rule([""], ["events"], ["*"]), rule(["coordination.k8s.io"], ["*"], ["*"])],
        matchPolicy: "Equivalent",
      },
      matchConditions: [
        { name: "not-system", expression: "!request.userInfo.username.startsWith('system:')" },
        {
          name: "asks",
          expression: "has(object.metadata.annotations) && 'check' in object.metadata.annotations",
        },
      ],
      validations: [
        {
          expression:
            "has(object.metadata.labels) && 'owner' in object.metadata.labels && object.metadata.labels['owner'].matches('^[a-z]+$')",
          message: "owner label",
        },
      ],
      auditAnnotations: [
        {
          key: "gvr",
          valueExpression:
            "request.resource.group + '/' + request.resource.version + '/' + request.resource.resource + ' as ' + request.requestResource.version + ' ' + request.kind.kind + ' op ' + request.operation",
        },
      ],
    },
    { validationActions: ["Deny"] },
  );
  add(
    "status",
    {
      matchConstraints: {
        resourceRules: [rule([""], ["pods/status", "pods/binding", "pods/eviction"], ["*"])],
      },
      validations: [
        {
          expression: "request.subResource != 'status' || object.status.phase != 'Failed'",
          message: "never fails",
        },
        {
          expression: "request.subResource != 'binding' || object.target.name == 'good'",
          messageExpression: "'not ' + object.target.name",
        },
        { expression: "request.subResource != 'eviction'", message: "stays here" },
      ],
    },
    { validationActions: ["Deny"] },
  );
  add(
    "transition",
    {
      matchConstraints: { resourceRules: [rule([""], ["configmaps"], ["CREATE", "UPDATE", "DELETE"])] },
      matchConditions: [
        { name: "t", expression: "(oldObject == null ? object : oldObject).metadata.name.startsWith('tr')" },
      ],
      validations: [
        {
          expression: "request.operation != 'UPDATE' || object.data.all(k, k in oldObject.data)",
          messageExpression: "'added ' + object.data.map(k, k).filter(k, !(k in oldObject.data)).join(',')",
        },
        {
          expression:
            "oldObject == null || object == null || oldObject.?data.n.orValue('0') <= object.?data.n.orValue('0')",
          message: "n must not shrink",
        },
        {
          expression:
            "request.operation != 'DELETE' || request.?options.propagationPolicy.orValue('') == 'Foreground'",
          message: "foreground only",
        },
        { expression: "request.dryRun == false", message: "no dry runs" },
        {
          expression: "!has(request.options.fieldManager) || request.options.fieldManager != 'evil'",
          message: "evil",
        },
      ],
    },
    { validationActions: ["Deny"] },
  );
  s.settle("policies");
  const deployment = (
    name: string,
    replicas?: number,
    image = "registry.example.com/a",
    labels: object = {},
  ) => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels },
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      selector: { matchLabels: { a: name } },
      template: {
        metadata: { labels: { a: name } },
        spec: { containers: [{ name: "c", image, resources: { limits: { memory: "64Mi" } } }] },
      },
    },
  });
  const D = "/apis/apps/v1/namespaces/{{ns}}/deployments";
  s.post(D, deployment("one"));
  s.post(D, deployment("six", 6));
  s.post(D, deployment("four", 4));
  s.post(D, deployment("three", 3));
  s.post(D, deployment("bad", 1, "nginx"));
  s.post(D, deployment("both", 7, "nginx", { strict: "yes" }));
  s.patch("merge", `${D}/one/scale`, { spec: { replicas: 6 } });
  s.patch("merge", `${D}/one/scale`, { spec: { replicas: 4 } });
  s.patch("merge", `${D}/one/scale`, { spec: { replicas: 2 } });
  s.put(`${D}/one/scale`, {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "one" },
    spec: { replicas: 9 },
  });
  s.patch("strategic", `${D}/one`, {
    spec: { template: { spec: { containers: [{ name: "d", image: "busybox" }] } } },
  });
  s.patch("merge", `${D}/one/status`, { status: { replicas: 99 } });
  s.apply(
    `${D}/one`,
    { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "one" }, spec: { replicas: 8 } },
    "me",
  );
  const pod = (name: string, more: object = {}, meta: object = {}) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, ...meta },
    spec: { containers: [{ name: "c", image: "nginx" }], ...more },
  });
  s.post(`${NS}/pods`, pod("p1"));
  s.post(`${NS}/pods`, pod("p2", {}, { labels: { strict: "yes" } }));
  s.post(
    `${NS}/pods`,
    pod(
      "p3",
      {
        initContainers: [{ name: "i", image: "registry.example.com/i" }],
        hostNetwork: true,
        containers: [
          {
            name: "c",
            image: "registry.example.com/x",
            ports: [{ containerPort: 80, hostPort: 80 }],
            resources: { limits: { memory: "2Gi" } },
          },
        ],
      },
      { labels: { strict: "yes" } },
    ),
  );
  s.post(
    `${NS}/pods`,
    pod(
      "p4",
      {
        containers: [
          {
            name: "c",
            image: "registry.example.com/x",
            securityContext: { privileged: true },
            resources: { limits: { memory: "1Gi" } },
          },
        ],
      },
      { labels: { strict: "yes" } },
    ),
  );
  s.patch("merge", `${NS}/pods/p1/status`, { status: { phase: "Running" } });
  s.patch("merge", `${NS}/pods/p1/status`, { status: { phase: "Failed" } });
  s.post(`${NS}/pods/p1/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p1" } });
  s.patch("strategic", `${NS}/pods/p1/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "e", image: "busybox" }] },
  });
  s.post(`/apis/batch/v1/namespaces/{{ns}}/jobs`, {
    metadata: { name: "j" },
    spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "x" }] } } },
  });
  s.post(`/apis/batch/v1/namespaces/{{ns}}/cronjobs`, {
    metadata: { name: "cj", labels: { strict: "yes" } },
    spec: {
      schedule: "* * * * *",
      jobTemplate: {
        spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "x" }] } } },
      },
    },
  });
  for (const [path, , body] of [
    [`${NS}/secrets`, "Secret", { data: { a: "YQ==" } }],
    [`${NS}/services`, "Service", { spec: { ports: [{ port: 80 }] } }],
    [
      "/apis/networking.k8s.io/v1/namespaces/{{ns}}/networkpolicies",
      "NetworkPolicy",
      { spec: { podSelector: {} } },
    ],
    ["/apis/coordination.k8s.io/v1/namespaces/{{ns}}/leases", "Lease", {}],
    ["/apis/rbac.authorization.k8s.io/v1/namespaces/{{ns}}/roles", "Role", { rules: [] }],
    [`${NS}/serviceaccounts`, "ServiceAccount", {}],
    [`${NS}/resourcequotas`, "ResourceQuota", {}],
    ["/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets", "PodDisruptionBudget", {}],
  ] as [string, string, object][]) {
    s.post(path, { metadata: { name: "n1", annotations: { check: "1" } }, ...body });
    s.post(path, { metadata: { name: "n2", annotations: { check: "1" }, labels: { owner: "me" } }, ...body });
  }
  s.post(`${NS}/configmaps`, { metadata: { name: "tr1" }, data: { n: "5", a: "1" } });
  s.patch("merge", `${NS}/configmaps/tr1`, { data: { b: "2", c: "3" } });
  s.patch("merge", `${NS}/configmaps/tr1`, { data: { n: "4" } });
  s.patch("merge", `${NS}/configmaps/tr1`, { data: { n: "6" } });
  s.patch("json", `${NS}/configmaps/tr1`, [{ op: "remove", path: "/data" }]);
  s.patch("merge", `${NS}/configmaps/tr1`, { data: { n: "8" } }, [["fieldManager", "evil"]]);
  s.delete(`${NS}/configmaps/tr1`);
  s.delete(`${NS}/configmaps/tr1`, undefined, [
    ["propagationPolicy", "Foreground"],
    ["dryRun", "All"],
  ]);
  s.delete(`${NS}/configmaps/tr1`, undefined, [["propagationPolicy", "Foreground"]]);
  return s;
}

/** Mutating policies of real sorts: sidecars, tolerations, defaults, by params, conditions with authorizer; errors. */
export function mapWorkloads(): Scenario {
  const s = new Scenario("policies-mutations");
  s.hook("m", { text: "" });
  const add = (name: string, spec: object, bound: object = {}) => {
    const [policy, binding] = [
      { reinvocationPolicy: "Never", ...spec },
      { matchResources: HERE, ...bound },
    ];
    addPolicy(s, "mutating", `${name}.{{id}}.example.com`, policy, binding);
  };
  const label = (v: string) => [
    {
      name: "l",
      expression: `has(object.metadata.labels) && object.metadata.labels[?'t'].orValue('') == '${v}'`,
    },
  ];
  const pods = { matchConstraints: { resourceRules: [rule([""], ["pods"], ["CREATE"])] } };
  const maps = { matchConstraints: { resourceRules: [rule([""], ["configmaps"])] } };
  add("sidecar", {
    ...pods,
    matchConditions: [
      { name: "none-yet", expression: "!object.spec.initContainers.exists(c, c.name == 'mesh')" },
      ...label("sidecar"),
    ],
    failurePolicy: "Ignore",
    mutations: [
      apply(
        "Object{spec: Object.spec{initContainers: [Object.spec.initContainers{name: 'mesh', image: 'mesh:1', restartPolicy: 'Always', args: ['proxy']}]}}",
      ),
    ],
  });
  add("sidecar2", {
    ...pods,
    matchConditions: label("sidecar2"),
    mutations: [
      apply(
        "Object{spec: Object.spec{initContainers: [Object.spec.initContainers{name: 'mesh', image: 'mesh:1', restartPolicy: 'Always', env: [Object.spec.initContainers.env{name: 'A', value: object.metadata.name}], resources: Object.spec.initContainers.resources{limits: {'cpu': quantity('100m')}}}]}}",
      ),
    ],
  });
  add("sidecar3", {
    ...pods,
    matchConditions: label("sidecar3"),
    mutations: [
      apply(
        "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', imagePullPolicy: 'Always', ports: [Object.spec.containers.ports{containerPort: 8080, protocol: 'TCP'}]}, Object.spec.containers{name: 'extra', image: 'extra'}], tolerations: [Object.spec.tolerations{key: 'k', operator: 'Exists'}]}}",
      ),
    ],
  });
  add("atomic", {
    ...pods,
    matchConditions: label("atomic"),
    mutations: [
      apply("Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', command: ['x']}]}}"),
    ],
  });
  add("jsonadd", {
    ...pods,
    matchConditions: label("jsonadd"),
    variables: [{ name: "n", expression: "size(object.spec.containers)" }],
    mutations: [
      json(
        "[JSONPatch{op: 'add', path: '/spec/containers/-', value: Object.spec.containers{name: 'j' + string(variables.n), image: 'j'}}, JSONPatch{op: 'add', path: '/spec/nodeSelector', value: {'disk': 'ssd'}}, JSONPatch{op: 'test', path: '/spec/containers/0/name', value: 'c'}, JSONPatch{op: 'replace', path: '/spec/containers/0/image', value: 'registry.example.com/' + object.spec.containers[0].image}]",
      ),
    ],
  });
  add("jsonlabels", {
    ...pods,
    matchConditions: label("jsonlabels"),
    mutations: [
      json(
        "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('example.com/x~y'), value: 'v'}, JSONPatch{op: 'remove', path: '/metadata/labels/t'}]",
      ),
    ],
  });
  add("removal", {
    ...pods,
    matchConditions: label("removal"),
    mutations: [
      json(
        "object.spec.containers.map(c, has(c.securityContext), JSONPatch{op: 'remove', path: '/spec/containers/0/securityContext'})",
      ),
      apply(
        "Object{spec: Object.spec{securityContext: Object.spec.securityContext{runAsNonRoot: true, runAsUser: 1000}}}",
      ),
    ],
  });
  add("optional", {
    ...maps,
    matchConditions: label("optional"),
    mutations: [
      apply(
        "Object{metadata: Object.metadata{?annotations: has(object.data) && 'a' in object.data ? optional.of({'a': object.data.a}) : optional.none()}}",
      ),
    ],
  });
  add("order", {
    ...maps,
    matchConditions: label("order"),
    mutations: [
      apply("Object{data: {'x': '1'}}"),
      apply("Object{data: {'y': has(object.data.x) ? object.data.x + '!' : 'no x'}}"),
      json("[JSONPatch{op: 'copy', from: '/data/y', path: '/data/z'}]"),
    ],
  });
  add("authz", {
    ...maps,
    matchConditions: [
      {
        name: "authz",
        expression:
          "authorizer.group('').resource('configmaps').namespace(request.namespace).check('delete').allowed()",
      },
      ...label("authz"),
    ],
    mutations: [
      apply(
        "Object{metadata: Object.metadata{annotations: {'by': request.userInfo.username + ' ' + request.userInfo.groups.join(','), 'ns': namespaceObject.metadata.name, 'op': request.operation, 'dry': string(request.dryRun)}}}",
      ),
    ],
  });
  add("keyerror", {
    ...maps,
    matchConditions: label("keyerror"),
    mutations: [apply("Object{data: {'x': object.data.none}}")],
  });
  add("metans", {
    ...maps,
    matchConditions: label("metans"),
    mutations: [apply("Object{metadata: Object.metadata{namespace: 'other'}}")],
  });
  add("metauid", {
    ...maps,
    matchConditions: label("metauid"),
    mutations: [json("[JSONPatch{op: 'add', path: '/metadata/uid', value: 'x'}]")],
  });
  add("kindchange", {
    ...maps,
    matchConditions: label("kindchange"),
    mutations: [json("[JSONPatch{op: 'replace', path: '/kind', value: 'Secret'}]")],
  });
  add("apichange", {
    ...maps,
    matchConditions: label("apichange"),
    mutations: [apply("Object{apiVersion: 'v2', kind: 'ConfigMap', data: {'a': 'b'}}")],
  });
  add("wrongtype", {
    ...maps,
    matchConditions: label("wrongtype"),
    mutations: [json("[JSONPatch{op: 'add', path: '/data/x', value: 5}]")],
  });
  add("unknown", {
    ...maps,
    matchConditions: label("unknown"),
    mutations: [json("[JSONPatch{op: 'add', path: '/foo', value: {'a': 1}}]")],
  });
  add("badpath", {
    ...maps,
    matchConditions: label("badpath"),
    mutations: [json("[JSONPatch{op: 'add', path: 'data', value: 'x'}]")],
  });
  add("badop", {
    ...maps,
    matchConditions: label("badop"),
    mutations: [json("[JSONPatch{op: 'frob', path: '/data', value: 'x'}]")],
  });
  add("nofrom", {
    ...maps,
    matchConditions: label("nofrom"),
    mutations: [json("[JSONPatch{op: 'move', path: '/data/q'}]")],
  });
  add("managed", {
    ...maps,
    matchConditions: label("managed"),
    mutations: [json("[JSONPatch{op: 'remove', path: '/metadata/managedFields'}]")],
  });
  add("final", {
    ...maps,
    matchConditions: label("final"),
    mutations: [
      apply(
        "Object{metadata: Object.metadata{finalizers: ['example.com/keep'], ownerReferences: [Object.metadata.ownerReferences{apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'abc'}]}}",
      ),
    ],
  });
  add("condfail", {
    ...maps,
    matchConditions: [...label("condfail"), { name: "err", expression: "object.data.none == 'x'" }],
    mutations: [apply("Object{data: {'x': '1'}}")],
  });
  add("condignore", {
    ...maps,
    failurePolicy: "Ignore",
    matchConditions: [...label("condignore"), { name: "err", expression: "object.data.none == 'x'" }],
    mutations: [apply("Object{data: {'x': '1'}}")],
  });
  add("emptyobj", { ...maps, matchConditions: label("emptyobj"), mutations: [apply("Object{}")] });
  add("emptylist", { ...maps, matchConditions: label("emptylist"), mutations: [json("[]")] });
  add("varerr", {
    ...maps,
    matchConditions: label("varerr"),
    variables: [{ name: "v", expression: "int(object.data.a)" }],
    mutations: [apply("Object{data: {'x': string(variables.v)}}")],
  });
  add("immutable", {
    ...maps,
    matchConditions: label("immutable"),
    mutations: [json("[JSONPatch{op: 'add', path: '/immutable', value: true}]")],
  });
  add("deploy", {
    matchConditions: [{ name: "n", expression: "object.metadata.name != 'd2'" }],
    matchConstraints: {
      resourceRules: [rule(["apps"], ["deployments", "deployments/scale", "deployments/status"])],
    },
    mutations: [
      apply(
        "request.subResource == 'scale' ? Object{spec: Object.spec{replicas: 2}} : Object{metadata: Object.metadata{annotations: {'sub': request.subResource}}}",
      ),
    ],
  });
  add("deploy2", {
    matchConstraints: { resourceRules: [rule(["apps"], ["deployments"])] },
    matchConditions: [{ name: "n", expression: "object.metadata.name == 'd2'" }],
    mutations: [
      apply(
        "Object{spec: Object.spec{replicas: 3, template: Object.spec.template{spec: Object.spec.template.spec{priorityClassName: 'system-node-critical', containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{name: c.name, env: [Object.spec.template.spec.containers.env{name: 'POD', valueFrom: Object.spec.template.spec.containers.env.valueFrom{fieldRef: Object.spec.template.spec.containers.env.valueFrom.fieldRef{fieldPath: 'metadata.name'}}}]})}}}}",
      ),
    ],
  });
  s.settle("policies");
  const pod = (t: string, more: object = {}, c: object = {}) => ({
    metadata: { name: t, labels: { t } },
    spec: { containers: [{ name: "c", image: "nginx", ...c }], ...more },
  });
  for (const t of ["sidecar", "sidecar2", "sidecar3", "atomic", "jsonadd", "jsonlabels", "removal"]) {
    s.post(`${NS}/pods`, pod(t));
    s.apply(
      `${NS}/pods/${t}-a`,
      {
        apiVersion: "v1",
        kind: "Pod",
        ...pod(t, {}, { command: ["a"], securityContext: { privileged: true } }),
        metadata: { name: `${t}-a`, labels: { t } },
      },
      "me",
    );
  }
  for (const t of [
    "optional",
    "order",
    "authz",
    "keyerror",
    "metauid",
    "kindchange",
    "apichange",
    "badop",
    "nofrom",
    "managed",
    "final",
    "condfail",
    "condignore",
    "emptyobj",
    "emptylist",
    "varerr",
  ]) {
    s.post(`${NS}/configmaps`, { metadata: { name: t, labels: { t } }, data: { a: "x" } });
    s.post(`${NS}/configmaps`, { metadata: { name: `${t}-2`, labels: { t } } }, [
      ["dryRun", "All"],
      ["fieldValidation", "Strict"],
    ]);
    s.patch("merge", `${NS}/configmaps/${t}`, { data: { b: "y" } });
    s.apply(
      `${NS}/configmaps/${t}`,
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: t, labels: { t } }, data: { c: "z" } },
      "applier",
    );
  }
  const D = "/apis/apps/v1/namespaces/{{ns}}/deployments";
  const deployment = (name: string) => ({
    metadata: { name },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: {
        metadata: { labels: { a: "b" } },
        spec: {
          containers: [
            { name: "c", image: "i" },
            { name: "e", image: "i" },
          ],
        },
      },
    },
  });
  s.post(D, deployment("d1"));
  s.post(D, deployment("d2"));
  return s;
}
