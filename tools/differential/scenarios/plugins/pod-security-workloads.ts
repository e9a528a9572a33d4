import type { Json } from "../../../../src/json/value.ts";
import { DRY, type Members, Scenario } from "../scenario.ts";
import { body, labels, namespace } from "./pod-security.ts";

const NAMESPACES = "/api/v1/namespaces";
const PLAIN = { name: "c", image: "i" };
const BAD: Members = {
  hostNetwork: true,
  hostPID: true,
  containers: [{ ...PLAIN, ports: [{ containerPort: 1, hostPort: 1 }] }],
};
const ALL_MODES = labels({ enforce: "baseline", audit: "restricted", warn: "restricted" });

const template = (spec: Members): Json => ({ metadata: { labels: { a: "b" } }, spec });
/** Every kind with a template, by its place. */
const WORKLOADS: readonly (readonly [string, (spec: Members) => Members])[] = [
  ["/api/v1/namespaces/{}/podtemplates", (spec) => ({ template: template(spec) })],
  [
    "/api/v1/namespaces/{}/replicationcontrollers",
    (spec) => ({ spec: { selector: { a: "b" }, template: template(spec) } }),
  ],
  ...["deployments", "replicasets", "daemonsets", "statefulsets"].map(
    (resource) =>
      [
        `/apis/apps/v1/namespaces/{}/${resource}`,
        (spec: Members) => ({ spec: { selector: { matchLabels: { a: "b" } }, template: template(spec) } }),
      ] as const,
  ),
  [
    "/apis/batch/v1/namespaces/{}/jobs",
    (spec) => ({ spec: { template: { spec: { restartPolicy: "Never", ...spec } } } }),
  ],
  [
    "/apis/batch/v1/namespaces/{}/cronjobs",
    (spec) => ({
      spec: {
        schedule: "@daily",
        jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", ...spec } } } },
      },
    }),
  ],
];

/** Workloads are never refused; violations are in warnings and in the audit log. */
export function podSecurityWorkloads(): Scenario {
  const s = new Scenario("pod-security-workloads");
  s.hook("v");
  const where: readonly (readonly [string, Record<string, string>])[] = [
    ["all", ALL_MODES],
    ["enforce", labels({ enforce: "restricted" })],
    ["warn", labels({ warn: "baseline", "warn-version": "v1.20" })],
    [
      "wrong",
      labels({
        enforce: "restricted",
        warn: "Restricted",
        audit: "x",
        "warn-version": "1.20",
        "audit-version": "newest",
      }),
    ],
    ["plain", {}],
  ];
  for (const [word, given] of where) {
    const name = `psw-${word}`;
    namespace(s, name, given);
    for (const [path, make] of WORKLOADS) {
      const full = path.replace("{}", `${name}-{{id}}`);
      for (const spec of [{ containers: [PLAIN] }, BAD])
        s.post(full, { metadata: { name: "w" }, ...make(spec) }, DRY);
      s.post(full, { metadata: { name: "w" }, ...make(BAD) });
      s.patch("merge", `${full}/w`, { metadata: { labels: { x: "y" } } });
      s.patch("merge", `${full}/w`, make({ hostPID: false }));
      s.post(
        full,
        { metadata: { name: "exempt" }, ...make({ ...BAD, runtimeClassName: "exempt-class" }) },
        DRY,
      );
    }
  }
  return s;
}

/** Changes of a pod that are checked again. */
export function podSecurityUpdates(): Scenario {
  const s = new Scenario("pod-security-updates");
  s.hook("v");
  const path = namespace(s, "psu", labels({ enforce: "privileged" }));
  for (const name of ["bad", "good"])
    s.post(`${path}/pods`, body(name, name === "bad" ? BAD : { containers: [PLAIN] }));
  s.patch("merge", path, { metadata: { labels: ALL_MODES } });
  s.until(path);
  for (const name of ["bad", "good"]) {
    const pod = `${path}/pods/${name}`;
    const strategic = (spec: Members): string => s.patch("strategic", pod, { spec }, DRY);
    strategic({ containers: [{ name: "c", image: "j" }] });
    for (const securityContext of [{ privileged: true }])
      s.patch(
        "strategic",
        `${pod}/ephemeralcontainers`,
        { spec: { ephemeralContainers: [{ name: "e", image: "i", securityContext }] } },
        DRY,
      );
    s.patch("strategic", `${pod}/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "f", image: "i" }] },
    });
    s.patch("merge", `${path}/pods/${name}`, { spec: { hostNetwork: false } }, DRY);
  }
  return s;
}

/** Labels of namespaces: wrong ones, and warnings of pods that are there already. */
export function podSecurityNamespaces(): Scenario {
  const s = new Scenario("pod-security-namespaces");
  s.hook("v");
  const versions = ["v1.99999999999999999999"];
  for (const mode of ["enforce", "audit", "warn"]) {
    for (const version of versions)
      s.post(
        NAMESPACES,
        {
          metadata: {
            name: "psn-{{id}}",
            labels: labels({ [mode]: "baseline", [`${mode}-version`]: version }),
          },
        },
        DRY,
      );
  }
  const path = namespace(s, "psn", labels({ enforce: "privileged" }));
  const owner = (name: string, controller: boolean): Json => ({
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    name,
    uid: name,
    controller,
  });
  for (let n = 0; n < 14; n++)
    s.post(`${path}/pods`, body(`bad${n}`, n % 2 === 0 ? BAD : { hostIPC: true, containers: [PLAIN] }));
  for (let n = 0; n < 4; n++)
    s.post(`${path}/pods`, {
      metadata: { name: `owned${n}`, ownerReferences: [owner(n < 3 ? "one" : "two", n !== 1)] },
      spec: BAD,
    });
  for (let n = 0; n < 3; n++) s.post(`${path}/pods`, body(`good${n}`, { containers: [PLAIN] }));
  const change = (
    all: Record<string, string | null>,
    query: readonly (readonly [string, string])[] = DRY,
  ): string =>
    s.patch(
      "merge",
      path,
      {
        metadata: {
          labels: Object.fromEntries(
            Object.entries(all).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value]),
          ),
        },
      },
      query,
    );
  change({ enforce: "baseline" }, []);
  return s;
}
