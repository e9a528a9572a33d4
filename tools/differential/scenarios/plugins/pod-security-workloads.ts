import type { Json } from "../../../../src/json/value.ts";
import { Scenario } from "../scenario.ts";
import { body, labels, namespace } from "./pod-security.ts";
import type { Members } from "./pod-security-pods.ts";

const NAMESPACES = "/api/v1/namespaces";
const DRY = [["dryRun", "All"]] as const;
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
      s.post(full, { metadata: { name: "exempt" }, ...make(BAD) }, DRY, {
        headers: { "impersonate-user": "exempt-user", "impersonate-group": "system:masters" },
      });
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
    s.patch("merge", pod, { metadata: { labels: { x: "y" } } }, DRY);
    for (const annotations of [
      { x: "y" },
      { "seccomp.security.alpha.kubernetes.io/pod": "unconfined" },
      { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" },
    ])
      s.patch("merge", pod, { metadata: { annotations } }, DRY);
    strategic({ containers: [{ name: "c", image: "j" }] });
    strategic({ activeDeadlineSeconds: 5 });
    strategic({ tolerations: [{ operator: "Exists" }] });
    s.patch("merge", `${pod}/status`, { status: { phase: "Running" } }, DRY);
    for (const securityContext of [
      {},
      { privileged: true },
      { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
    ])
      s.patch(
        "strategic",
        `${pod}/ephemeralcontainers`,
        { spec: { ephemeralContainers: [{ name: "e", image: "i", securityContext }] } },
        DRY,
      );
    s.patch("strategic", `${pod}/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "f", image: "i" }] },
    });
    s.patch(
      "strategic",
      `${pod}/resize`,
      { spec: { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] } },
      DRY,
    );
    s.post(`${pod}/binding`, { target: { kind: "Node", name: "n" } }, DRY);
    s.post(`${pod}/eviction`, { metadata: { name } }, DRY);
    s.patch("merge", `${path}/pods/${name}`, { spec: { hostNetwork: false } }, DRY);
  }
  return s;
}

/** Labels of namespaces: wrong ones, and warnings of pods that are there already. */
export function podSecurityNamespaces(): Scenario {
  const s = new Scenario("pod-security-namespaces");
  s.hook("v");
  const values = ["", "privileged", "baseline", "restricted", "Baseline", "x"];
  const versions = [
    "",
    "latest",
    "v1.20",
    "v1.99",
    "1.20",
    "v1",
    "v2.0",
    "v1.020",
    "v01.20",
    "v1.20.3",
    "Latest",
    "v1.-1",
    "v1.99999999999999999999",
  ];
  for (const mode of ["enforce", "audit", "warn"]) {
    for (const value of values)
      s.post(NAMESPACES, { metadata: { name: "psn-{{id}}", labels: labels({ [mode]: value }) } }, DRY);
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
    s.post(
      NAMESPACES,
      { metadata: { name: "psn-{{id}}", labels: labels({ [`${mode}-version`]: "x" }) } },
      DRY,
    );
    s.post(
      NAMESPACES,
      {
        metadata: {
          name: "psn-{{id}}",
          labels: labels({ [mode]: "x", [`${mode}-version`]: "y", other: "z" }),
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
  s.post(`${path}/pods`, body("exempt", { ...BAD, runtimeClassName: "exempt-class" }));
  s.get(`${path}/pods`, [["fieldSelector", "metadata.name=good2"]]);
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
  for (const value of values) change({ enforce: value });
  for (const version of versions) change({ enforce: "baseline", "enforce-version": version });
  change({ "enforce-version": "v1.0" });
  change({ warn: "restricted" });
  change({ enforce: null });
  change({ enforce: "baseline" }, []);
  change({ enforce: "restricted" });
  change({ enforce: "privileged" });
  change({ "enforce-version": "v1.8" });
  change({ enforce: "restricted", "enforce-version": "v1.8" });
  s.patch("merge", path, { metadata: { annotations: { a: "b" } } }, DRY);
  s.patch("merge", `${path}/status`, { metadata: { labels: labels({ enforce: "x" }) } }, DRY);
  s.put(`${path}/finalize`, {
    metadata: { name: "psn-{{id}}", labels: labels({ enforce: "x" }) },
    spec: { finalizers: ["kubernetes"] },
  });
  s.send(
    "PATCH",
    path,
    { metadata: { labels: labels({ enforce: "restricted" }) } },
    {
      query: DRY,
      headers: {
        "content-type": "application/merge-patch+json",
        "impersonate-user": "exempt-user",
        "impersonate-group": "system:masters",
      },
    },
  );
  return s;
}
