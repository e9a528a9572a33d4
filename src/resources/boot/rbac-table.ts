/**
 * The roles of every new cluster, as data. The line of a role is not indented: its name (`namespace/name` for
 * a Role), `to=admin` if its rules are aggregated into the role admin, `from=admin` if its own rules are
 * aggregated from such roles. The lines of its rules are indented: verbs, API groups, resources and optional
 * names; or verbs, `url` and paths. Lists are separated by commas, and the core group is `""`.
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
system:controller:certificate-controller
  delete,get,list,watch certificates.k8s.io certificatesigningrequests
  update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status
  approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
  sign certificates.k8s.io signers kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
  create authorization.k8s.io subjectaccessreviews
  create,patch,update "",events.k8s.io events
system:controller:clusterrole-aggregation-controller
  escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles
system:controller:cronjob-controller
  get,list,update,watch batch cronjobs
  create,delete,get,list,patch,update,watch batch jobs
  update batch cronjobs/status
  update batch cronjobs/finalizers
  delete,list,watch "" pods
  create,patch,update "",events.k8s.io events
system:controller:daemon-set-controller
  get,list,watch apps,extensions daemonsets
  update apps,extensions daemonsets/status
  update apps,extensions daemonsets/finalizers
  list,watch "" nodes
  create,delete,list,patch,watch "" pods
  create "" pods/binding
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,patch,update "",events.k8s.io events
system:controller:deployment-controller
  get,list,update,watch apps,extensions deployments
  update apps,extensions deployments/status
  update apps,extensions deployments/finalizers
  create,delete,get,list,patch,update,watch apps,extensions replicasets
  get,list,update,watch "" pods
  create,patch,update "",events.k8s.io events
system:controller:device-taint-eviction-controller
  delete,get,list,watch "" pods
  patch,update "" pods/status
  get,list,watch resource.k8s.io resourceclaims
  get,list,watch resource.k8s.io resourceslices
  get,list,watch resource.k8s.io deviceclasses
  create,patch,update "",events.k8s.io events
  patch,update resource.k8s.io devicetaintrules/status
  get,list,watch resource.k8s.io devicetaintrules
system:controller:disruption-controller
  get,list,watch apps,extensions deployments
  get,list,watch apps,extensions replicasets
  get,list,watch "" replicationcontrollers
  get,list,watch policy poddisruptionbudgets
  get,list,watch apps statefulsets
  update policy poddisruptionbudgets/status
  patch,update "" pods/status
  get * */scale
  create,patch,update "",events.k8s.io events
system:controller:endpoint-controller
  get,list,watch "" pods,services
  create,delete,get,list,update,watch "" endpoints
  create "" endpoints/restricted
  create,patch,update "",events.k8s.io events
system:controller:endpointslice-controller
  get,list,watch "" nodes,pods,services
  update "" services/finalizers
  create,delete,get,list,update,watch discovery.k8s.io endpointslices
  create,patch,update "",events.k8s.io events
system:controller:endpointslicemirroring-controller
  get,list,watch "" endpoints,services
  update "" services/finalizers
  update "" endpoints/finalizers
  create,delete,get,list,update,watch discovery.k8s.io endpointslices
  create,patch,update "",events.k8s.io events
system:controller:ephemeral-volume-controller
  get,list,watch "" pods
  update "" pods/finalizers
  create,get,list,watch "" persistentvolumeclaims
  create,patch,update "",events.k8s.io events
system:controller:expand-controller
  get,list,patch,update,watch "" persistentvolumes
  patch,update "" persistentvolumeclaims/status
  get,list,watch "" persistentvolumeclaims
  create,patch,update "",events.k8s.io events
system:controller:generic-garbage-collector
  delete,get,list,patch,update,watch * *
  create,patch,update "",events.k8s.io events
system:controller:horizontal-pod-autoscaler
  get,list,watch autoscaling horizontalpodautoscalers
  update autoscaling horizontalpodautoscalers/status
  get,update * */scale
  list,watch "" pods
  list,watch metrics.k8s.io pods
  get,list,watch custom.metrics.k8s.io *
  get,list,watch external.metrics.k8s.io *
  create,patch,update "",events.k8s.io events
system:controller:job-controller
  get,list,patch,update,watch batch jobs
  update batch jobs/status
  update batch jobs/finalizers
  create,delete,list,patch,watch "" pods
  create,patch,update "",events.k8s.io events
system:controller:kube-apiserver-serving-clustertrustbundle-publisher
  attest certificates.k8s.io signers kubernetes.io/kube-apiserver-serving
  create,delete,list,update,watch certificates.k8s.io clustertrustbundles
  create,patch,update "",events.k8s.io events
system:controller:legacy-service-account-token-cleaner
  get "" configmaps kube-apiserver-legacy-service-account-token-tracking
  delete,patch "" secrets
system:controller:namespace-controller
  delete,get,list,watch "" namespaces
  update "" namespaces/finalize,namespaces/status
  delete,deletecollection,get,list,watch * *
system:controller:node-controller
  delete,get,list,patch,update,watch "" nodes
  patch,update "" nodes/status
  patch,update "" pods/status
  delete,get,list,watch "" pods
  get,list,watch coordination.k8s.io leases
  create,patch,update "",events.k8s.io events
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
system:controller:pv-protection-controller
  get,list,update,watch "" persistentvolumes
  create,patch,update "",events.k8s.io events
system:controller:pvc-protection-controller
  get,list,update,watch "" persistentvolumeclaims
  update "" persistentvolumeclaims/status
  get,list,watch "" pods
  create,patch,update "",events.k8s.io events
system:controller:replicaset-controller
  get,list,update,watch apps,extensions replicasets
  update apps,extensions replicasets/status
  update apps,extensions replicasets/finalizers
  create,delete,list,patch,watch "" pods
  create,patch,update "",events.k8s.io events
system:controller:replication-controller
  get,list,update,watch "" replicationcontrollers
  update "" replicationcontrollers/status
  update "" replicationcontrollers/finalizers
  create,delete,list,patch,watch "" pods
  create,patch,update "",events.k8s.io events
system:controller:resource-claim-controller
  get,list,watch "" pods
  update "" pods/finalizers
  create,delete,get,list,watch resource.k8s.io resourceclaims
  patch,update resource.k8s.io resourceclaims,resourceclaims/status
  patch,update "" pods/status
  create,patch,update "",events.k8s.io events
  patch,update resource.k8s.io resourceclaims/binding
system:controller:resourcequota-controller
  list,watch * *
  update "" resourcequotas/status
  create,patch,update "",events.k8s.io events
system:controller:root-ca-cert-publisher
  create,update "" configmaps
  create,patch,update "",events.k8s.io events
system:controller:route-controller
  list,watch "" nodes
  patch "" nodes/status
  create,patch,update "",events.k8s.io events
system:controller:selinux-warning-controller
  create,patch,update "",events.k8s.io events
  get,list,watch "" persistentvolumes
  get,list,watch "" persistentvolumeclaims
  get,list,watch "" pods
  get,list,watch storage.k8s.io csidrivers
system:controller:service-account-controller
  create "" serviceaccounts
  create,patch,update "",events.k8s.io events
system:controller:service-cidrs-controller
  get,list,patch,update,watch networking.k8s.io servicecidrs
  patch,update networking.k8s.io servicecidrs/finalizers
  patch,update networking.k8s.io servicecidrs/status
  get,list,watch networking.k8s.io ipaddresses
  create,patch,update "",events.k8s.io events
system:controller:service-controller
  get,list,watch "" services
  patch,update "" services/status
  list,watch "" nodes
  create,patch,update "",events.k8s.io events
system:controller:statefulset-controller
  list,watch "" pods
  get,list,watch apps statefulsets
  update apps statefulsets/status
  update apps statefulsets/finalizers
  create,delete,get,patch,update "" pods
  create,delete,get,list,patch,update,watch apps controllerrevisions
  create,get,list,watch "" persistentvolumeclaims
  delete,update "" persistentvolumeclaims
  update "" pods/finalizers
  create,patch,update "",events.k8s.io events
system:controller:storage-version-migrator-controller
  list,patch * *
  get apiextensions.k8s.io customresourcedefinitions
  patch apiextensions.k8s.io customresourcedefinitions/status
  update storagemigration.k8s.io storageversionmigrations/status
system:controller:ttl-after-finished-controller
  delete,get,list,watch batch jobs
  create,patch,update "",events.k8s.io events
system:controller:ttl-controller
  list,patch,update,watch "" nodes
  create,patch,update "",events.k8s.io events
system:controller:validatingadmissionpolicy-status-controller
  get,list,watch admissionregistration.k8s.io validatingadmissionpolicies
  get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status
  create,patch,update "",events.k8s.io events
system:controller:volumeattributesclass-protection-controller
  get,list,watch "" persistentvolumeclaims
  get,list,watch "" persistentvolumes
  get,list,update,watch storage.k8s.io volumeattributesclasses
  create,patch,update "",events.k8s.io events
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
system:node-problem-detector
  get "" nodes
  patch "" nodes/status
  create,patch,update "",events.k8s.io events
system:node-proxier
  list,watch "" endpoints,services
  get,list,watch "" nodes
  create,patch,update "",events.k8s.io events
  list,watch networking.k8s.io servicecidrs
  list,watch discovery.k8s.io endpointslices
system:persistent-volume-provisioner
  create,delete,get,list,watch "" persistentvolumes
  get,list,update,watch "" persistentvolumeclaims
  get,list,watch storage.k8s.io storageclasses
  watch "" events
  create,patch,update "",events.k8s.io events
system:public-info-viewer
  get url /healthz,/livez,/readyz,/version,/version/
system:service-account-issuer-discovery
  get url /.well-known/openid-configuration,/.well-known/openid-configuration/,/openid/v1/jwks,/openid/v1/jwks/
system:volume-scheduler
  get,list,patch,update,watch "" persistentvolumes
  get,list,watch storage.k8s.io storageclasses
  get,list,patch,update,watch "" persistentvolumeclaims
view to=edit from=view
kube-public/system:controller:bootstrap-signer
  get,list,watch "" configmaps
  update "" configmaps cluster-info
  create,patch,update "",events.k8s.io events
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
kube-system/system:controller:token-cleaner
  delete,get,list,watch "" secrets
  create,patch,update "",events.k8s.io events
`;

/**
 * The bindings of these roles: name, role and subjects. A role `namespace/name` is a Role, any other a
 * ClusterRole.
 */
export const BOOT_BINDINGS = `
cluster-admin role=cluster-admin group=system:masters
system:basic-user role=system:basic-user group=system:authenticated
system:cluster-trust-bundle-discovery role=system:cluster-trust-bundle-discovery group=system:serviceaccounts
system:controller:attachdetach-controller role=system:controller:attachdetach-controller account=kube-system/attachdetach-controller
system:controller:certificate-controller role=system:controller:certificate-controller account=kube-system/certificate-controller
system:controller:clusterrole-aggregation-controller role=system:controller:clusterrole-aggregation-controller account=kube-system/clusterrole-aggregation-controller
system:controller:cronjob-controller role=system:controller:cronjob-controller account=kube-system/cronjob-controller
system:controller:daemon-set-controller role=system:controller:daemon-set-controller account=kube-system/daemon-set-controller
system:controller:deployment-controller role=system:controller:deployment-controller account=kube-system/deployment-controller
system:controller:device-taint-eviction-controller role=system:controller:device-taint-eviction-controller account=kube-system/device-taint-eviction-controller
system:controller:disruption-controller role=system:controller:disruption-controller account=kube-system/disruption-controller
system:controller:endpoint-controller role=system:controller:endpoint-controller account=kube-system/endpoint-controller
system:controller:endpointslice-controller role=system:controller:endpointslice-controller account=kube-system/endpointslice-controller
system:controller:endpointslicemirroring-controller role=system:controller:endpointslicemirroring-controller account=kube-system/endpointslicemirroring-controller
system:controller:ephemeral-volume-controller role=system:controller:ephemeral-volume-controller account=kube-system/ephemeral-volume-controller
system:controller:expand-controller role=system:controller:expand-controller account=kube-system/expand-controller
system:controller:generic-garbage-collector role=system:controller:generic-garbage-collector account=kube-system/generic-garbage-collector
system:controller:horizontal-pod-autoscaler role=system:controller:horizontal-pod-autoscaler account=kube-system/horizontal-pod-autoscaler
system:controller:job-controller role=system:controller:job-controller account=kube-system/job-controller
system:controller:kube-apiserver-serving-clustertrustbundle-publisher role=system:controller:kube-apiserver-serving-clustertrustbundle-publisher account=kube-system/kube-apiserver-serving-clustertrustbundle-publisher
system:controller:legacy-service-account-token-cleaner role=system:controller:legacy-service-account-token-cleaner account=kube-system/legacy-service-account-token-cleaner
system:controller:namespace-controller role=system:controller:namespace-controller account=kube-system/namespace-controller
system:controller:node-controller role=system:controller:node-controller account=kube-system/node-controller
system:controller:persistent-volume-binder role=system:controller:persistent-volume-binder account=kube-system/persistent-volume-binder
system:controller:pod-garbage-collector role=system:controller:pod-garbage-collector account=kube-system/pod-garbage-collector
system:controller:podcertificaterequestcleaner role=system:controller:podcertificaterequestcleaner account=kube-system/podcertificaterequestcleaner
system:controller:pv-protection-controller role=system:controller:pv-protection-controller account=kube-system/pv-protection-controller
system:controller:pvc-protection-controller role=system:controller:pvc-protection-controller account=kube-system/pvc-protection-controller
system:controller:replicaset-controller role=system:controller:replicaset-controller account=kube-system/replicaset-controller
system:controller:replication-controller role=system:controller:replication-controller account=kube-system/replication-controller
system:controller:resource-claim-controller role=system:controller:resource-claim-controller account=kube-system/resource-claim-controller
system:controller:resourcequota-controller role=system:controller:resourcequota-controller account=kube-system/resourcequota-controller
system:controller:root-ca-cert-publisher role=system:controller:root-ca-cert-publisher account=kube-system/root-ca-cert-publisher
system:controller:route-controller role=system:controller:route-controller account=kube-system/route-controller
system:controller:selinux-warning-controller role=system:controller:selinux-warning-controller account=kube-system/selinux-warning-controller
system:controller:service-account-controller role=system:controller:service-account-controller account=kube-system/service-account-controller
system:controller:service-cidrs-controller role=system:controller:service-cidrs-controller account=kube-system/service-cidrs-controller
system:controller:service-controller role=system:controller:service-controller account=kube-system/service-controller
system:controller:statefulset-controller role=system:controller:statefulset-controller account=kube-system/statefulset-controller
system:controller:storage-version-migrator-controller role=system:controller:storage-version-migrator-controller account=kube-system/storage-version-migrator-controller
system:controller:ttl-after-finished-controller role=system:controller:ttl-after-finished-controller account=kube-system/ttl-after-finished-controller
system:controller:ttl-controller role=system:controller:ttl-controller account=kube-system/ttl-controller
system:controller:validatingadmissionpolicy-status-controller role=system:controller:validatingadmissionpolicy-status-controller account=kube-system/validatingadmissionpolicy-status-controller
system:controller:volumeattributesclass-protection-controller role=system:controller:volumeattributesclass-protection-controller account=kube-system/volumeattributesclass-protection-controller
system:discovery role=system:discovery group=system:authenticated
system:kube-controller-manager role=system:kube-controller-manager user=system:kube-controller-manager
system:kube-dns role=system:kube-dns account=kube-system/kube-dns
system:kube-scheduler role=system:kube-scheduler user=system:kube-scheduler
system:monitoring role=system:monitoring group=system:monitoring
system:node role=system:node
system:node-proxier role=system:node-proxier user=system:kube-proxy
system:public-info-viewer role=system:public-info-viewer group=system:authenticated group=system:unauthenticated
system:service-account-issuer-discovery role=system:service-account-issuer-discovery group=system:serviceaccounts
system:volume-scheduler role=system:volume-scheduler user=system:kube-scheduler
kube-public/system:controller:bootstrap-signer role=system:controller:bootstrap-signer account=kube-system/bootstrap-signer
kube-system/system::extension-apiserver-authentication-reader role=extension-apiserver-authentication-reader user=system:kube-controller-manager user=system:kube-scheduler
kube-system/system::leader-locking-kube-controller-manager role=system::leader-locking-kube-controller-manager user=system:kube-controller-manager account=kube-system/kube-controller-manager account=kube-system/leader-election-controller
kube-system/system::leader-locking-kube-scheduler role=system::leader-locking-kube-scheduler user=system:kube-scheduler account=kube-system/kube-scheduler
kube-system/system:controller:bootstrap-signer role=system:controller:bootstrap-signer account=kube-system/bootstrap-signer
kube-system/system:controller:cloud-provider role=system:controller:cloud-provider account=kube-system/cloud-provider
kube-system/system:controller:token-cleaner role=system:controller:token-cleaner account=kube-system/token-cleaner
`;
