/** Number of digits in every name, so that the length of a request is constant. */
export const NAME_DIGITS = 12;
const BYTES = 3072;

/** A Pod of 3 KB as JSON text, as deployments make them: labels, two containers, probes, variables, volumes. */
export function podText(name) {
  const bare = JSON.stringify(pod(name, ""));
  return JSON.stringify(pod(name, "x".repeat(Math.max(0, BYTES - bare.length))));
}

function pod(name, filling) {
  const labels = {
    app: "shop",
    tier: "front",
    "app.kubernetes.io/name": "shop",
    "app.kubernetes.io/version": "1.4.2",
  };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      namespace: "default",
      labels,
      annotations: { "example.com/filling": filling, "example.com/team": "shop" },
    },
    spec: {
      containers: [container("web", 8080), container("proxy", 9090)],
      volumes: [
        { name: "config", configMap: { name: "shop-config" } },
        { name: "cache", emptyDir: {} },
      ],
      nodeSelector: { "kubernetes.io/os": "linux" },
      securityContext: { runAsNonRoot: true, runAsUser: 1000 },
    },
  };
}

function container(name, port) {
  const env = Array.from({ length: 8 }, (_, i) => ({ name: `SETTING_${i}`, value: `value number ${i}` }));
  return {
    name,
    image: `registry.example.com/shop/${name}:1.4.2`,
    ports: [{ name: `${name}-http`, containerPort: port, protocol: "TCP" }],
    env,
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { cpu: "1", memory: "512Mi" } },
    readinessProbe: { httpGet: { path: "/ready", port }, periodSeconds: 5 },
    livenessProbe: { httpGet: { path: "/live", port }, periodSeconds: 10 },
    volumeMounts: [
      { name: "config", mountPath: "/etc/shop" },
      { name: "cache", mountPath: "/var/cache/shop" },
    ],
  };
}
