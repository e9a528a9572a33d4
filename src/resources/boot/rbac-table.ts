/**
 * The roles of every new cluster, as data. The line of a role is not indented: its name (`namespace/name` for
 * a Role), `to=admin` if its rules are aggregated into the role admin, `from=admin` if its own rules are
 * aggregated from such roles, `events` if its last rule is that for writes of events. The lines of its rules are
 * indented: verbs, API groups, resources and optional names; or verbs, `url` and paths. Lists are separated by
 * commas, and the core group is `""`.
 */
export const BOOT_ROLES = `
admin from=admin
cluster-admin
  * * *
  * url *
edit to=admin from=edit
system:aggregate-to-admin to=admin
  create authorization.k8s.io localsubjectaccessreviews
  create,delete,deletecollection,get,list,patch,update,watch rbac.authorization.k8s.io rolebindings,roles
system:aggregate-to-edit to=edit
  get,list,watch "" pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy
  impersonate "" serviceaccounts
  create,delete,deletecollection,patch,update "" pods,pods/attach,pods/exec,pods/portforward,pods/proxy
  create "" pods/eviction
  create,delete,deletecollection,patch,update "" configmaps,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy
  create "" serviceaccounts/token
  create,delete,deletecollection,patch,update "",events.k8s.io events
  create,delete,deletecollection,patch,update apps daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale
  create,delete,deletecollection,patch,update autoscaling horizontalpodautoscalers
  create,delete,deletecollection,patch,update batch cronjobs,jobs
  create,delete,deletecollection,patch,update extensions daemonsets,deployments,deployments/rollback,deployments/scale,ingresses,networkpolicies,replicasets,replicasets/scale,replicationcontrollers/scale
  create,delete,deletecollection,patch,update policy poddisruptionbudgets
  create,delete,deletecollection,patch,update networking.k8s.io ingresses,networkpolicies
  create,delete,deletecollection,get,list,patch,update,watch coordination.k8s.io leases
  create,delete,deletecollection,patch,update resource.k8s.io resourceclaims,resourceclaimtemplates
system:aggregate-to-view to=view
  get,list,watch "" configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status
  get,list,watch "" bindings,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status
  get,list,watch "" namespaces
  get,list,watch "",events.k8s.io events
  get,list,watch discovery.k8s.io endpointslices
  get,list,watch apps controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status
  get,list,watch autoscaling horizontalpodautoscalers,horizontalpodautoscalers/status
  get,list,watch batch cronjobs,cronjobs/status,jobs,jobs/status
  get,list,watch extensions daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,ingresses,ingresses/status,networkpolicies,replicasets,replicasets/scale,replicasets/status,replicationcontrollers/scale
  get,list,watch policy poddisruptionbudgets,poddisruptionbudgets/status
  get,list,watch networking.k8s.io ingresses,ingresses/status,networkpolicies
  get,list,watch resource.k8s.io resourceclaims,resourceclaims/status,resourceclaimtemplates
system:auth-delegator
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
system:basic-user
  create authorization.k8s.io selfsubjectaccessreviews,selfsubjectrulesreviews
  create authentication.k8s.io selfsubjectreviews
system:certificates.k8s.io:certificatesigningrequests:nodeclient
  create certificates.k8s.io certificatesigningrequests/nodeclient
system:certificates.k8s.io:certificatesigningrequests:selfnodeclient
  create certificates.k8s.io certificatesigningrequests/selfnodeclient
system:certificates.k8s.io:kube-apiserver-client-approver
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client
system:certificates.k8s.io:kube-apiserver-client-kubelet-approver
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
system:certificates.k8s.io:kubelet-serving-approver
  approve certificates.k8s.io signers kubernetes.io/kubelet-serving
system:certificates.k8s.io:legacy-unknown-approver
  approve certificates.k8s.io signers kubernetes.io/legacy-unknown
system:cluster-trust-bundle-discovery
  get,list,watch certificates.k8s.io clustertrustbundles
system:controller:attachdetach-controller
  list,watch "" persistentvolumeclaims,persistentvolumes
  get,list,watch "" nodes
  patch,update "" nodes/status
  list,watch "" pods
  create,patch,update "",events.k8s.io events
  create,delete,get,list,watch storage.k8s.io volumeattachments
  get,list,watch storage.k8s.io csidrivers
  get,list,watch storage.k8s.io csinodes
system:controller:certificate-controller events
  delete,get,list,watch certificates.k8s.io certificatesigningrequests
  update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
  sign certificates.k8s.io signers kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
  create authorization.k8s.io subjectaccessreviews
system:controller:clusterrole-aggregation-controller
  escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles
system:controller:cronjob-controller events
  get,list,update,watch batch cronjobs
  create,delete,get,list,patch,update,watch batch jobs
  update batch cronjobs/status
  update batch cronjobs/finalizers
  delete,list,watch "" pods
system:controller:daemon-set-controller events
  get,list,watch apps,extensions daemonsets
  update apps,extensions daemonsets/status
  update apps,extensions daemonsets/finalizers
  list,watch "" nodes
  create,delete,list,patch,watch "" pods
  create "" pods/binding
  create,delete,get,list,patch,update,watch apps controllerrevisions
system:controller:deployment-controller events
  get,list,update,watch apps,extensions deployments
  update apps,extensions deployments/status
  update apps,extensions deployments/finalizers
  create,delete,get,list,patch,update,watch apps,extensions replicasets
  get,list,update,watch "" pods
system:controller:device-taint-eviction-controller
  delete,get,list,watch "" pods
  patch,update "" pods/status
  get,list,watch resource.k8s.io resourceclaims
  get,list,watch resource.k8s.io resourceslices
  get,list,watch resource.k8s.io deviceclasses
  create,patch,update "",events.k8s.io events
  patch,update resource.k8s.io devicetaintrules/status
  get,list,watch resource.k8s.io devicetaintrules
system:controller:disruption-controller events
  get,list,watch apps,extensions deployments
  get,list,watch apps,extensions replicasets
  get,list,watch "" replicationcontrollers
  get,list,watch policy poddisruptionbudgets
  get,list,watch apps statefulsets
  update policy poddisruptionbudgets/status
  patch,update "" pods/status
  get * */scale
system:controller:endpoint-controller events
  get,list,watch "" pods,services
  create,delete,get,list,update,watch "" endpoints
  create "" endpoints/restricted
system:controller:endpointslice-controller events
  get,list,watch "" nodes,pods,services
  update "" services/finalizers
  create,delete,get,list,update,watch discovery.k8s.io endpointslices
system:controller:endpointslicemirroring-controller events
  get,list,watch "" endpoints,services
  update "" services/finalizers
  update "" endpoints/finalizers
  create,delete,get,list,update,watch discovery.k8s.io endpointslices
system:controller:ephemeral-volume-controller events
  get,list,watch "" pods
  update "" pods/finalizers
  create,get,list,watch "" persistentvolumeclaims
system:controller:expand-controller events
  get,list,patch,update,watch "" persistentvolumes
  patch,update "" persistentvolumeclaims/status
  get,list,watch "" persistentvolumeclaims
system:controller:generic-garbage-collector events
  delete,get,list,patch,update,watch * *
system:controller:horizontal-pod-autoscaler events
  get,list,watch autoscaling horizontalpodautoscalers
  update autoscaling horizontalpodautoscalers/status
  get,update * */scale
  list,watch "" pods
  list,watch metrics.k8s.io pods
  get,list,watch custom.metrics.k8s.io *
  get,list,watch external.metrics.k8s.io *
system:controller:job-controller events
  get,list,patch,update,watch batch jobs
  update batch jobs/status
  update batch jobs/finalizers
  create,delete,list,patch,watch "" pods
system:controller:kube-apiserver-serving-clustertrustbundle-publisher events
  attest certificates.k8s.io signers kubernetes.io/kube-apiserver-serving
  create,delete,list,update,watch certificates.k8s.io clustertrustbundles
system:controller:legacy-service-account-token-cleaner
  get "" configmaps kube-apiserver-legacy-service-account-token-tracking
  delete,patch "" secrets
system:controller:namespace-controller
  delete,get,list,watch "" namespaces
  update "" namespaces/finalize,namespaces/status
  delete,deletecollection,get,list,watch * *
system:controller:node-controller events
  delete,get,list,patch,update,watch "" nodes
  patch,update "" nodes/status
  patch,update "" pods/status
  delete,get,list,watch "" pods
  get,list,watch coordination.k8s.io leases
system:controller:persistent-volume-binder
  create,delete,get,list,update,watch "" persistentvolumes
  update "" persistentvolumes/status
  get,list,update,watch "" persistentvolumeclaims
  update "" persistentvolumeclaims/status
  create,delete,get,list,watch "" pods
  get,list,watch storage.k8s.io storageclasses
  list,watch "" nodes
  create,patch,update "",events.k8s.io events
  watch "" events
system:controller:pod-garbage-collector
  delete,list,watch "" pods
  get,list,watch "" nodes
  patch "" pods/status
system:controller:podcertificaterequestcleaner
  delete,get,list,watch certificates.k8s.io podcertificaterequests
system:controller:pv-protection-controller events
  get,list,update,watch "" persistentvolumes
system:controller:pvc-protection-controller events
  get,list,update,watch "" persistentvolumeclaims
  update "" persistentvolumeclaims/status
  get,list,watch "" pods
system:controller:replicaset-controller events
  get,list,update,watch apps,extensions replicasets
  update apps,extensions replicasets/status
  update apps,extensions replicasets/finalizers
  create,delete,list,patch,watch "" pods
system:controller:replication-controller events
  get,list,update,watch "" replicationcontrollers
  update "" replicationcontrollers/status
  update "" replicationcontrollers/finalizers
  create,delete,list,patch,watch "" pods
system:controller:resource-claim-controller
  get,list,watch "" pods
  update "" pods/finalizers
  create,delete,get,list,watch resource.k8s.io resourceclaims
  patch,update resource.k8s.io resourceclaims,resourceclaims/status
  patch,update "" pods/status
  create,patch,update "",events.k8s.io events
  patch,update resource.k8s.io resourceclaims/binding
system:controller:resourcequota-controller events
  list,watch * *
  update "" resourcequotas/status
system:controller:root-ca-cert-publisher events
  create,update "" configmaps
system:controller:route-controller events
  list,watch "" nodes
  patch "" nodes/status
system:controller:selinux-warning-controller
  create,patch,update "",events.k8s.io events
  get,list,watch "" persistentvolumes
  get,list,watch "" persistentvolumeclaims
  get,list,watch "" pods
  get,list,watch storage.k8s.io csidrivers
system:controller:service-account-controller events
  create "" serviceaccounts
system:controller:service-cidrs-controller events
  get,list,patch,update,watch networking.k8s.io servicecidrs
  patch,update networking.k8s.io servicecidrs/finalizers
  patch,update networking.k8s.io servicecidrs/status
  get,list,watch networking.k8s.io ipaddresses
system:controller:service-controller events
  get,list,watch "" services
  patch,update "" services/status
  list,watch "" nodes
system:controller:statefulset-controller events
  list,watch "" pods
  get,list,watch apps statefulsets
  update apps statefulsets/status
  update apps statefulsets/finalizers
  create,delete,get,patch,update "" pods
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,get,list,watch "" persistentvolumeclaims
  delete,update "" persistentvolumeclaims
  update "" pods/finalizers
system:controller:storage-version-migrator-controller
  list,patch * *
  get apiextensions.k8s.io customresourcedefinitions
  patch apiextensions.k8s.io customresourcedefinitions/status
  update storagemigration.k8s.io storageversionmigrations/status
system:controller:ttl-after-finished-controller events
  delete,get,list,watch batch jobs
system:controller:ttl-controller events
  list,patch,update,watch "" nodes
system:controller:validatingadmissionpolicy-status-controller events
  get,list,watch admissionregistration.k8s.io validatingadmissionpolicies
  get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status
system:controller:volumeattributesclass-protection-controller events
  get,list,watch "" persistentvolumeclaims
  get,list,watch "" persistentvolumes
  get,list,update,watch storage.k8s.io volumeattributesclasses
system:discovery
  get url /api,/api/*,/apis,/apis/*,/healthz,/livez,/openapi,/openapi/*,/readyz,/version,/version/
system:heapster
  get,list,watch "" events,namespaces,nodes,pods
  get,list,watch extensions deployments
system:kube-aggregator
  get,list,watch "" endpoints,services
system:kube-controller-manager
  create,patch,update "",events.k8s.io events
  create coordination.k8s.io leases
  get,update coordination.k8s.io leases kube-controller-manager
  create "" secrets,serviceaccounts
  delete "" secrets
  get "" configmaps,namespaces,secrets,serviceaccounts
  update "" secrets,serviceaccounts
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
  list,watch * *
  create "" serviceaccounts/token
system:kube-dns
  list,watch "" endpoints,services
system:kube-scheduler
  create,patch,update "",events.k8s.io events
  create coordination.k8s.io leases
  get,list,update,watch coordination.k8s.io leases kube-scheduler
  create,delete,deletecollection,get,list,patch,update,watch coordination.k8s.io leasecandidates
  get,list,watch "" nodes
  delete,get,list,watch "" pods
  create "" bindings,pods/binding
  patch,update "" pods/status
  get,list,watch "" replicationcontrollers,services
  get,list,watch apps,extensions replicasets
  get,list,watch apps statefulsets
  get,list,watch policy poddisruptionbudgets
  get,list,watch "" persistentvolumeclaims,persistentvolumes
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io subjectaccessreviews
  get,list,watch storage.k8s.io csinodes
  get,list,watch storage.k8s.io volumeattachments
  get,list,watch "" namespaces
  get,list,watch storage.k8s.io csidrivers
  get,list,watch storage.k8s.io csistoragecapacities
  get,list,watch resource.k8s.io deviceclasses
  get,list,patch,update,watch resource.k8s.io resourceclaims
  get,list,patch,update,watch resource.k8s.io resourceclaims/status
  update "" pods/finalizers
  get,list,watch resource.k8s.io resourceslices
  create,delete resource.k8s.io resourceclaims
  get,list,watch resource.k8s.io devicetaintrules
  patch,update resource.k8s.io resourceclaims/binding
system:kubelet-api-admin
  get,list,watch "" nodes
  proxy "" nodes
  * "" nodes/log,nodes/metrics,nodes/proxy,nodes/stats
  * "" nodes/configz,nodes/healthz,nodes/pods
system:monitoring
  get url /flagz,/healthz,/healthz/*,/livez,/livez/*,/metrics,/metrics/slis,/readyz,/readyz/*,/statusz
  get "" nodes/metrics
system:node
  create authentication.k8s.io tokenreviews
  create authorization.k8s.io localsubjectaccessreviews,subjectaccessreviews
  get,list,watch "" services
  create,get,list,watch "" nodes
  patch,update "" nodes/status
  patch,update "" nodes
  create,patch,update "",events.k8s.io events
  get,list,watch "" pods
  create,delete "" pods
  patch,update "" pods/status
  create "" pods/eviction
  get,list,watch "" configmaps,secrets
  get "" persistentvolumeclaims,persistentvolumes
  get "" endpoints
  create,get,list,watch certificates.k8s.io certificatesigningrequests
  create,delete,get,patch,update coordination.k8s.io leases
  get storage.k8s.io volumeattachments
  create "" serviceaccounts/token
  get,patch,update "" persistentvolumeclaims/status
  get,list,watch storage.k8s.io csidrivers
  create,delete,get,patch,update storage.k8s.io csinodes
  get,list,watch node.k8s.io runtimeclasses
  get resource.k8s.io resourceclaims
  deletecollection resource.k8s.io resourceslices
  get,list,watch certificates.k8s.io clustertrustbundles
  get "" serviceaccounts
  create,get,list,watch certificates.k8s.io podcertificaterequests
system:node-bootstrapper
  create,get,list,watch certificates.k8s.io certificatesigningrequests
system:node-problem-detector events
  get "" nodes
  patch "" nodes/status
system:node-proxier
  list,watch "" endpoints,services
  get,list,watch "" nodes
  create,patch,update "",events.k8s.io events
  list,watch networking.k8s.io servicecidrs
  list,watch discovery.k8s.io endpointslices
system:persistent-volume-provisioner events
  create,delete,get,list,watch "" persistentvolumes
  get,list,update,watch "" persistentvolumeclaims
  get,list,watch storage.k8s.io storageclasses
  watch "" events
system:public-info-viewer
  get url /healthz,/livez,/readyz,/version,/version/
system:service-account-issuer-discovery
  get url /.well-known/openid-configuration,/.well-known/openid-configuration/,/openid/v1/jwks,/openid/v1/jwks/
system:volume-scheduler
  get,list,patch,update,watch "" persistentvolumes
  get,list,watch storage.k8s.io storageclasses
  get,list,patch,update,watch "" persistentvolumeclaims
view to=edit from=view
kube-public/system:controller:bootstrap-signer events
  get,list,watch "" configmaps
  update "" configmaps cluster-info
kube-system/extension-apiserver-authentication-reader
  get,list,watch "" configmaps extension-apiserver-authentication
kube-system/system::leader-locking-kube-controller-manager
  create,get,list,update,watch coordination.k8s.io leases
  create,get,list,update,watch coordination.k8s.io leasecandidates
kube-system/system::leader-locking-kube-scheduler
  create,get,list,update,watch coordination.k8s.io leases
  create,get,list,update,watch coordination.k8s.io leasecandidates
kube-system/system:controller:bootstrap-signer
  get,list,watch "" secrets
kube-system/system:controller:cloud-provider
  create,get,list,watch "" configmaps
kube-system/system:controller:token-cleaner events
  delete,get,list,watch "" secrets
`;

/**
 * The bindings of these roles: name, subjects, and the role if it has another name. A role `namespace/name` is a Role,
 * any other a ClusterRole. `system:controller:*` are the bindings of all such ClusterRoles, each to the account in
 * kube-system that has the name of the controller.
 */
export const BOOT_BINDINGS = `
cluster-admin group=system:masters
system:basic-user group=system:authenticated
system:cluster-trust-bundle-discovery group=system:serviceaccounts
system:controller:*
system:discovery group=system:authenticated
system:kube-controller-manager user=system:kube-controller-manager
system:kube-dns account=kube-system/kube-dns
system:kube-scheduler user=system:kube-scheduler
system:monitoring group=system:monitoring
system:node
system:node-proxier user=system:kube-proxy
system:public-info-viewer group=system:authenticated group=system:unauthenticated
system:service-account-issuer-discovery group=system:serviceaccounts
system:volume-scheduler user=system:kube-scheduler
kube-public/system:controller:bootstrap-signer account=kube-system/bootstrap-signer
kube-system/system::extension-apiserver-authentication-reader role=extension-apiserver-authentication-reader user=system:kube-controller-manager user=system:kube-scheduler
kube-system/system::leader-locking-kube-controller-manager user=system:kube-controller-manager account=kube-system/kube-controller-manager account=kube-system/leader-election-controller
kube-system/system::leader-locking-kube-scheduler user=system:kube-scheduler account=kube-system/kube-scheduler
kube-system/system:controller:bootstrap-signer account=kube-system/bootstrap-signer
kube-system/system:controller:cloud-provider account=kube-system/cloud-provider
kube-system/system:controller:token-cleaner account=kube-system/token-cleaner
`;
