import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

const RULES = new Set([
  "exempts-controllers",
  "exempts-itself",
  "changes-running-pods",
  "status-writes",
  "status-not-asked",
  "blocks-own-namespace",
  "closed-port",
  "undeclared-port",
  "service-elsewhere",
  "params-elsewhere",
  "invented-group",
]);

const found = async (text: string): Promise<string[]> =>
  (await lintText(text)).findings
    .filter(({ rule }) => RULES.has(rule))
    .map(({ rule, path }) => `${rule} ${path}`);

const policy = (resource: string, spec: string, operations = "CREATE, UPDATE"): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: rules }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [${operations}], resources: [${resource}] }] }
  ${spec}
---
`;
const condition = (expression: string): string =>
  `validations: [{ expression: "object.metadata.name != 'a'" }]\n  matchConditions: [{ name: c, expression: "${expression}" }]`;

interface Hook {
  readonly kind?: "Mutating" | "Validating";
  readonly resources?: string;
  readonly groups?: string;
  readonly operations?: string;
  readonly more?: string;
  readonly service?: string;
}
const hook = ({
  kind = "Validating",
  resources = "pods",
  groups = '""',
  operations = "CREATE",
  more = "",
  service = "b/guard",
}: Hook): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}WebhookConfiguration
metadata: { name: guard }
webhooks:
  - name: guard.example.com
    clientConfig: { service: { namespace: ${service.split("/")[0]}, name: ${service.split("/")[1]} } }
    rules: [{ apiGroups: [${groups}], apiVersions: [v1], operations: [${operations}], resources: [${resources}] }]
    sideEffects: None
    admissionReviewVersions: [v1]
    ${more}
---
`;
const SERVICE = `
apiVersion: v1
kind: Service
metadata: { name: guard, namespace: b }
spec: { selector: { app: guard }, ports: [{ port: 443, targetPort: 9443 }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: guard, namespace: b }
spec:
  selector: { matchLabels: { app: guard } }
  template:
    metadata: { labels: { app: guard } }
    spec: { containers: [{ name: guard, image: guard, ports: [{ containerPort: 9443, name: hooks }] }] }
---
`;
const SERVED_AT_HTTPS = SERVICE.replace(
  "containerPort: 9443, name: hooks",
  "containerPort: 8443, name: https",
);
const METRICS = `
apiVersion: v1
kind: Service
metadata: { name: metrics, namespace: b }
spec: { selector: { app: guard }, ports: [{ port: 8443, targetPort: https }] }
---
`;
const network = (spec: string): string => `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: guard, namespace: b }
spec: ${spec}
---
`;
const binding = (paramRef: string): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: rules }
spec: { policyName: rules, validationActions: [Deny], paramRef: { parameterNotFoundAction: Deny, ${paramRef} } }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: limits, namespace: shop }
---
`;
const PARAMS =
  "paramKind: { apiVersion: v1, kind: ConfigMap }\n  validations: [{ expression: \"params.data.a == 'b'\" }]";

const RULE = "/webhooks/0/rules/0";
test.each<[string, string, string]>([
  [
    "the group of kube-system",
    policy("pods", condition("!('system:serviceaccounts:kube-system' in request.userInfo.groups)")),
    "exempts-controllers /spec/matchConditions/0/expression",
  ],
  [
    "the users of kube-system",
    policy("pods", condition("!request.userInfo.username.startsWith('system:serviceaccount:kube-system:')")),
    "exempts-controllers /spec/matchConditions/0/expression",
  ],
  [
    "all service accounts",
    policy("pods", condition("!('system:serviceaccounts' in request.userInfo.groups)")),
    "exempts-controllers /spec/matchConditions/0/expression",
  ],
  [
    "the users of kube-system in a webhook",
    hook({
      more: "matchConditions: [{ name: c, expression: \"!request.userInfo.username.startsWith('system:')\" }]",
    }),
    "exempts-controllers /webhooks/0/matchConditions/0/expression",
  ],
  [
    "a label of namespaces that they give themselves",
    hook({
      resources: "namespaces, pods",
      operations: "CREATE, UPDATE",
      more: "namespaceSelector: { matchExpressions: [{ key: ignore, operator: DoesNotExist }] }",
    }),
    "exempts-itself /webhooks/0/namespaceSelector",
  ],
  [
    "a value of namespaces that they give themselves",
    hook({
      resources: "namespaces",
      operations: "CREATE, UPDATE",
      more: "namespaceSelector: { matchExpressions: [{ key: ignore, operator: NotIn, values: [skip] }] }",
    }),
    "exempts-itself /webhooks/0/namespaceSelector",
  ],
  [
    "a mutating webhook on UPDATE of pods",
    hook({ kind: "Mutating", operations: "CREATE, UPDATE" }),
    `changes-running-pods ${RULE}/operations`,
  ],
  [
    "a mutating webhook on all of pods",
    hook({ kind: "Mutating", operations: '"*"' }),
    `changes-running-pods ${RULE}/operations`,
  ],
  [
    "the status of pods",
    hook({ resources: "pods, pods/status", operations: "UPDATE" }),
    `status-writes ${RULE}/resources/1`,
  ],
  [
    "the status of deployments",
    hook({ resources: "deployments/status", groups: "apps", operations: "UPDATE" }),
    `status-writes ${RULE}/resources/0`,
  ],
  [
    "a condition on status",
    policy("services", condition("object.status.?loadBalancer.?ingress.orValue([]).size() > 0")),
    "status-not-asked /spec/matchConditions/0/expression",
  ],
  [
    "a validation of status",
    policy(
      "pods",
      "validations: [{ expression: \"!has(object.status.phase) || object.status.phase != 'Failed'\" }]",
    ),
    "status-not-asked /spec/validations/0/expression",
  ],
  [
    "DELETE of what each namespace has",
    hook({ resources: "configmaps", operations: "DELETE" }) + SERVICE,
    "blocks-own-namespace /webhooks/0",
  ],
  [
    "DELETE of an object beside",
    hook({ resources: "secrets", operations: "DELETE", more: "objectSelector: { matchLabels: { a: b } }" }) +
      SERVICE +
      "apiVersion: v1\nkind: Secret\nmetadata: { name: s, namespace: b, labels: { a: b } }\n",
    "blocks-own-namespace /webhooks/0",
  ],
  [
    "the port of the Service in a NetworkPolicy",
    hook({ operations: "CREATE" }) +
      SERVICE +
      network("{ podSelector: { matchLabels: { app: guard } }, ingress: [{ ports: [{ port: 443 }] }] }"),
    "closed-port /spec",
  ],
  [
    "a port that the pods declare under another number",
    hook({}) + SERVED_AT_HTTPS,
    "undeclared-port /spec/ports/0/targetPort",
  ],
  [
    "a NetworkPolicy that allows nothing",
    hook({ operations: "CREATE" }) + SERVICE + network("{ podSelector: {}, policyTypes: [Ingress] }"),
    "closed-port /spec",
  ],
  [
    "UDP only",
    hook({ operations: "CREATE" }) +
      SERVICE +
      network("{ podSelector: {}, ingress: [{ ports: [{ port: 9443, protocol: UDP }] }] }"),
    "closed-port /spec",
  ],
  [
    "a Service elsewhere beside a webhook of the same configuration that has the right namespace",
    hook({
      more: `
  - name: second.example.com
    clientConfig: { service: { namespace: c, name: guard } }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets] }]
    sideEffects: None
    admissionReviewVersions: [v1]`,
    }) + SERVICE,
    "service-elsewhere /webhooks/1/clientConfig/service/namespace",
  ],
  [
    "a misspelt Service",
    hook({ service: "b/gaurd" }) + SERVICE,
    "service-elsewhere /webhooks/0/clientConfig/service/name",
  ],
  [
    "a misspelt Service beside a webhook that names it",
    hook({ service: "b/gaurd" }) + hook({ kind: "Mutating" }) + SERVICE,
    "service-elsewhere /webhooks/0/clientConfig/service/name",
  ],
  [
    "another namespace of the Service",
    hook({ service: "c/guard" }) + SERVICE,
    "service-elsewhere /webhooks/0/clientConfig/service/namespace",
  ],
  [
    "a misspelt parameter",
    policy("pods", PARAMS) + binding("name: limit, namespace: shop"),
    "params-elsewhere /spec/paramRef/name",
  ],
  [
    "a parameter in another namespace",
    policy("pods", PARAMS) + binding("name: limits, namespace: shops"),
    "params-elsewhere /spec/paramRef/namespace",
  ],
  [
    "an invented group",
    hook({ groups: "apps.k8s.io", resources: "deployments" }),
    `invented-group ${RULE}/apiGroups/0`,
  ],
  [
    "a misspelt group",
    hook({ groups: "network.k8s.io", resources: "ingresses" }),
    `invented-group ${RULE}/apiGroups/0`,
  ],
  [
    "a group called core",
    hook({ groups: "core.k8s.io", resources: "pods" }),
    `invented-group ${RULE}/apiGroups/0`,
  ],
])("%s is found", async (_what, text, expected) => {
  expect(await found(text)).toEqual([expected]);
});

test.each<[string, string]>([
  ["an exempted node", policy("pods", condition("!('system:nodes' in request.userInfo.groups)"))],
  [
    "an exempted account of kube-system",
    policy(
      "pods",
      condition("request.userInfo.username != 'system:serviceaccount:kube-system:node-controller'"),
    ),
  ],
  [
    "an exempted group for deployments",
    policy("services", condition("!('system:serviceaccounts:kube-system' in request.userInfo.groups)")),
  ],
  [
    "only users of kube-system",
    policy("pods", condition("request.userInfo.username.startsWith('system:serviceaccount:kube-system:')")),
  ],
  [
    "an exempted namespace by name",
    hook({
      resources: "namespaces, pods",
      operations: "CREATE, UPDATE",
      more: "namespaceSelector: { matchExpressions: [{ key: kubernetes.io/metadata.name, operator: NotIn, values: [b] }] }",
    }),
  ],
  [
    "a label that another webhook guards",
    hook({
      resources: "namespaces, pods",
      operations: "CREATE, UPDATE",
      more: "namespaceSelector: { matchExpressions: [{ key: ignore, operator: DoesNotExist }] }\n  - name: namespaces.example.com\n    clientConfig: { service: { namespace: b, name: guard } }\n    rules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [namespaces] }]\n    sideEffects: None\n    admissionReviewVersions: [v1]",
    }),
  ],
  ["a mutating webhook on CREATE", hook({ kind: "Mutating" })],
  ["a validating webhook on UPDATE", hook({ operations: "CREATE, UPDATE" })],
  [
    "the status with Ignore",
    hook({ resources: "pods/status", operations: "UPDATE", more: "failurePolicy: Ignore" }),
  ],
  [
    "the status of a custom resource",
    hook({ groups: "example.com", resources: "boats/status", operations: "UPDATE" }),
  ],
  [
    "a condition on status with its subresource",
    policy("services, services/status", condition("has(object.status.loadBalancer)")),
  ],
  [
    "DELETE in other namespaces",
    hook({
      resources: "configmaps",
      operations: "DELETE",
      more: "namespaceSelector: { matchExpressions: [{ key: kubernetes.io/metadata.name, operator: NotIn, values: [b] }] }",
    }) + SERVICE,
  ],
  [
    "DELETE with Ignore",
    hook({ resources: "configmaps", operations: "DELETE", more: "failurePolicy: Ignore" }) + SERVICE,
  ],
  [
    "DELETE of objects that are nowhere",
    hook({ groups: "example.com", resources: "boats", operations: "DELETE" }) + SERVICE,
  ],
  [
    "the right port",
    hook({}) + SERVICE + network("{ podSelector: {}, ingress: [{ ports: [{ port: 9443 }] }] }"),
  ],
  [
    "a named port",
    hook({}) + SERVICE + network("{ podSelector: {}, ingress: [{ ports: [{ port: hooks }] }] }"),
  ],
  [
    "a range of ports",
    hook({}) +
      SERVICE +
      network("{ podSelector: {}, ingress: [{ ports: [{ port: 9000, endPort: 9999 }] }] }"),
  ],
  [
    "a policy that closes the port, and one that opens it",
    hook({}) +
      SERVICE +
      network("{ podSelector: {}, policyTypes: [Ingress] }") +
      network("{ podSelector: {}, ingress: [{}] }").replace("name: guard", "name: open"),
  ],
  [
    "a policy for other pods",
    hook({}) + SERVICE + network("{ podSelector: { matchLabels: { app: other } }, policyTypes: [Ingress] }"),
  ],
  ["a policy for egress", hook({}) + SERVICE + network("{ podSelector: {}, policyTypes: [Egress] }")],
  ["a port of another Service, for metrics", hook({}) + SERVED_AT_HTTPS + METRICS],
  ["a Service elsewhere", hook({ service: "c/other" }) + SERVICE],
  [
    "two Services with near names",
    hook({ service: "b/guard-2" }) +
      hook({}).replace("name: guard }\nwebhooks", "name: first }\nwebhooks") +
      SERVICE,
  ],
  ["a parameter", policy("pods", PARAMS) + binding("name: limits, namespace: shop")],
  ["a parameter with another name", policy("pods", PARAMS) + binding("name: quotas, namespace: other")],
  [
    "a group of an extension",
    hook({
      groups: "snapshot.storage.k8s.io, gateway.networking.k8s.io, metrics.k8s.io",
      resources: "volumesnapshots",
    }),
  ],
  ["a group of a project", hook({ groups: "kueue.x-k8s.io", resources: "workloads" })],
])("nothing is said of %s", async (_what, text) => {
  expect(await found(text)).toEqual([]);
});
