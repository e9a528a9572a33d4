import type { ProductTable } from "./product-table.ts";

/** Texts about certificates and secrets: of cert-manager, External Secrets and the Vault injector. */
export const CERTIFICATE_TEXTS: ProductTable = {
  "may not specify more than one issuer type":
    "an issuer has one of acme, ca, selfSigned, vault and venafi: remove the others, and make an issuer of its own for each of them",
  "at least one issuer must be configured":
    "spec needs one of acme, ca, selfSigned, vault and venafi: look at the name of the field and its indentation",
  "at least one of commonName.* must be set":
    "write dnsNames with the names that clients use: they do not look at commonName",
  "certificate duration must be greater than": [
    "a Certificate of cert-manager is valid for at least an hour: write spec.duration with a unit, such as 2160h",
    "duration",
  ],
  "certificate duration .* must be greater than renewBefore": [
    "renewBefore is the time before the end at which the certificate is renewed: make it shorter than duration (2160h by default)",
    "renewBefore",
  ],
  "cert-manager\\.io.*unknown keyusage": [
    'usages have the names of cert-manager, in lower case: "server auth", "client auth", "digital signature", "key encipherment"',
    "usages",
  ],
  "cert-manager\\.io.*cannot change spec after creation":
    "a CertificateRequest of cert-manager keeps its spec: delete it, and its Certificate makes another one",
  ": no solver type configured": [
    "each entry of acme.solvers has http01 or dns01: look at the name of the field and its indentation",
    "solvers",
  ],
  "no HTTP01 solver type configured": [
    "http01 has ingress or gatewayHTTPRoute: look at the name of the field and its indentation",
    "http01",
  ],
  "only one of 'ingressClassName', 'name' or 'class' should be specified":
    "ingressClassName sets spec.ingressClassName of the Ingress for the challenge, class sets the annotation kubernetes.io/ingress.class, and name changes an Ingress that exists: keep one of them",
  "either data or dataFrom should be specified":
    "the ExternalSecret reads nothing: write spec.data, one key each, or spec.dataFrom with extract or find",
  "extract, find, or generatorRef cannot be set at the same time": [
    "give each of them an entry of its own in spec.dataFrom",
    "dataFrom",
  ],
  "deletionPolicy=Delete must not be used when the controller doesn't own the secret": [
    "with deletionPolicy Delete, External Secrets deletes the Secret, which it does only if it has made it: write creationPolicy: Owner, or deletionPolicy: Retain",
    "deletionPolicy",
  ],
  "cannot inject into system namespaces": [
    "the Vault injector leaves kube-system and kube-public alone: move the pod, or take the annotation vault.hashicorp.com/agent-inject away",
    "vault.hashicorp.com/agent-inject",
  ],
  "no Vault address found|address for Vault required": [
    "set AGENT_INJECT_VAULT_ADDR of the injector (in its chart global.externalVaultAddr), or the annotation vault.hashicorp.com/service of the pod",
    "vault.hashicorp.com/service",
  ],
  "No SecurityContext found for Container 0|RunAsUser is nil for Container 0's SecurityContext|vault.*container not allowed to run as root":
    [
      "with vault.hashicorp.com/agent-run-as-same-user, the first container has securityContext.runAsUser, which is not 0: set it, or remove the annotation",
      "vault.hashicorp.com/agent-run-as-same-user",
    ],
};
