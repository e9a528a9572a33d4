import type { JsonObject } from "../../json/value.ts";
import { type CompleteOptions, secretName } from "./options.ts";

const CERTIFICATES = "/certs";
/** Longer than the time until Endpoints no longer contain a pod that is not ready, in seconds. */
const TERMINATION_SECONDS = 45;

const metadata = ({ name, namespace }: CompleteOptions): JsonObject => ({
  name,
  namespace,
  labels: { "app.kubernetes.io/name": name },
});

/** Returns the Namespace; none for `default`, which every cluster has. */
export const ownNamespace = ({ namespace }: CompleteOptions): JsonObject[] =>
  namespace === "default" ? [] : [{ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }];

/** Returns the Service. API servers call its port 443. */
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

/** Allows a node drain to evict only one pod at a time, so that another pod handles the calls. */
export const disruptionBudget = (options: CompleteOptions): JsonObject => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: metadata(options),
  spec: { maxUnavailable: 1, selector: { matchLabels: { "app.kubernetes.io/name": options.name } } },
});

/**
 * Returns the Deployment. It complies with the strictest of the Pod Security Standards. Its environment has
 * the location of the certificate.
 */
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
          topologySpreadConstraints: [spread(labels)],
          containers: [container(options, image)],
          ...(isMounted(options)
            ? {
                automountServiceAccountToken: false,
                volumes: [{ name: "certs", secret: { secretName: secretName(options) } }],
              }
            : {}),
        },
      },
    },
  };
}

/** Puts the pods on different nodes where there are several, so that one node less stops no calls. */
const spread = (labels: JsonObject): JsonObject => ({
  maxSkew: 1,
  topologyKey: "kubernetes.io/hostname",
  whenUnsatisfiable: "ScheduleAnyway",
  labelSelector: { matchLabels: labels },
});

/**
 * Returns true if the certificate is mounted. With "own" the webhooks read their Secret through the API, and
 * do not have to wait for a mount.
 */
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
