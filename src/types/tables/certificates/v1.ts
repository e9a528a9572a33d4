/** The types of certificates/v1; the notation is explained in `notation.ts`. */
export const certificatesV1 = `
CertificateSigningRequest ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:CertificateSigningRequestSpec! status=3:CertificateSigningRequestStatus!
CertificateSigningRequestCondition type=1:s:RequestConditionType! status=6:s:ConditionStatus! reason=2:s
  message=3:s lastUpdateTime=4:T! lastTransitionTime=5:T!
CertificateSigningRequestList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*CertificateSigningRequest!
CertificateSigningRequestSpec request=1:y! signerName=7:s! expirationSeconds=8:i? usages=5:*s:KeyUsage
  username=2:s uid=3:s groups=4:*s extra=6:%*s@ExtraValue
CertificateSigningRequestStatus conditions=1:*CertificateSigningRequestCondition~map=type:"" certificate=2:y
ClusterTrustBundle ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:ClusterTrustBundleSpec!
ClusterTrustBundleList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ClusterTrustBundle!
ClusterTrustBundleSpec signerName=1:s trustBundle=2:s!
PodCertificateRequest ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:PodCertificateRequestSpec! status=3:PodCertificateRequestStatus!
PodCertificateRequestList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*PodCertificateRequest!
PodCertificateRequestSpec signerName=1:s! podName=2:s! podUID=3:s:types.UID! serviceAccountName=4:s!
  serviceAccountUID=5:s:types.UID! nodeName=6:s:types.NodeName! nodeUID=7:s:types.UID! maxExpirationSeconds=8:i?
  stubPKCS10Request=12:y! unverifiedUserAnnotations=11:%s
PodCertificateRequestStatus conditions=1:*meta/v1.Condition~map=type:""~merge=type certificateChain=2:s
  notBefore=4:T? beginRefreshAt=5:T? notAfter=6:T?
`;
