import type { Json } from "../../../../src/json/value.ts";
import { DRY, type Members, NS, Scenario } from "../scenario.ts";

const TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
const ENFORCE = "kubernetes.io/enforce-mountable-secrets";

const container = (more: Members = {}, name = "c"): Members => ({ name, image: "i", ...more });
const mount = (mountPath: string, name = "v"): Members => ({ volumeMounts: [{ name, mountPath }] });
const fromKey = (name: string): Members => ({
  env: [{ name: "E", valueFrom: { secretKeyRef: { name, key: "k" } } }],
});
const fromAll = (name: string): Members => ({
  envFrom: [{ secretRef: { name } }, { configMapRef: { name } }],
});
const volumes = (...all: Members[]): Members => ({ volumes: all.map((one) => ({ name: "v", ...one })) });
const token = { projected: { sources: [{ serviceAccountToken: { path: "token" } }] } };

const ACCOUNTS: readonly Members[] = [
  { metadata: { name: "default" } },
  { metadata: { name: "quiet" }, automountServiceAccountToken: false },
  {
    metadata: { name: "loud" },
    automountServiceAccountToken: true,
    imagePullSecrets: [{ name: "pull" }, { name: "" }, {}],
    secrets: [{ name: "s" }],
  },
  ...["true", "false", "T", "yes", ""].map((value) => ({
    metadata: { name: `strict-${value.toLowerCase() || "empty"}`, annotations: { [ENFORCE]: value } },
    secrets: [{ name: "s" }, { name: "t" }],
    imagePullSecrets: [{ name: "pull" }],
  })),
];

const PODS: readonly Members[] = [
  {},
  { automountServiceAccountToken: false },
  { automountServiceAccountToken: true },
  { containers: [container(), container({}, "d")], initContainers: [container({}, "e")] },
  { containers: [container(mount(TOKEN_PATH)), container({}, "d")], ...volumes({ emptyDir: {} }) },
  { containers: [container(mount(TOKEN_PATH))], ...volumes({ emptyDir: {} }) },
  { containers: [container(mount(`${TOKEN_PATH}/`))], ...volumes({ emptyDir: {} }) },
  { ...volumes({ name: "kube-api-access-mine", emptyDir: {} }) },
  { ...volumes({ name: "kube-api-access", emptyDir: {} }) },
  {
    containers: [container(mount(TOKEN_PATH, "kube-api-access-mine"))],
    ...volumes({ name: "kube-api-access-mine", emptyDir: {} }),
  },
  { imagePullSecrets: [{ name: "mine" }] },
  { imagePullSecrets: [{ name: "pull" }] },
  { imagePullSecrets: [] },
  { ...volumes({ secret: { secretName: "s" } }) },
  { ...volumes({ secret: { secretName: "other" } }) },
  { ...volumes(token) },
  { ...volumes({ projected: { sources: [{ secret: { name: "other" } }] } }) },
  { containers: [container(fromKey("s")), container(fromAll("t"), "d")] },
  { containers: [container(fromKey("other"))] },
  { containers: [container(fromAll("other"))] },
  { initContainers: [container(fromKey("other"), "d")] },
  { initContainers: [container(fromAll("other"), "d")] },
];
const NAMES = [
  undefined,
  "default",
  "quiet",
  "loud",
  "none",
  "strict-true",
  "strict-t",
  "strict-yes",
  "strict-false",
  "strict-empty",
];

/** Values that pods receive from their service account, and the secrets that it allows them to use. */
export function accounts(): Scenario {
  const s = new Scenario("plugins-accounts");
  for (const account of ACCOUNTS) s.post(`${NS}/serviceaccounts`, account);
  s.until(`${NS}/serviceaccounts/strict-empty`);
  for (const serviceAccountName of NAMES) {
    for (const [index, spec] of PODS.entries()) {
      const name = `${serviceAccountName ?? "unnamed"}-${index}`;
      const account = serviceAccountName === undefined ? {} : { serviceAccountName };
      s.post(
        `${NS}/pods`,
        { metadata: { name }, spec: { containers: [container()], ...account, ...spec } },
        DRY,
      );
    }
  }
  s.post(
    `${NS}/pods`,
    { metadata: { name: "old" }, spec: { containers: [container()], serviceAccount: "loud" } },
    DRY,
  );
  s.post(
    `${NS}/pods`,
    { metadata: { generateName: "g-" }, spec: { containers: [container()], serviceAccountName: "none" } },
    DRY,
  );
  return s;
}

/** Mirror pods and ephemeral containers. */
export function mirrorPods(): Scenario {
  const s = new Scenario("plugins-mirror-pods");
  for (const account of ACCOUNTS) s.post(`${NS}/serviceaccounts`, account);
  s.until(`${NS}/serviceaccounts/strict-empty`);
  const metadata = (name: string): Json => ({
    name,
    annotations: { "kubernetes.io/config.mirror": "x", "kubernetes.io/config.source": "file" },
  });
  const mirrors: readonly Members[] = [
    ...PODS,
    { serviceAccountName: "default" },
    { ...volumes({ configMap: { name: "c" } }) },
  ];
  for (const [index, spec] of mirrors.entries())
    s.post(
      `${NS}/pods`,
      { metadata: metadata(`m${index}`), spec: { nodeName: "n", containers: [container()], ...spec } },
      DRY,
    );
  for (const name of ["loud", "strict-true", "strict-yes"]) {
    s.post(`${NS}/pods`, {
      metadata: { name },
      spec: { serviceAccountName: name, containers: [container()] },
    });
    for (const more of [{}, fromKey("s"), fromKey("other"), fromAll("t"), fromAll("other")])
      s.patch(
        "strategic",
        `${NS}/pods/${name}/ephemeralcontainers`,
        { spec: { ephemeralContainers: [container(more, "e")] } },
        DRY,
      );
    s.delete(`${NS}/serviceaccounts/${name}`);
    s.until(`${NS}/serviceaccounts/${name}`, 404);
    s.patch("merge", `${NS}/pods/${name}`, { metadata: { labels: { a: "b" } } });
  }
  return s;
}
