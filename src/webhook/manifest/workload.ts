import type { JsonObject } from "../../api/json.ts";
import { type CompleteOptions, secretName } from "./options.ts";

const CERTIFICATES = "/certs";
/** Longer than Endpoints need to forget a pod that says that it is not ready. */
const TERMINATION_SECONDS = 45;

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

/** Nodes are emptied one pod after the other, so that somebody answers. */
export const disruptionBudget = (options: CompleteOptions): JsonObject => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: metadata(options),
  spec: { maxUnavailable: 1, selector: { matchLabels: { "app.kubernetes.io/name": options.name } } },
});

/** Runs under the strictest of the Pod Security Standards; where its certificate is, its environment says. */
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
          ...(isMounted(options)
            ? { volumes: [{ name: "certs", secret: { secretName: secretName(options) } }] }
            : {}),
        },
      },
    },
  };
}

/** The webhooks read a Secret that they keep themselves, and need not wait until it is mounted. */
const isMounted = ({ certificate }: CompleteOptions): boolean => certificate === "cert-manager";

function container(options: CompleteOptions, image: string): JsonObject {
  const { name, namespace, port } = options;
  const mounted = isMounted(options);
  const probe = (path: string) => ({ httpGet: { path, port: "https", scheme: "HTTPS" } });
  return {
    name,
    image,
    env: [
      { name: "HOST", value: "0.0.0.0" },
      { name: "PORT", value: String(port) },
      ...(mounted
        ? [{ name: "CERT_DIR", value: CERTIFICATES }]
        : [
            { name: "SERVICE_NAME", value: name },
            { name: "SERVICE_NAMESPACE", value: namespace },
          ]),
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
    ...(mounted ? { volumeMounts: [{ name: "certs", mountPath: CERTIFICATES, readOnly: true }] } : {}),
  };
}
