import { PODS, podOf, tryPods } from "../pods/pod-tables.ts";
import { DRY, NS, Scenario } from "../scenario.ts";

const QUANTITIES: readonly unknown[] = [
  "0",
  "00",
  "-0",
  "+1",
  "1.",
  ".5",
  ".",
  "",
  " 1",
  "1 ",
  "1e3",
  "1E3",
  "1e-3",
  "1e+3",
  "1e",
  "1E",
  "1Ei",
  "1e3Ki",
  "1.5Ki",
  "1.5e3",
  "0.5Ki",
  "0.1Ki",
  "1n",
  "1u",
  "1m",
  "1500n",
  "0.5n",
  "1k",
  "1K",
  "1M",
  "1G",
  "1T",
  "1P",
  "1E",
  "1Ki",
  "1Mi",
  "1Gi",
  "1Ti",
  "1Pi",
  "8Ei",
  "9223372036854775807",
  "9223372036854775808",
  "92233720368547758070",
  "1e19",
  "1e18",
  "1e100",
  "1e-100",
  "12345678901234567890123",
  "0.000000001",
  "0.0000000001",
  "1.0000000001",
  "1.123456789012",
  "1024",
  "1000",
  "1000000",
  "1048576",
  "1000m",
  "1024Ki",
  "1000Ki",
  "1.000",
  "100e-2",
  "10e-1",
  "-1",
  "-1.5",
  "-1Ki",
  "--1",
  "1-",
  "1x",
  "x",
  "0x10",
  "1_000",
  "1,5",
  "٣",
  "1ki",
  "1MI",
  "1e1.5",
  "1E2",
  "1e0",
  "0e5",
  "0Ki",
  "0m",
  "0.0",
  "999999999999999999n",
  "1e-9",
  "1e-10",
  "0.1m",
  "0.1u",
  "0.0001m",
  "3.0Gi",
  "1.1Gi",
  "0.9Ei",
  "7.9Ei",
  "8Ei",
  "16Ei",
  "1e3m",
  1,
  1.5,
  1000,
  1e3,
  0,
  -1,
  1e21,
  1e-7,
  0.1,
  true,
  null,
];

/** Every form of an amount, as its own field shows it and as its kinds compare it. */
export function amountsQuantities(): Scenario {
  const s = new Scenario("amounts-quantities");
  for (const amount of QUANTITIES) {
    s.post(
      `${NS}/resourcequotas`,
      { metadata: { name: "q" }, spec: { hard: { cpu: amount, memory: amount, pods: amount } } },
      DRY,
    );
    s.post(
      PODS,
      podOf({
        spec: {
          containers: [
            {
              name: "c",
              image: "i",
              resources: { requests: { cpu: amount }, limits: { cpu: "1500m", memory: amount } },
            },
          ],
        },
      }),
      DRY,
    );
  }
  tryPods(
    s,
    QUANTITIES.filter((_, index) => index % 4 === 0).map((sizeLimit) => ({
      spec: { volumes: [{ name: "v", emptyDir: { sizeLimit } }], overhead: { cpu: sizeLimit } },
    })),
  );
  return s;
}

const EITHERS: readonly unknown[] = [-1, 2147483648, 1.5, "-1", "", "-5%", true, {}, []];

/** Every form of fields that accept a number or a text. */
export function amountsEithers(): Scenario {
  const s = new Scenario("amounts-eithers");
  const selector = { matchLabels: { a: "b" } };
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  for (const either of EITHERS) {
    s.post(
      `${NS}/services`,
      { metadata: { name: "s" }, spec: { clusterIP: "None", ports: [{ port: 80, targetPort: either }] } },
      DRY,
    );
    tryPods(s, [
      { spec: { containers: [{ name: "c", image: "i", livenessProbe: { httpGet: { port: either } } }] } },
    ]);
    for (const rollingUpdate of [
      { maxSurge: either },
      { maxUnavailable: either },
      { maxSurge: either, maxUnavailable: either },
    ])
      s.post(
        "/apis/apps/v1/namespaces/{{ns}}/deployments",
        { metadata: { name: "d" }, spec: { selector, template, strategy: { rollingUpdate } } },
        DRY,
      );
    s.post(
      "/apis/apps/v1/namespaces/{{ns}}/daemonsets",
      {
        metadata: { name: "d" },
        spec: {
          selector,
          template,
          updateStrategy: { rollingUpdate: { maxSurge: either, maxUnavailable: 0 } },
        },
      },
      DRY,
    );
    for (const field of ["minAvailable", "maxUnavailable"])
      s.post(
        "/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets",
        { metadata: { name: "p" }, spec: { selector, [field]: either } },
        DRY,
      );
    s.post(
      "/apis/networking.k8s.io/v1/namespaces/{{ns}}/networkpolicies",
      {
        metadata: { name: "n" },
        spec: { podSelector: {}, ingress: [{ ports: [{ port: either }, { port: either, endPort: 90 }] }] },
      },
      DRY,
    );
  }
  return s;
}
