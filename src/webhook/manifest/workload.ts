import type { JsonObject } from "../../api/json.ts";
import type { CompleteOptions } from "./options.ts";

const CERTIFICATES = "/certs";
/** Longer than Endpoints need to forget a pod that says that it is not ready. */
const TERMINATION_SECONDS = 45;

export const secretName = ({ name }: CompleteOptions): string => `${name}-tls`;

const metadata = ({ name, namespace }: CompleteOptions): JsonObject => ({
  name,
  namespace,
  labels: { "app.kubernetes.io/name": name },
});

/** Every cluster has `default`. */
export const ownNamespace = ({ namespace }: CompleteOptions): JsonObject[] =>
  namespace === "default" ? [] : [{ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }];

/** Port 443 of it is where API servers call. */
export function service(options: CompleteOptions): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: metadata(options),
    spec: {
      selector: { "app.kubernetes.io/name": options.name },
      ports: [{ name: "https", port: 443, targetPort: "https" }],
    },
  };
}

/** Runs under the strictest of the Pod Security Standards; the certificate lies in `/certs/tls.crt` and `/certs/tls.key`. */
export function deployment(options: CompleteOptions, image: string): JsonObject {
  const labels = { "app.kubernetes.io/name": options.name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: metadata(options),
    spec: {
      replicas: options.replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: options.name,
          terminationGracePeriodSeconds: TERMINATION_SECONDS,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [container(options, image)],
          volumes: [{ name: "certs", secret: { secretName: secretName(options) } }],
        },
      },
    },
  };
}

function container({ name, port }: CompleteOptions, image: string): JsonObject {
  const probe = (path: string) => ({ httpGet: { path, port: "https", scheme: "HTTPS" } });
  return {
    name,
    image,
    env: [
      { name: "HOST", value: "0.0.0.0" },
      { name: "PORT", value: String(port) },
      { name: "CERT_DIR", value: CERTIFICATES },
    ],
    ports: [{ name: "https", containerPort: port }],
    readinessProbe: { ...probe("/readyz"), periodSeconds: 5 },
    livenessProbe: probe("/healthz"),
    resources: { requests: { cpu: "50m", memory: "64Mi" }, limits: { memory: "256Mi" } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
    volumeMounts: [{ name: "certs", mountPath: CERTIFICATES, readOnly: true }],
  };
}

/** Who the pods are, and what they may look up. */
export function identity(options: CompleteOptions): JsonObject[] {
  const { name, namespace, rbac = [] } = options;
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: metadata(options) };
  if (rbac.length === 0) return [account];
  const group = "rbac.authorization.k8s.io";
  return [
    account,
    { apiVersion: `${group}/v1`, kind: "ClusterRole", metadata: { name }, rules: [...rbac] },
    {
      apiVersion: `${group}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup: group, kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", name, namespace }],
    },
  ];
}
