import type { Json, JsonObject } from "../../../src/json/value.ts";
import { CSR } from "../kinds/certificate-request.ts";
import type { Topic, Walk } from "./walk.ts";

const QUESTIONS = [
  "create pods",
  "'*' '*'",
  "list deployments.apps",
  "get pods/log",
  "get pods --subresource=log",
  "get /healthz",
  "fly pods",
  "list nothings",
  "--list",
  "--list --no-headers",
  "get pods -A",
  "get pods/one",
  "use podsecuritypolicies",
  "get nodes",
];
const WHO = [
  "--as=jane",
  "--as=system:anonymous",
  "--as=jane --as-group=dev",
  "--as=system:serviceaccount:{{ns}}:robot",
  "--as=jane --as-uid=1",
  "--as-group=x",
  "--as=a --as-user-extra=k=v",
];

function canI(walk: Walk): void {
  walk.run(`auth can-i ${walk.random.pick(QUESTIONS)}${walk.maybe(0.6, ...WHO)}${walk.maybe(0.2, "-q")}`);
}

function whoAmI(walk: Walk): void {
  walk.run(`auth whoami${walk.maybe(0.5, ...WHO)}${walk.maybe(0.5, "-o yaml", "-o json")}`);
}

function as(walk: Walk): void {
  const line = walk.random.pick([
    "get pods",
    "get secrets -o yaml",
    "delete cm conf",
    "create cm other --from-literal=a=b",
    "get cm conf",
    "get nodes",
    "label deployment web x=y",
    "scale deployment web --replicas=2",
    "describe pod one",
    "apply view-last-applied cm conf",
    "get ns {{ns}}",
    "api-resources --api-group=batch",
  ]);
  walk.run(`${line} ${walk.random.pick(WHO)}`);
}

const RULES: readonly Json[] = [
  { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] },
  { apiGroups: ["apps"], resources: ["deployments"], verbs: ["watch"] },
  { apiGroups: [""], resources: ["secrets"], resourceNames: ["a"], verbs: ["get"] },
];

const role = (walk: Walk, kind: string, name: string): JsonObject => ({
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind,
  metadata: { name },
  rules: walk.random.shuffled<Json>(RULES).slice(0, walk.random.int(1, 3)),
});

function reconcile(walk: Walk): void {
  const binding = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "rec" },
    subjects: walk.random
      .shuffled([
        { kind: "User", name: "a" },
        { kind: "User", name: "b" },
        { kind: "Group", name: "c" },
      ])
      .slice(0, 2),
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: walk.random.pick(["rec", "rec2"]) },
  };
  const flags = `${walk.maybe(0.3, "--remove-extra-permissions", "--remove-extra-subjects")}${walk.maybe(0.3, "--dry-run=client", "--dry-run=server")}${walk.maybe(0.3, "-o yaml", "-o name")}`;
  walk.file(
    `auth reconcile${flags}`,
    role(walk, "Role", "rec"),
    role(walk, "ClusterRole", "rec-{{id}}"),
    binding,
  );
  walk.look("/apis/rbac.authorization.k8s.io/v1/namespaces/{{ns}}/roles/rec");
  walk.look("/apis/rbac.authorization.k8s.io/v1/clusterroles/rec-{{id}}");
}

function certificate(walk: Walk): void {
  const name = "csr-{{id}}";
  const signerName = walk.random.pick([
    "example.com/signer",
    "kubernetes.io/kube-apiserver-client",
    "kubernetes.io/kubelet-serving",
  ]);
  const usages = ["client auth", ...(walk.random.chance(0.5) ? ["digital signature"] : [])];
  const request = {
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    metadata: { name },
    spec: {
      request: CSR,
      signerName,
      usages,
      ...(walk.random.chance(0.3) ? { expirationSeconds: 3600 } : {}),
    },
  };
  walk.file("create", request);
  for (const verb of walk.random.some(["approve", "deny", "approve", "deny"]))
    walk.run(`certificate ${verb} ${name}${walk.maybe(0.3, "--force", "-o yaml", "-o name")}`);
  walk.run(`get csr ${name}${walk.maybe(0.5, "-o wide", "-o yaml")}`);
  walk.run(`describe csr ${name}`);
  walk.look(`/apis/certificates.k8s.io/v1/certificatesigningrequests/${name}`);
}

export const accessTopics: readonly Topic[] = [canI, canI, whoAmI, as, as, reconcile, certificate];
