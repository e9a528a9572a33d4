import type { JsonObject } from "../../../src/json/value.ts";
import { POD_SPEC, TEMPLATE } from "./bases-core.ts";
import { AUTHORITY, CSR, CSR_DER } from "./certificate-request.ts";

const SELECTOR = { matchLabels: { app: "a" } };
const JOB_TEMPLATE = { spec: { ...POD_SPEC, restartPolicy: "Never" } };
const CLAIM = { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } };
const TARGET = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
const RULES = [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }];
const REVIEW = { verb: "get", resource: "pods", namespace: "{{ns}}" };
const REQUESTS = { requests: [{ name: "r", exactly: { deviceClassName: "c.example.com" } }] };
const HOOK = {
  name: "a.example.com",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  clientConfig: { url: "https://127.0.0.1:1/x" },
  rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
};
const MATCHES = {
  resourceRules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
};

/** The rest, by `group/Kind`. */
export const OTHER: Readonly<Record<string, readonly JsonObject[]>> = {
  "apiregistration.k8s.io/APIService": [
    {
      spec: {
        group: "g{{id}}.example.com",
        version: "v1",
        groupPriorityMinimum: 100,
        versionPriority: 10,
        service: { namespace: "{{ns}}", name: "s" },
        insecureSkipTLSVerify: true,
      },
    },
  ],
  "apps/ControllerRevision": [{ revision: 1, data: { a: 1 } }],
  "apps/DaemonSet": [{ spec: { selector: SELECTOR, template: TEMPLATE } }],
  "apps/Deployment": [
    { spec: { selector: SELECTOR, template: TEMPLATE } },
    { spec: { replicas: 2, selector: SELECTOR, strategy: { type: "Recreate" }, template: TEMPLATE } },
  ],
  "apps/ReplicaSet": [{ spec: { selector: SELECTOR, template: TEMPLATE } }],
  "apps/StatefulSet": [
    { spec: { selector: SELECTOR, serviceName: "s", template: TEMPLATE } },
    {
      spec: {
        selector: SELECTOR,
        serviceName: "s",
        template: TEMPLATE,
        volumeClaimTemplates: [{ metadata: { name: "data" }, ...CLAIM }],
      },
    },
  ],
  "events.k8s.io/Event": [
    {
      regarding: { kind: "Pod", namespace: "{{ns}}", name: "p", apiVersion: "v1" },
      reason: "R",
      note: "m",
      type: "Normal",
      eventTime: "2026-01-02T03:04:05.000000Z",
      action: "A",
      reportingController: "example.com/c",
      reportingInstance: "i",
    },
  ],
  "authentication.k8s.io/SelfSubjectReview": [{}],
  "authentication.k8s.io/TokenReview": [{ spec: { token: "admin-token" } }, { spec: { token: "none" } }],
  "authorization.k8s.io/LocalSubjectAccessReview": [{ spec: { user: "jane", resourceAttributes: REVIEW } }],
  "authorization.k8s.io/SelfSubjectAccessReview": [{ spec: { resourceAttributes: REVIEW } }],
  "authorization.k8s.io/SelfSubjectRulesReview": [{ spec: { namespace: "{{ns}}" } }],
  "authorization.k8s.io/SubjectAccessReview": [{ spec: { user: "jane", resourceAttributes: REVIEW } }],
  "autoscaling/HorizontalPodAutoscaler": [{ spec: { scaleTargetRef: TARGET, maxReplicas: 3 } }],
  "batch/CronJob": [{ spec: { schedule: "*/5 * * * *", jobTemplate: { spec: { template: JOB_TEMPLATE } } } }],
  "batch/Job": [
    { spec: { template: JOB_TEMPLATE } },
    { spec: { completions: 3, completionMode: "Indexed", parallelism: 2, template: JOB_TEMPLATE } },
  ],
  "certificates.k8s.io/CertificateSigningRequest": [
    { spec: { request: CSR, signerName: "example.com/signer", usages: ["client auth"] } },
  ],
  "certificates.k8s.io/ClusterTrustBundle": [{ spec: { trustBundle: AUTHORITY } }],
  "certificates.k8s.io/PodCertificateRequest": [
    {
      spec: {
        signerName: "example.com/signer",
        podName: "p",
        podUID: "u",
        serviceAccountName: "default",
        serviceAccountUID: "u",
        nodeName: "n",
        nodeUID: "u",
        maxExpirationSeconds: 3600,
        stubPKCS10Request: CSR_DER,
      },
    },
  ],
  "networking.k8s.io/IngressClass": [{ spec: { controller: "example.com/ingress" } }],
  "networking.k8s.io/Ingress": [
    { spec: { defaultBackend: { service: { name: "s", port: { number: 80 } } } } },
    {
      spec: {
        rules: [
          {
            host: "a.example.com",
            http: {
              paths: [
                {
                  path: "/",
                  pathType: "Prefix",
                  backend: { service: { name: "s", port: { name: "http" } } },
                },
              ],
            },
          },
        ],
        tls: [{ hosts: ["a.example.com"], secretName: "t" }],
      },
    },
  ],
  "networking.k8s.io/IPAddress": [
    { spec: { parentRef: { resource: "services", namespace: "{{ns}}", name: "s" } } },
  ],
  "networking.k8s.io/NetworkPolicy": [
    { spec: { podSelector: SELECTOR } },
    {
      spec: {
        podSelector: {},
        ingress: [
          { from: [{ ipBlock: { cidr: "10.1.0.0/16", except: ["10.1.2.0/24"] } }], ports: [{ port: 80 }] },
        ],
        egress: [{ to: [{ namespaceSelector: {} }] }],
      },
    },
  ],
  "networking.k8s.io/ServiceCIDR": [{ spec: { cidrs: ["10.77.0.0/24"] } }],
  "policy/PodDisruptionBudget": [
    { spec: { minAvailable: 1, selector: SELECTOR } },
    { spec: { maxUnavailable: "25%", selector: SELECTOR } },
  ],
  "rbac.authorization.k8s.io/ClusterRoleBinding": [
    {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "u-{{id}}" }],
    },
  ],
  "rbac.authorization.k8s.io/ClusterRole": [
    { rules: RULES },
    { rules: [{ verbs: ["get"], nonResourceURLs: ["/x"] }] },
    { aggregationRule: { clusterRoleSelectors: [SELECTOR] } },
  ],
  "rbac.authorization.k8s.io/RoleBinding": [
    {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
      subjects: [{ kind: "ServiceAccount", namespace: "{{ns}}", name: "sa" }],
    },
  ],
  "rbac.authorization.k8s.io/Role": [{ rules: RULES }],
  "storage.k8s.io/CSIDriver": [{ spec: {} }, { spec: { attachRequired: false, podInfoOnMount: true } }],
  "storage.k8s.io/CSINode": [
    { spec: { drivers: [] } },
    {
      spec: {
        drivers: [{ name: "d.example.com", nodeID: "n", topologyKeys: ["zone"], allocatable: { count: 5 } }],
      },
    },
  ],
  "storage.k8s.io/CSIStorageCapacity": [
    { storageClassName: "fast", capacity: "1Gi", nodeTopology: SELECTOR },
  ],
  "storage.k8s.io/StorageClass": [
    { provisioner: "p.example.com" },
    { provisioner: "p.example.com", parameters: { a: "b" }, volumeBindingMode: "WaitForFirstConsumer" },
  ],
  "storage.k8s.io/VolumeAttachment": [
    { spec: { attacher: "a.example.com", nodeName: "n", source: { persistentVolumeName: "pv" } } },
  ],
  "storage.k8s.io/VolumeAttributesClass": [{ driverName: "d.example.com", parameters: { iops: "1" } }],
  "admissionregistration.k8s.io/MutatingAdmissionPolicy": [
    {
      spec: {
        matchConstraints: MATCHES,
        reinvocationPolicy: "Never",
        mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }],
      },
    },
  ],
  "admissionregistration.k8s.io/MutatingAdmissionPolicyBinding": [{ spec: { policyName: "none" } }],
  "admissionregistration.k8s.io/MutatingWebhookConfiguration": [{ webhooks: [HOOK] }],
  "admissionregistration.k8s.io/ValidatingAdmissionPolicy": [
    { spec: { matchConstraints: MATCHES, validations: [{ expression: "true" }] } },
  ],
  "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding": [
    { spec: { policyName: "none", validationActions: ["Deny"] } },
  ],
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration": [{ webhooks: [HOOK] }],
  "apiextensions.k8s.io/CustomResourceDefinition": [
    {
      spec: {
        group: "g{{id}}.example.com",
        scope: "Namespaced",
        names: { plural: "boats", kind: "Boat" },
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } },
        ],
      },
    },
  ],
  "scheduling.k8s.io/PriorityClass": [{ value: 10 }],
  "coordination.k8s.io/Lease": [{ spec: { holderIdentity: "h", leaseDurationSeconds: 15 } }],
  "node.k8s.io/RuntimeClass": [
    { handler: "runc" },
    { handler: "runc", overhead: { podFixed: { cpu: "10m" } } },
  ],
  "discovery.k8s.io/EndpointSlice": [
    { addressType: "IPv4", endpoints: [{ addresses: ["10.1.2.3"] }], ports: [{ name: "http", port: 80 }] },
  ],
  "resource.k8s.io/DeviceClass": [{ spec: {} }],
  "resource.k8s.io/DeviceTaintRule": [{ spec: { taint: { key: "a", effect: "NoSchedule" } } }],
  "resource.k8s.io/ResourceClaim": [{ spec: { devices: REQUESTS } }],
  "resource.k8s.io/ResourceClaimTemplate": [{ spec: { spec: { devices: REQUESTS } } }],
  "resource.k8s.io/ResourceSlice": [
    {
      spec: {
        driver: "d.example.com",
        nodeName: "n",
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
        devices: [{ name: "dev-0" }],
      },
    },
  ],
  "storagemigration.k8s.io/StorageVersionMigration": [
    { spec: { resource: { group: "apps", resource: "deployments" } } },
  ],
  "flowcontrol.apiserver.k8s.io/FlowSchema": [
    {
      spec: {
        priorityLevelConfiguration: { name: "workload-low" },
        matchingPrecedence: 9000,
        rules: [
          {
            subjects: [{ kind: "User", user: { name: "u-{{id}}" } }],
            resourceRules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"], namespaces: ["x"] }],
          },
        ],
      },
    },
  ],
  "flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration": [
    { spec: { type: "Limited", limited: { nominalConcurrencyShares: 5 } } },
  ],
};
