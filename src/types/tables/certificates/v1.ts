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
`;
