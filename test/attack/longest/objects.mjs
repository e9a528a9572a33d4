import { many, members, objectOf, path, text } from "./shapes.mjs";

const create =
  (apiVersion, kind, resource, make, { namespaced = true, metadata } = {}) =>
  () => ({
    path: path(apiVersion, resource, namespaced),
    body: objectOf(apiVersion, kind, make(), metadata?.()),
  });
const CLUSTER = { namespaced: false };
const template = (more) => ({
  metadata: { labels: { a: "b" } },
  spec: { containers: [{ name: "c", image: "i", ...more }] },
});
const selector = { matchLabels: { a: "b" } };
const requirements = () => many((i) => ({ key: `k${i}`, operator: "In", values: ["v"] }));
const hook = (i, more) => ({
  name: `w${i}.example.com`,
  clientConfig: { url: "https://127.0.0.1:31999/" },
  rules: [{ apiGroups: ["none"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["none"] }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  ...more,
});
const registration = (kind, resource, make) =>
  create("admissionregistration.k8s.io/v1", kind, resource, make, CLUSTER);
const rbac = (kind, resource, make, options) =>
  create("rbac.authorization.k8s.io/v1", kind, resource, make, options);
const review = (kind, resource, make) =>
  create("authorization.k8s.io/v1", kind, resource, make, { ...CLUSTER, metadata: () => ({ name: "" }) });
const attributes = { verb: "get", resource: "pods" };

const map = (make, metadata) => create("v1", "ConfigMap", "configmaps", make, { metadata });
const none = () => ({});
const managed = (i) => ({
  manager: `m${i}`,
  operation: "Update",
  apiVersion: "v1",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { [`f:k${i}`]: {} } },
});

/** Objects of 3 MB of built-in kinds. */
export const OBJECT_KINDS = {
  "config map, one value": map(() => ({ data: { a: text() } })),
  "config map, one value of 1 MB": map(() => ({ data: { a: text(1 << 20) } })),
  "config map, small keys": map(() => ({ data: members((i) => [`k${i}`, "v"]) })),
  "config map, wrong keys": map(() => ({ data: members((i) => [`k ${i}`, "v"]) })),
  "config map, unknown fields": map(() => members((i) => [`u${i}`, 1])),
  "config map, deep unknown fields": map(() => ({ u: many((i) => ({ [`u${i}`]: { a: [1] } })) })),
  "config map, labels": map(none, () => ({ labels: members((i) => [`k${i}`, "v"]) })),
  "config map, wrong labels": map(none, () => ({ labels: members((i) => [`k ${i}`, " "]) })),
  "config map, annotations": map(none, () => ({ annotations: members((i) => [`k${i}`, "v"]) })),
  "config map, wrong annotations": map(none, () => ({ annotations: members((i) => [`k ${i}`, "v"]) })),
  "config map, finalizers": map(none, () => ({ finalizers: many((i) => `a.b/c${i}`) })),
  "config map, one finalizer": map(none, () => ({ finalizers: many(() => "a.b/c") })),
  "config map, owners": map(none, () => ({
    ownerReferences: many((i) => ({ apiVersion: "v1", kind: "Pod", name: `a${i}`, uid: `${i}` })),
  })),
  "config map, one owner": map(none, () => ({
    ownerReferences: many(() => ({ apiVersion: "v1", kind: "Pod", name: "a", uid: "1" })),
  })),
  "config map, empty owners": map(none, () => ({ ownerReferences: many(none) })),
  "config map, managed fields": map(none, () => ({ managedFields: many(managed) })),
  "config map, one manager of many fields": map(none, () => ({
    managedFields: [{ ...managed(1), fieldsV1: { "f:data": members((i) => [`f:k${i}`, {}]) } }],
  })),
  "secret, small keys": create("v1", "Secret", "secrets", () => ({
    data: members((i) => [`k${i}`, "dg=="]),
  })),
  "secret, small texts": create("v1", "Secret", "secrets", () => ({
    stringData: members((i) => [`k${i}`, "v"]),
  })),
  "secret, one value": create("v1", "Secret", "secrets", () => ({ data: { a: "AAAA".repeat(750_000) } })),
  "service, ports": create("v1", "Service", "services", () => ({
    spec: { ports: many((i) => ({ name: `p${i}`, port: 1 + (i % 65_000) })) },
  })),
  "service, external addresses": create("v1", "Service", "services", () => ({
    spec: { ports: [{ port: 1 }], externalIPs: many((i) => `1.2.${(i >> 8) & 255}.${i & 255}`) },
  })),
  "endpoints, addresses": create("v1", "Endpoints", "endpoints", () => ({
    subsets: [
      {
        addresses: many((i) => ({ ip: `1.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}` })),
        ports: [{ port: 1 }],
      },
    ],
  })),
  "endpoints, subsets": create("v1", "Endpoints", "endpoints", () => ({
    subsets: many((i) => ({ addresses: [{ ip: "1.2.3.4" }], ports: [{ port: 1 + (i % 65_000) }] })),
  })),
  "endpoint slice, endpoints": create("discovery.k8s.io/v1", "EndpointSlice", "endpointslices", () => ({
    addressType: "IPv4",
    endpoints: many((i) => ({ addresses: [`1.2.${(i >> 8) & 255}.${i & 255}`] })),
  })),
  "deployment, environment": create("apps/v1", "Deployment", "deployments", () => ({
    spec: {
      selector,
      template: template({ env: many((i) => ({ name: `E${i}`, value: "v" })) }),
    },
  })),
  "deployment, selector": create("apps/v1", "Deployment", "deployments", () => ({
    spec: { selector: { matchExpressions: requirements() }, template: template({}) },
  })),
  "stateful set, claims": create("apps/v1", "StatefulSet", "statefulsets", () => ({
    spec: {
      selector,
      serviceName: "a",
      template: template({}),
      volumeClaimTemplates: many((i) => ({
        metadata: { name: `v${i}` },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      })),
    },
  })),
  "job, failure rules": create("batch/v1", "Job", "jobs", () => ({
    spec: {
      template: { spec: { ...template({}).spec, restartPolicy: "Never" } },
      podFailurePolicy: {
        rules: many((i) => ({ action: "Ignore", onExitCodes: { operator: "In", values: [i + 1] } })),
      },
    },
  })),
  "network policy, rules": create("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", () => ({
    spec: {
      podSelector: {},
      ingress: many((i) => ({ from: [{ ipBlock: { cidr: `1.2.${i & 255}.0/24` } }] })),
    },
  })),
  "ingress, rules": create("networking.k8s.io/v1", "Ingress", "ingresses", () => ({
    spec: {
      rules: many((i) => ({
        host: `h${i}.example.com`,
        http: {
          paths: [
            { path: "/", pathType: "Prefix", backend: { service: { name: "a", port: { number: 1 } } } },
          ],
        },
      })),
    },
  })),
  "ingress, hosts of certificates": create("networking.k8s.io/v1", "Ingress", "ingresses", () => ({
    spec: {
      defaultBackend: { service: { name: "a", port: { number: 1 } } },
      tls: [{ hosts: many((i) => `h${i}.example.com`) }],
    },
  })),
  "resource quota": create("v1", "ResourceQuota", "resourcequotas", () => ({
    spec: { hard: members((i) => [`count/r${i}.g`, "1"]) },
  })),
  "limit range": create("v1", "LimitRange", "limitranges", () => ({
    spec: { limits: [{ type: "Container", max: members((i) => [`a.b/r${i}`, "1"]) }] },
  })),
  "persistent volume, capacity": create(
    "v1",
    "PersistentVolume",
    "persistentvolumes",
    () => ({ spec: { capacity: members((i) => [`r${i}`, "1"]), accessModes: ["ReadWriteOnce"] } }),
    CLUSTER,
  ),
  "node, taints": create(
    "v1",
    "Node",
    "nodes",
    () => ({ spec: { taints: many((i) => ({ key: `k${i}`, effect: "NoSchedule" })) } }),
    CLUSTER,
  ),
  "service account, secrets": create("v1", "ServiceAccount", "serviceaccounts", () => ({
    secrets: many((i) => ({ name: `s${i}` })),
  })),
  event: create("v1", "Event", "events", () => ({
    involvedObject: { kind: "Pod", namespace: "longest", name: "a" },
    message: text(1000),
    related: { fieldPath: text() },
  })),
  "role, rules": rbac("Role", "roles", () => ({
    rules: many((i) => ({ apiGroups: [`g${i}`], resources: ["r"], verbs: ["get"] })),
  })),
  "role, empty rules": rbac("Role", "roles", () => ({ rules: many(none) })),
  "cluster role, verbs": rbac(
    "ClusterRole",
    "clusterroles",
    () => ({ rules: [{ apiGroups: [""], resources: ["r"], verbs: many((i) => `v${i}`) }] }),
    CLUSTER,
  ),
  "role binding, subjects": rbac("RoleBinding", "rolebindings", () => ({
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
    subjects: many((i) => ({ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: `u${i}` })),
  })),
  "mutating webhooks": registration("MutatingWebhookConfiguration", "mutatingwebhookconfigurations", () => ({
    webhooks: many((i) => hook(i)),
  })),
  "mutating webhooks of one name": registration(
    "MutatingWebhookConfiguration",
    "mutatingwebhookconfigurations",
    () => ({ webhooks: many(() => hook(1)) }),
  ),
  "validating webhooks with conditions": registration(
    "ValidatingWebhookConfiguration",
    "validatingwebhookconfigurations",
    () => ({
      webhooks: many((i) => hook(i, { matchConditions: [{ name: "a", expression: "object.a == 1" }] })),
    }),
  ),
  "one webhook's rules": registration(
    "ValidatingWebhookConfiguration",
    "validatingwebhookconfigurations",
    () => ({
      webhooks: [
        hook(1, {
          rules: many((i) => ({
            apiGroups: ["none"],
            apiVersions: ["v1"],
            operations: ["CREATE"],
            resources: [`r${i}`],
          })),
        }),
      ],
    }),
  ),
  "one webhook's selector": registration(
    "ValidatingWebhookConfiguration",
    "validatingwebhookconfigurations",
    () => ({ webhooks: [hook(1, { objectSelector: { matchExpressions: requirements() } })] }),
  ),
  "review of access, extra": review("SubjectAccessReview", "subjectaccessreviews", () => ({
    spec: { user: "a", resourceAttributes: attributes, extra: members((i) => [`k${i}`, ["v"]]) },
  })),
  "review of access, groups": review("SubjectAccessReview", "subjectaccessreviews", () => ({
    spec: { user: "a", resourceAttributes: attributes, groups: many((i) => `g${i}`) },
  })),
  "review of one's own access, unknown fields": review(
    "SelfSubjectAccessReview",
    "selfsubjectaccessreviews",
    () => ({ spec: { resourceAttributes: attributes }, ...members((i) => [`u${i}`, 1]) }),
  ),
  "review of one's own access, selector": review(
    "SelfSubjectAccessReview",
    "selfsubjectaccessreviews",
    () => ({
      spec: { resourceAttributes: { ...attributes, labelSelector: { requirements: requirements() } } },
    }),
  ),
  "certificate request": create(
    "certificates.k8s.io/v1",
    "CertificateSigningRequest",
    "certificatesigningrequests",
    () => ({
      spec: {
        request: Buffer.from(
          `-----BEGIN CERTIFICATE REQUEST-----\n${"MIIA".repeat(400_000)}\n-----END CERTIFICATE REQUEST-----\n`,
        ).toString("base64"),
        signerName: "example.com/a",
        usages: ["client auth"],
      },
    }),
    CLUSTER,
  ),
  "certificate request, usages": create(
    "certificates.k8s.io/v1",
    "CertificateSigningRequest",
    "certificatesigningrequests",
    () => ({ spec: { request: "", signerName: "example.com/a", usages: many((i) => `u${i}`) } }),
    CLUSTER,
  ),
  lease: create("coordination.k8s.io/v1", "Lease", "leases", () => ({ spec: { holderIdentity: text() } })),
  "disruption budget, selector": create("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", () => ({
    spec: { minAvailable: 1, selector: { matchExpressions: requirements() } },
  })),
  "autoscaler, metrics": create(
    "autoscaling/v2",
    "HorizontalPodAutoscaler",
    "horizontalpodautoscalers",
    () => ({
      spec: {
        maxReplicas: 2,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" },
        metrics: many(() => ({
          type: "Resource",
          resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 1 } },
        })),
      },
    }),
  ),
  "priority levels, rules of a flow schema": create(
    "flowcontrol.apiserver.k8s.io/v1",
    "FlowSchema",
    "flowschemas",
    () => ({
      spec: {
        priorityLevelConfiguration: { name: "global-default" },
        rules: many((i) => ({
          subjects: [{ kind: "User", user: { name: `u${i}` } }],
          nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/x"] }],
        })),
      },
    }),
    CLUSTER,
  ),
  "claim, requests": create("resource.k8s.io/v1", "ResourceClaim", "resourceclaims", () => ({
    spec: { devices: { requests: many((i) => ({ name: `r${i}`, exactly: { deviceClassName: "a" } })) } },
  })),
  "slice of devices": create(
    "resource.k8s.io/v1",
    "ResourceSlice",
    "resourceslices",
    () => ({
      spec: {
        driver: "a.b",
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
        allNodes: true,
        devices: many((i) => ({ name: `d${i}` })),
      },
    }),
    CLUSTER,
  ),
};
