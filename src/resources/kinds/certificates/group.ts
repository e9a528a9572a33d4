import type { ResourceGroup } from "../../define/resource-group.ts";
import { certificateSigningRequest } from "./certificate-signing-request/definition.ts";
import { clusterTrustBundle } from "./cluster-trust-bundle/definition.ts";
import { podCertificateRequest } from "./pod-certificate-request/definition.ts";

export const certificates: ResourceGroup = {
  name: "certificates.k8s.io",
  priority: 17_300,
  resources: [certificateSigningRequest, clusterTrustBundle, podCertificateRequest],
};
