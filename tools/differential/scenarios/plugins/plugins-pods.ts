import { DRY, type Members, Scenario } from "../scenario.ts";

const NAMESPACES = "/api/v1/namespaces";
const WITHOUT_ACCOUNT = { metadata: { name: "default" } };

/** A namespace with annotations, in which these pods are tried. */
function tryIn(s: Scenario, name: string, annotations: Members, specs: readonly Members[]): void {
  const path = `${NAMESPACES}/${name}-{{id}}`;
  s.post(NAMESPACES, { metadata: { name: `${name}-{{id}}`, annotations } });
  s.removes(path);
  s.until(path);
  s.post(`${path}/serviceaccounts`, WITHOUT_ACCOUNT);
  for (const [index, spec] of specs.entries()) {
    const body = {
      metadata: { name: `p${index}` },
      spec: { automountServiceAccountToken: false, containers: [{ name: "c", image: "i" }], ...spec },
    };
    s.post(`${path}/pods`, body, DRY);
  }
}

const SELECTORS: readonly Members[] = [
  {},
  { nodeSelector: { a: "b" } },
  { nodeSelector: { pool: "general" } },
  { nodeSelector: { pool: "other" } },
  { nodeSelector: { pool: "", a: "b", os: "linux" } },
  { nodeSelector: { "a b": "c d" } },
];

/** Node selectors that namespaces add to pods. */
export function nodeSelectors(): Scenario {
  const s = new Scenario("plugins-node-selectors");
  const texts = [
    "",
    "a=b",
    "a=b,a=c",
    "a=b, c = d",
    "a",
    "a=b=c",
    "=b",
    "a=",
    "pool=general",
    "a in (b)",
    "a==b",
    ",",
    " ",
    "a=b,",
    "A B=c",
  ];
  for (const [index, text] of texts.entries())
    tryIn(s, `s${index}`, { "scheduler.alpha.kubernetes.io/node-selector": text }, SELECTORS);
  tryIn(s, "none", {}, SELECTORS);
  s.post(`${NAMESPACES}/none-{{id}}/pods`, {
    metadata: { name: "p" },
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  s.patch("merge", `${NAMESPACES}/none-{{id}}/pods/p`, { spec: { nodeSelector: null } });
  s.patch("merge", `${NAMESPACES}/none-{{id}}/pods/p`, { metadata: { labels: { a: "b" } } });
  return s;
}

const toleration = (more: Members): Members => ({ tolerations: [{ key: "allowed", ...more }] });
const TOLERATIONS: readonly Members[] = [
  {},
  { tolerations: [{ operator: "Exists" }] },
  { tolerations: [] },
  toleration({ operator: "Equal", value: "x", effect: "NoExecute", tolerationSeconds: 60 }),
  toleration({ operator: "Equal", value: "x", effect: "NoExecute", tolerationSeconds: 59 }),
  toleration({ operator: "Equal", value: "x", effect: "NoExecute", tolerationSeconds: 61 }),
  toleration({ operator: "Equal", value: "x", effect: "NoExecute" }),
  toleration({ value: "x", effect: "NoExecute", tolerationSeconds: 60 }),
  toleration({ value: "y", effect: "NoExecute", tolerationSeconds: 60 }),
  toleration({ operator: "Exists", effect: "NoExecute", tolerationSeconds: 60 }),
  toleration({ operator: "Exists", effect: "NoSchedule" }),
  toleration({ operator: "Exists" }),
  toleration({ operator: "Gt", value: "5" }),
  { tolerations: [{ key: "other", operator: "Exists" }] },
  { tolerations: [{ key: "everywhere", operator: "Exists", effect: "NoSchedule" }] },
  {
    tolerations: [
      { key: "everywhere", operator: "Exists" },
      { key: "everywhere", operator: "Exists", effect: "NoSchedule" },
    ],
  },
  {
    tolerations: [
      { key: "everywhere", value: "x", effect: "NoSchedule" },
      { key: "everywhere", value: "x", effect: "NoSchedule" },
    ],
  },
  { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } } }] },
  {
    containers: [{ name: "c", image: "i", resources: { limits: { cpu: "1", memory: "1Gi" } } }],
    tolerations: [{ key: "node.kubernetes.io/memory-pressure", operator: "Exists" }],
  },
  { containers: [{ name: "c", image: "i", resources: { limits: { "example.com/gpu": "1" } } }] },
  {
    containers: [{ name: "c", image: "i", resources: { limits: { "example.com/gpu": "1" } } }],
    initContainers: [
      {
        name: "d",
        image: "i",
        resources: { limits: { "example.com/fpga": "1", "hugepages-2Mi": "2Mi", cpu: "1" } },
      },
    ],
    tolerations: [
      { key: "example.com/gpu", operator: "Exists", effect: "NoSchedule" },
      { key: "example.com/gpu", operator: "Exists" },
    ],
  },
];

/** Tolerations that namespaces add to pods and allow them, and those for resources of vendors. */
export function tolerations(): Scenario {
  const s = new Scenario("plugins-tolerations");
  const defaults = "scheduler.alpha.kubernetes.io/defaultTolerations";
  const allowed = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";
  const texts = [
    "",
    "[]",
    "null",
    "x",
    "{}",
    "[{}]",
    '[{"key":"a","operator":"Exists"}]',
    '[{"operator":"Exists"}]',
    '[{"Key":"a","OPERATOR":"Exists","more":1}]',
    '[{"key":"allowed","operator":"Equal","value":"x","effect":"NoExecute","tolerationSeconds":60}]',
    '[{"key":5}]',
    '[{"key":"a","tolerationSeconds":"5"}]',
    "[null]",
    '[{"key":"everywhere","operator":"Exists","effect":"NoSchedule"},{"key":"everywhere","operator":"Exists"}]',
  ];
  tryIn(s, "plain", {}, TOLERATIONS);
  for (const [index, text] of texts.entries()) {
    tryIn(s, `d${index}`, { [defaults]: text, [allowed]: "" }, TOLERATIONS.slice(0, 6));
    tryIn(s, `a${index}`, { [defaults]: "", [allowed]: text }, TOLERATIONS);
    tryIn(s, `b${index}`, { [allowed]: text }, TOLERATIONS.slice(0, 6));
  }
  const path = `${NAMESPACES}/plain-{{id}}/pods`;
  s.post(path, {
    metadata: { name: "p" },
    spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } } }] },
  });
  s.patch("json", `${path}/p`, [
    { op: "add", path: "/spec/tolerations/-", value: { key: "other", operator: "Exists" } },
  ]);
  s.patch("json", `${path}/p`, [
    {
      op: "add",
      path: "/spec/tolerations/-",
      value: { key: "allowed", value: "x", effect: "NoExecute", tolerationSeconds: 5 },
    },
  ]);
  s.patch("merge", `${path}/p`, { metadata: { labels: { a: "b" } } });
  s.get(`${path}/p`);
  return s;
}

const image = (more: Members): Members => ({ name: "c", image: "i", ...more });
const anti = (...keys: string[]): Members => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: keys.map((topologyKey) => ({
        topologyKey,
        labelSelector: {},
      })),
    },
  },
});

/** Policies for pulls, anti-affinity, and external addresses of Services. */
export function smallPlugins(): Scenario {
  const s = new Scenario("plugins-small");
  const volume = (reference: Members): Members => ({ volumes: [{ name: "v", image: reference }] });
  tryIn(s, "pull", {}, [
    ...["Always", "Never", "IfNotPresent", ""].map((imagePullPolicy) => ({
      containers: [image({ imagePullPolicy })],
    })),
    {
      containers: [image({ image: "i:v1" })],
      initContainers: [image({ name: "d", imagePullPolicy: "Never" })],
    },
    ...["Always", "Never", "IfNotPresent"].map((pullPolicy) => volume({ reference: "r", pullPolicy })),
    volume({ reference: "r" }),
    volume({}),
    anti("kubernetes.io/hostname"),
    anti("topology.kubernetes.io/zone"),
    anti("kubernetes.io/hostname", "x"),
    anti(""),
    {
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, podAffinityTerm: { topologyKey: "x", labelSelector: {} } },
          ],
        },
      },
    },
    {
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "x", labelSelector: {} }],
        },
      },
    },
  ]);
  const path = `${NAMESPACES}/pull-{{id}}`;
  s.post(`${path}/pods`, {
    metadata: { name: "p" },
    spec: { containers: [image({ imagePullPolicy: "Never" })] },
  });
  s.patch("strategic", `${path}/pods/p`, { spec: { containers: [image({ image: "j" })] } });
  s.patch("strategic", `${path}/pods/p/ephemeralcontainers`, {
    spec: { ephemeralContainers: [image({ name: "e", imagePullPolicy: "IfNotPresent" })] },
  });
  s.patch("merge", `${path}/pods/p`, { metadata: { labels: { a: "b" } } });
  const ports = [{ port: 80 }];
  s.post(`${path}/services`, { metadata: { name: "a" }, spec: { ports } });
  for (const externalIPs of [["1.2.3.4"], [], null, ["1.2.3.4", "1.2.3.5"], ["x"], ["1.2.3.5"]]) {
    s.post(`${path}/services`, { metadata: { name: "b" }, spec: { ports, externalIPs } }, DRY);
    s.patch("merge", `${path}/services/a`, { spec: { externalIPs } });
  }
  s.post(`${NAMESPACES}/unknown-{{id}}/configmaps`, { metadata: { name: "c" } });
  s.removes(`${NAMESPACES}/unknown-{{id}}`);
  s.get(`${NAMESPACES}/unknown-{{id}}`);
  s.post(`${NAMESPACES}/unknown2-{{id}}/configmaps`, { metadata: { name: "c" } }, DRY);
  s.patch("merge", `${NAMESPACES}/unknown3-{{id}}/configmaps/c`, {});
  s.delete(`${NAMESPACES}/unknown3-{{id}}/configmaps/c`);
  s.apply(`${NAMESPACES}/unknown4-{{id}}/configmaps/c`, { apiVersion: "v1", kind: "ConfigMap" }, "m");
  s.post(`${NAMESPACES}/Bad_name/configmaps`, { metadata: { name: "c" } });
  return s;
}
