/** The types of rbac/v1; the notation is explained in `notation.ts`. */
export const rbacV1 = `
AggregationRule clusterRoleSelectors=1:*meta/v1.LabelSelector
ClusterRole ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! rules=2:*PolicyRule!
  aggregationRule=3:AggregationRule?
ClusterRoleBinding ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! subjects=2:*Subject
  roleRef=3:RoleRef!
ClusterRoleBindingList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*ClusterRoleBinding!
ClusterRoleList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*ClusterRole!
PolicyRule verbs=1:*s! apiGroups=2:*s resources=3:*s resourceNames=4:*s nonResourceURLs=5:*s
Role ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! rules=2:*PolicyRule!
RoleBinding ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! subjects=2:*Subject
  roleRef=3:RoleRef!
RoleBindingList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*RoleBinding!
RoleList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Role!
RoleRef ~atomic apiGroup=1:s! kind=2:s! name=3:s!
Subject ~atomic kind=1:s! apiGroup=2:s name=3:s! namespace=4:s
`;
