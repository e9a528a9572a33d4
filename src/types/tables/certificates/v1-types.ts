// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";

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
