import type { ProductTable } from "./product-table.ts";

/** Texts about certificates and secrets: of cert-manager, External Secrets and the Vault injector. */
export const CERTIFICATE_TEXTS: ProductTable = {
  "may not specify more than one issuer type":
    "an issuer has one of acme, ca, selfSigned, vault and venafi: remove the others, and make an issuer of its own for each of them",
  "may not specify more than one provider type":
    "a solver of cert-manager has one provider: an apply has left the old one beside the new one, so set it to null, or delete the issuer and create it again",
  "referenced signer resource does not exist":
    "spec.issuerRef of the CertificateRequest names a kind of issuer that the cluster does not have: correct its kind and group (cert-manager.io for Issuer and ClusterIssuer), or install the CustomResourceDefinition of the external issuer",
  "does not have permissions to set approved/denied conditions for issuer":
    "a ClusterRole has to give the user that the text names the verb approve for the resource signers of cert-manager.io, with the issuer in resourceNames: issuers.cert-manager.io/NAMESPACE.NAME or clusterissuers.cert-manager.io/NAME, or * for the name",
  "identity must be that of the requester":
    "cert-manager's mutating webhook writes these fields of a CertificateRequest: leave username, uid, groups and extra out of the manifest, and look whether the mutating webhook is called (its configuration, the user that another webhook or a proxy sends)",
  "CA bundle is not injected yet":
    "cert-manager's cainjector has not written caBundle yet: wait, and if it stays so, look at the pod cert-manager-cainjector and its log",
  "isn't configured for webhook conversion":
    "the CustomResourceDefinition has no spec.conversion.strategy: Webhook with a Service, which the program wants to write caBundle into: apply the definitions of the same release as the program (Helm leaves those in crds/ as they are)",
  "(?:serving-certs|certs?|webhook)\\S*/(?:tls\\.(?:crt|key)|cert\\.pem): no such file or directory":
    "the program has no certificate for its webhook yet: the Secret that is mounted there does not exist, is not mounted, or has other keys than tls.crt and tls.key. Outside of a cluster, a program of Kubebuilder runs with ENABLE_WEBHOOKS=false",
  'failed to connect to webhook "[^"]*" via service .*x509: certificate signed by unknown authority':
    "caBundle of the webhook is empty, or that of another authority than that of its certificate: let the program, or what injects caBundle, write it again",
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
