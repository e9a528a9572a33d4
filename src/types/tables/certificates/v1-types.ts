// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Condition } from "../meta/v1-types.ts";

export type CertificateSigningRequest = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: CertificateSigningRequestSpec | undefined;
  status?: CertificateSigningRequestStatus | undefined;
};

export type CertificateSigningRequestCondition = {
  type?: string | undefined;
  status?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
  lastUpdateTime?: string | null | undefined;
  lastTransitionTime?: string | null | undefined;
};

export type CertificateSigningRequestSpec = {
  request?: string | undefined;
  signerName?: string | undefined;
  expirationSeconds?: number | undefined;
  usages?: string[] | undefined;
  username?: string | undefined;
  uid?: string | undefined;
  groups?: string[] | undefined;
  extra?: { [key: string]: string[] } | undefined;
};

export type CertificateSigningRequestStatus = {
  conditions?: CertificateSigningRequestCondition[] | undefined;
  certificate?: string | undefined;
};

export type ClusterTrustBundle = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: ClusterTrustBundleSpec | undefined;
};

export type ClusterTrustBundleSpec = {
  signerName?: string | undefined;
  trustBundle?: string | undefined;
};

export type PodCertificateRequest = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: PodCertificateRequestSpec | undefined;
  status?: PodCertificateRequestStatus | undefined;
};

export type PodCertificateRequestSpec = {
  signerName?: string | undefined;
  podName?: string | undefined;
  podUID?: string | undefined;
  serviceAccountName?: string | undefined;
  serviceAccountUID?: string | undefined;
  nodeName?: string | undefined;
  nodeUID?: string | undefined;
  maxExpirationSeconds?: number | undefined;
  stubPKCS10Request?: string | undefined;
  unverifiedUserAnnotations?: { [key: string]: string } | undefined;
};

export type PodCertificateRequestStatus = {
  conditions?: Condition[] | undefined;
  certificateChain?: string | undefined;
  notBefore?: string | undefined;
  beginRefreshAt?: string | undefined;
  notAfter?: string | undefined;
};
