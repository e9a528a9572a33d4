/** The two registrations as YAML. Only the namespace `demo` is touched, so that nothing else waits for these webhooks. */
export function configurations(url: string, caBundle: string): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: sidecar}
webhooks:
${webhook("sidecar", url, caBundle)}---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: owner-label}
webhooks:
${webhook("owner-label", url, caBundle)}`;
}

function webhook(name: string, url: string, caBundle: string): string {
  return `- name: ${name}.example.com
  clientConfig:
    url: ${url}/${name}
    caBundle: ${caBundle}
  rules:
  - {operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}
  namespaceSelector:
    matchLabels: {kubernetes.io/metadata.name: demo}
  sideEffects: None
  admissionReviewVersions: [v1]
`;
}
