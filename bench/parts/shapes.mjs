/**
 * Webhooks that are registered while pods are created: paths of webhooks that are called, and how many never match. `inQuick`: also in a
 * quick run, which runs each kind of code once; `onlyQuick`: in no other.
 */
export const SHAPES = [
  // `alone`: one request at a time is measured, too.
  { name: "no webhook", mutating: 0, validating: 0, idle: 0, alone: true, inQuick: true },
  { name: "10 idle webhooks", mutating: 0, validating: 0, idle: 10, onlyQuick: true },
  { name: "1,000 idle webhooks", mutating: 0, validating: 0, idle: 1000 },
  { name: "10,000 idle webhooks", mutating: 0, validating: 0, idle: 10_000 },
  { name: "1 mutating", mutating: 1, validating: 0, idle: 0 },
  { name: "1 mutating + 1 validating", mutating: 1, validating: 1, idle: 0, inQuick: true },
  { name: "5 validating", mutating: 0, validating: 5, idle: 0 },
];

const API = "admissionregistration.k8s.io/v1";
const IDLE_PER_CONFIGURATION = 10;

/** The objects to create before a shape is measured: webhooks for creates of a resource of the core group. */
export function configurationsOf(shape, { port, ca }, resource = "pods") {
  const at = (path) => ({
    url: `https://127.0.0.1:${port}${path}`,
    caBundle: Buffer.from(ca).toString("base64"),
  });
  const hooks = (count, path, asked = resource) =>
    Array.from({ length: count }, (_, i) => webhook(`hook-${i}.bench.example.com`, at(path), asked));
  const made = [];
  if (shape.mutating > 0) made.push(configuration("Mutating", "bench", hooks(shape.mutating, "/mutate")));
  if (shape.validating > 0)
    made.push(configuration("Validating", "bench", hooks(shape.validating, "/validate")));
  for (let i = 0; i < shape.idle / IDLE_PER_CONFIGURATION; i++) {
    const kind = i % 2 === 0 ? "Mutating" : "Validating";
    made.push(configuration(kind, `idle-${i}`, hooks(IDLE_PER_CONFIGURATION, "/validate", "deployments")));
  }
  return made;
}

function configuration(phase, name, webhooks) {
  return { apiVersion: API, kind: `${phase}WebhookConfiguration`, metadata: { name }, webhooks };
}

function webhook(name, clientConfig, resource) {
  const apiGroups = [resource === "deployments" ? "apps" : ""];
  const rules = [{ apiGroups, apiVersions: ["v1"], operations: ["CREATE"], resources: [resource] }];
  return { name, clientConfig, rules, admissionReviewVersions: ["v1"], sideEffects: "None" };
}
