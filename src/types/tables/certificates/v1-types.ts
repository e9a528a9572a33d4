// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { Condition } from "../meta/v1-types.ts";

export type CertificateSigningRequest = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: CertificateSigningRequestSpec | undefined;
  status?: CertificateSigningRequestStatus | undefined;
};

export type CertificateSigningRequestCondition = Optional<{
  type: string;
  status: string;
  reason: string;
  message: string;
  lastUpdateTime: string | null;
  lastTransitionTime: string | null;
}>;

export type CertificateSigningRequestSpec = Optional<{
  request: string;
  signerName: string;
  expirationSeconds: number;
  usages: string[];
  username: string;
  uid: string;
  groups: string[];
  extra: { [key: string]: string[] };
}>;

export type CertificateSigningRequestStatus = Optional<{
  conditions: CertificateSigningRequestCondition[];
  certificate: string;
}>;

export type ClusterTrustBundle = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: ClusterTrustBundleSpec | undefined;
};

export type ClusterTrustBundleSpec = Optional<{ signerName: string; trustBundle: string }>;

export type PodCertificateRequest = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: PodCertificateRequestSpec | undefined;
  status?: PodCertificateRequestStatus | undefined;
};

export type PodCertificateRequestSpec = Optional<{
  signerName: string;
  podName: string;
  podUID: string;
  serviceAccountName: string;
  serviceAccountUID: string;
  nodeName: string;
  nodeUID: string;
  maxExpirationSeconds: number;
  stubPKCS10Request: string;
  unverifiedUserAnnotations: { [key: string]: string };
}>;

export type PodCertificateRequestStatus = Optional<{
  conditions: Condition[];
  certificateChain: string;
  notBefore: string;
  beginRefreshAt: string;
  notAfter: string;
}>;
