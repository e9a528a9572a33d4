import { describe, expect, test } from "vitest";
import { created } from "../../../../../test/tools/core-writes.tool.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import { podTemplateWarnings, validatePodTemplateSpec } from "./pod-template.ts";

/** Returns the errors of a pod template with these fields in its spec, with paths relative to the spec. */
function problems(spec: JsonObject): string[] {
  const container = { name: "c", image: "i" };
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [container], ...spec } };
  const body = { apiVersion: "v1", kind: "PodTemplate", metadata: { name: "t" }, template };
  return created("podtemplates", body).problems.map((text) => text.replace(/^template\.spec\./, ""));
}

/** The same for the fields of one container. */
const ofContainer = (fields: JsonObject): string[] =>
  problems({ containers: [{ name: "c", image: "i", ...fields }] }).map((text) =>
    text.replace(/^containers\[0\]\./, ""),
  );

test("claims of a container are each wanted once, as a whole or by request", () => {
  const claims = [
    { name: "a", request: "r" },
    { name: "a", request: "s" },
    { name: "a" },
    { name: "a", request: "r" },
  ];
  expect(ofContainer({ resources: { claims } })).toEqual([
    ...[0, 1].map(unknownClaim),
    'resources.claims[2]: Duplicate value: "a"',
    unknownClaim(2),
    'resources.claims[3]: Duplicate value: "a"',
    unknownClaim(3),
  ]);
});

const unknownClaim = (i: number): string =>
  `resources.claims[${i}]: Not found: "a": must be one of the names in pod.spec.resourceClaims which is empty`;

test("many claims that the pod does not have are told in time linear in them", () => {
  const names = Array.from({ length: 20_000 }, (_, i) => ({ name: `c${i}` }));
  const claims = names.map(({ name }) => ({ name: `not-${name}` }));
  const started = process.cpuUsage().user;
  const found = ofContainer({ resources: { claims } });
  expect(found.length).toBeGreaterThan(1000);
  problems({ resourceClaims: names, containers: [{ name: "c", image: "i", resources: { claims } }] });
  expect((process.cpuUsage().user - started) / 1000).toBeLessThan(5000);
});

const SPECS: readonly (readonly [spec: JsonObject, problems: readonly string[]])[] = [
  [{}, []],
  [{ containers: [] }, ["containers: Required value"]],
  [
    { restartPolicy: "x" },
    ['restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"'],
  ],
  [{ dnsPolicy: "None" }, ["dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None"]],
  [
    { activeDeadlineSeconds: 0 },
    ["activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive"],
  ],
  [
    {
      containers: [
        { name: "c", image: "i" },
        { name: "c", image: "i" },
      ],
    },
    ['containers[1].name: Duplicate value: "c"'],
  ],
  [
    { volumes: [{ name: "v", emptyDir: {}, hostPath: { path: "/x" } }] },
    ["volumes[0].hostPath: Forbidden: may not specify more than 1 volume type"],
  ],
  [{ volumes: [{ name: "v" }], containers: [{ name: "c", image: "i" }] }, []],
  [
    { volumes: [{ name: "v", hostPath: { path: "/a/../b" } }] },
    ["volumes[0].hostPath.path: Invalid value: \"/a/../b\": must not contain '..'"],
  ],
  [
    { tolerations: [{ operator: "Equal", value: "v" }] },
    [
      'tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
    ],
  ],
  [
    {
      hostNetwork: true,
      containers: [{ name: "c", image: "i", ports: [{ containerPort: 1, hostPort: 2 }] }],
    },
    [
      "containers[0].ports[0].hostPort: Invalid value: 2: must match `containerPort` when `hostNetwork` is true",
    ],
  ],
  [
    { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "" }] } } },
    [
      "affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: Required value: can not be empty",
      expect.stringContaining('Invalid value: "": name part must be non-empty') as unknown as string,
      expect.stringContaining("name part must consist of") as unknown as string,
    ],
  ],
  [
    { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: "z", whenUnsatisfiable: "DoNotSchedule" }] },
    ["topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero"],
  ],
];

const CONTAINERS: readonly (readonly [fields: JsonObject, problems: readonly string[]])[] = [
  [{ image: "" }, ["image: Required value"]],
  [
    { terminationMessagePolicy: "x" },
    ['terminationMessagePolicy: Unsupported value: "x": supported values: "File", "FallbackToLogsOnError"'],
  ],
  [
    { env: [{ name: "A=B", value: "x" }] },
    [expect.stringContaining("env[0].name: Invalid value") as unknown as string],
  ],
  [
    { env: [{ name: "A", value: "x", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] },
    ['env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty'],
  ],
  [{ volumeMounts: [{ name: "v", mountPath: "/m" }] }, ['volumeMounts[0].name: Not found: "v"']],
  [
    { resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } },
    ['resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
  ],
  [
    { resources: { requests: { "a.b/gpu": "1" } } },
    ["resources.limits: Required value: Limit must be set for non overcommitable resources"],
  ],
  [{ livenessProbe: {} }, ["livenessProbe: Required value: must specify a handler type"]],
  [
    { livenessProbe: { exec: { command: ["x"] }, successThreshold: 2 } },
    ["livenessProbe.successThreshold: Invalid value: 2: must be 1"],
  ],
  [{ lifecycle: { preStop: {} } }, ["lifecycle.preStop: Required value: must specify a handler type"]],
  [
    { securityContext: { privileged: true, allowPrivilegeEscalation: false } },
    [
      expect.stringMatching(
        /^securityContext: Invalid value: \{"Capabilities":null,"Privileged":true,.*: cannot set `allowPrivilegeEscalation` to false and `privileged` to true$/,
      ) as unknown as string,
    ],
  ],
  [{ restartPolicy: "Always" }, []],
];

describe("validatePodTemplateSpec", () => {
  test.each(SPECS)("validatePodTemplateSpec #%#: %j", (spec, wanted) => {
    expect(problems(spec)).toEqual(wanted);
  });

  test.each(CONTAINERS)("validatePodTemplateSpec, container #%#: %j", (fields, wanted) => {
    expect(ofContainer(fields)).toEqual(wanted);
  });

  test("validatePodTemplateSpec reports labels of the template beside its metadata, as the reference does", () => {
    const spec = {
      containers: [{ name: "c", image: "i", terminationMessagePolicy: "File", imagePullPolicy: "Always" }],
    };
    const more = { restartPolicy: "Always", dnsPolicy: "ClusterFirst", terminationGracePeriodSeconds: 30 };
    const template = { metadata: { labels: { "!": "" } }, spec: { ...spec, ...more } };
    expect(validatePodTemplateSpec(template, "spec.template").map(({ field }) => field)).toEqual([
      "spec.template.labels",
    ]);
  });
});

describe("podTemplateWarnings", () => {
  const warnings = (spec: Json): string[] => [
    ...podTemplateWarnings({ spec: spec as JsonObject }, "spec.template"),
  ];

  test("podTemplateWarnings names what the reference warns of", () => {
    expect(
      warnings({
        nodeSelector: { "beta.kubernetes.io/os": "linux" },
        containers: [
          {
            name: "c",
            env: [
              { name: "A", value: "1" },
              { name: "A", value: "2" },
            ],
          },
        ],
      }),
    ).toEqual([
      'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
      'spec.template.spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
    ]);
  });

  test("podTemplateWarnings is silent about ordinary templates", () => {
    expect(warnings({ containers: [{ name: "c", image: "i" }] })).toEqual([]);
  });
});
