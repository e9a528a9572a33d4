/** The types of apiregistration/v1; the notation is explained in `notation.ts`. */
export const apiregistrationV1 = `
APIService ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:APIServiceSpec!
  status=3:APIServiceStatus!
APIServiceCondition type=1:s:APIServiceConditionType! status=2:s:ConditionStatus! lastTransitionTime=3:T!
  reason=4:s message=5:s
APIServiceList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*APIService!
APIServiceSpec service=1:ServiceReference? group=2:s version=3:s insecureSkipTLSVerify=4:b caBundle=5:y
  groupPriorityMinimum=7:i! versionPriority=8:i!
APIServiceStatus conditions=1:*APIServiceCondition~map=type:""~merge=type
ServiceReference namespace=1:s name=2:s port=3:i?
`;
