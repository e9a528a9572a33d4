/** The types of admission.k8s.io/v1; the notation is explained in `notation.ts`. */
export const admissionV1 = `
AdmissionRequest uid=0:s:types.UID kind=0:meta/v1.GroupVersionKind resource=0:meta/v1.GroupVersionResource
  subResource=0:s requestKind=0:meta/v1.GroupVersionKind? requestResource=0:meta/v1.GroupVersionResource?
  requestSubResource=0:s name=0:s namespace=0:s operation=0:s:Operation userInfo=0:authentication/v1.UserInfo
  object=0:R oldObject=0:R dryRun=0:b? options=0:R
AdmissionResponse uid=0:s:types.UID allowed=0:b status=0:meta/v1.Status? patch=0:y patchType=0:s:PatchType?
  auditAnnotations=0:%s warnings=0:*s
AdmissionReview ^TypeMeta=0:meta/v1.TypeMeta request=0:AdmissionRequest? response=0:AdmissionResponse?
`;
