import { parseWalks } from "./walk.ts";

/** Kinds that make no pods. */
export const OTHERS = parseWalks(String.raw`
## hpas
/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers
{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","spec":{"maxReplicas":3,"scaleTargetRef":{"kind":"Deployment","name":"d","apiVersion":"apps/v1"}}}
{"spec":{"minReplicas":0}}
{"spec":{"minReplicas":5}}
{"spec":{"maxReplicas":0}}
{"spec":{"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":50}}}]}}
{"spec":{"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":0}}}]}}
{"spec":{"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageValue":"1","averageUtilization":5}}}]}}
{"spec":{"metrics":[{"type":"Pods","pods":{"metric":{"name":"x/y"},"target":{"type":"AverageValue","averageValue":"0"}}}]}}
{"spec":{"metrics":[{"type":"External","external":{"metric":{"name":"q","selector":{"matchLabels":{"a b":"c"}}},"target":{"type":"Value","value":"-1"}}}]}}
{"spec":{"metrics":[{"type":"Object","object":{"describedObject":{"kind":"","name":""},"metric":{"name":""},"target":{"type":"X"}}}]}}
{"spec":{"metrics":[{"type":"ContainerResource","containerResource":{"name":"cpu","container":"c","target":{"type":"Utilization","averageUtilization":3}}}]}}
{"spec":{"metrics":[{"type":"Foo"}]}}
{"spec":{"metrics":[]}}
{"spec":{"behavior":{"scaleDown":{"stabilizationWindowSeconds":4000,"selectPolicy":"X","policies":[{"type":"Pods","value":0,"periodSeconds":2000}]}}}}
{"spec":{"behavior":{"scaleUp":{"policies":[{"type":"Percent","value":10,"periodSeconds":15}]}}}}
{"spec":{"behavior":{"scaleUp":{"tolerance":"0.1"}}}}
{"spec":{"scaleTargetRef":{"kind":"","name":""}}}
{"spec":{"behavior":null,"metrics":null}}
status {"currentReplicas":1,"desiredReplicas":2,"currentMetrics":[{"type":"Resource","resource":{"name":"cpu","current":{"averageUtilization":10,"averageValue":"1m"}}}],"conditions":[{"type":"AbleToScale","status":"True"}]}
status {"currentReplicas":-1,"desiredReplicas":0}
## ingresses
/apis/networking.k8s.io/v1/namespaces/{{ns}}/ingresses
{"apiVersion":"networking.k8s.io/v1","kind":"Ingress","spec":{"defaultBackend":{"service":{"name":"s","port":{"number":80}}}}}
{"spec":{"ingressClassName":"c"}}
{"spec":{"ingressClassName":""}}
{"metadata":{"annotations":{"kubernetes.io/ingress.class":"x"}}}
{"spec":{"rules":[{"host":"a.b","http":{"paths":[{"path":"/x","pathType":"Prefix","backend":{"service":{"name":"s","port":{"name":"p"}}}}]}}]}}
{"spec":{"rules":[{"host":"*.b","http":{"paths":[{"path":"x","pathType":"Exact","backend":{}}]}}]}}
{"spec":{"rules":[{"host":"1.2.3.4","http":{"paths":[]}}]}}
{"spec":{"tls":[{"hosts":["a","*.c","B_"],"secretName":"X_"}]}}
{"spec":{"defaultBackend":{"resource":{"kind":"K","name":"n","apiGroup":"g"}}}}
{"spec":{"defaultBackend":{"service":{"name":"s","port":{"number":80,"name":"x"}},"resource":{"kind":"K","name":"n"}}}}
{"spec":{"rules":[{"http":{"paths":[{"path":"/a//b","pathType":"Prefix","backend":{"service":{"name":"S","port":{"number":0}}}},{"pathType":"ImplementationSpecific","backend":{"service":{"name":"s","port":{"number":99999}}}},{"path":"/%2f","pathType":"X","backend":{"service":{"name":"s","port":{"number":1}}}}]}}]}}
{"spec":{"defaultBackend":null}}
status {"loadBalancer":{"ingress":[{"ip":"1.1.1.1","hostname":"a.b","ports":[{"port":80,"protocol":"TCP","error":"x y"}]}]}}
status {"loadBalancer":{"ingress":[{"ip":"x"},{"hostname":"1.2.3.4"}]}}
## hpav1
/apis/autoscaling/v1/namespaces/{{ns}}/horizontalpodautoscalers
{"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","spec":{"maxReplicas":3,"scaleTargetRef":{"kind":"Deployment","name":"d","apiVersion":"apps/v1"}}}
{"spec":{"targetCPUUtilizationPercentage":5}}
{"spec":{"targetCPUUtilizationPercentage":0}}
{"spec":{"minReplicas":2}}
{"metadata":{"annotations":{"autoscaling.alpha.kubernetes.io/metrics":"[{\"type\":\"Pods\",\"pods\":{\"metricName\":\"x\",\"targetAverageValue\":\"5\"}}]"}}}
{"metadata":{"annotations":{"autoscaling.alpha.kubernetes.io/metrics":"bad"}}}
{"metadata":{"annotations":{"autoscaling.alpha.kubernetes.io/behavior":"{\"ScaleUp\":{\"Policies\":[{\"Type\":\"Pods\",\"Value\":1,\"PeriodSeconds\":5}]}}"}}}
{"metadata":{"annotations":{"autoscaling.alpha.kubernetes.io/conditions":"[{\"type\":\"a\",\"status\":\"True\"}]"}}}
{"metadata":{"labels":{"x":"y"}}}
{"metadata":{"annotations":{"a b":"c"}}}
{"metadata":{"finalizers":["a/b"]}}
{"metadata":{"finalizers":["bad"]}}
{"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"a","uid":"u"}]}}
{"metadata":{"labels":{"-x":"y"}}}
status {"currentReplicas":1,"desiredReplicas":2,"currentCPUUtilizationPercentage":7}
## pvcs
/api/v1/namespaces/{{ns}}/persistentvolumeclaims
{"apiVersion":"v1","kind":"PersistentVolumeClaim","spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}}
{"spec":{"resources":{"requests":{"storage":"2Gi"}}}}
{"spec":{"resources":{"requests":{"storage":"0"}}}}
{"spec":{"resources":{"requests":{"cpu":"1"}}}}
{"spec":{"resources":{"limits":{"storage":"1Mi"}}}}
{"spec":{"storageClassName":""}}
{"spec":{"storageClassName":"fast"}}
{"spec":{"volumeName":"pv1"}}
{"spec":{"volumeMode":"Block"}}
{"spec":{"volumeMode":"X"}}
{"spec":{"accessModes":["ReadWriteOncePod","ReadOnlyMany"]}}
{"spec":{"accessModes":["Y"]}}
{"spec":{"dataSource":{"kind":"PersistentVolumeClaim","name":"p"}}}
{"spec":{"dataSource":{"kind":"VolumeSnapshot","apiGroup":"snapshot.storage.k8s.io","name":"p"}}}
{"spec":{"dataSourceRef":{"kind":"X","apiGroup":"y.z","name":"p"}}}
{"spec":{"dataSourceRef":{"kind":"PersistentVolumeClaim","name":"p","namespace":"other"}}}
{"spec":{"dataSource":{"kind":"Pod","name":"z"}}}
{"spec":{"volumeAttributesClassName":"gold"}}
{"spec":{"volumeAttributesClassName":""}}
{"spec":{"selector":{"matchLabels":{"a":"b"}}}}
{"metadata":{"annotations":{"volume.beta.kubernetes.io/storage-class":"x"}}}
status {"phase":"Bound","accessModes":["ReadWriteOnce"],"capacity":{"storage":"1Gi"}}
status {"phase":"Lost"}
status {"phase":"X"}
status {"conditions":[{"type":"Resizing","status":"True"}]}
status {"capacity":{"storage":"-1"}}
status {"allocatedResources":{"storage":"5Gi"},"allocatedResourceStatuses":{"storage":"NodeResizeInProgress"}}
status {"allocatedResourceStatuses":{"storage":"Bad","a b":"x"}}
status {"currentVolumeAttributesClassName":"g","modifyVolumeStatus":{"status":"Pending","targetVolumeAttributesClassName":"t"}}
## pvs cluster
/api/v1/persistentvolumes
{"apiVersion":"v1","kind":"PersistentVolume","spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],"hostPath":{"path":"/x"}}}
{"spec":{"capacity":{"storage":"2Gi"}}}
{"spec":{"capacity":{"storage":"0","cpu":"1"}}}
{"spec":{"hostPath":{"path":"../x"}}}
{"spec":{"hostPath":{"type":"Nope"}}}
{"spec":{"nfs":{"server":"a","path":"/b"}}}
{"spec":{"hostPath":null,"nfs":{"server":"","path":"b"}}}
{"spec":{"hostPath":null,"csi":{"driver":"d.e","volumeHandle":"h","fsType":"ext4","volumeAttributes":{"a":"b"},"controllerPublishSecretRef":{"name":""}}}}
{"spec":{"hostPath":null,"local":{"path":"/x"}}}
{"spec":{"hostPath":null,"local":{"path":"/x"},"nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"a","operator":"In","values":["b"]}]}]}}}}
{"spec":{"claimRef":{"name":"c","namespace":"{{ns}}"}}}
{"spec":{"claimRef":{"name":"c","namespace":"{{ns}}","uid":"u"}}}
{"spec":{"claimRef":null}}
{"spec":{"persistentVolumeReclaimPolicy":"Delete"}}
{"spec":{"persistentVolumeReclaimPolicy":"Recycle"}}
{"spec":{"persistentVolumeReclaimPolicy":"Z"}}
{"spec":{"storageClassName":"s"}}
{"spec":{"storageClassName":"S_"}}
{"spec":{"mountOptions":["a","b"]}}
{"spec":{"volumeMode":"Block"}}
{"spec":{"nodeAffinity":{"required":{"nodeSelectorTerms":[]}}}}
{"spec":{"nodeAffinity":{"required":{"nodeSelectorTerms":[{"matchFields":[{"key":"x","operator":"In","values":["b"]}]}]}}}}
{"spec":{"accessModes":[]}}
{"spec":{"volumeAttributesClassName":"g"}}
status {"phase":"Bound"}
status {"phase":"X","message":"m","reason":"r"}
status {"phase":"Released","lastPhaseTransitionTime":"2024-01-01T00:00:00Z"}
## vas cluster
/apis/storage.k8s.io/v1/volumeattachments
{"apiVersion":"storage.k8s.io/v1","kind":"VolumeAttachment","spec":{"attacher":"a.b","nodeName":"n","source":{"persistentVolumeName":"p"}}}
{"spec":{"attacher":""}}
{"spec":{"nodeName":"m"}}
{"spec":{"source":{"inlineVolumeSpec":{"capacity":{"storage":"1Gi"}}}}}
{"spec":{"source":{"persistentVolumeName":null}}}
status {"attached":true}
status {"attached":false,"attachError":{"message":"m","time":"2024-01-01T00:00:00Z","errorCode":5}}
status {"attachmentMetadata":{"a":"b"},"attached":true}
## vacs cluster
/apis/storage.k8s.io/v1/volumeattributesclasses
{"apiVersion":"storage.k8s.io/v1","kind":"VolumeAttributesClass","driverName":"a.b","parameters":{"a":"b"}}
{"driverName":"c.d"}
{"parameters":{}}
{"parameters":{"a":"c"}}
{"driverName":""}
{"parameters":null}
## priorityclasses cluster
/apis/scheduling.k8s.io/v1/priorityclasses
{"apiVersion":"scheduling.k8s.io/v1","kind":"PriorityClass","value":5}
{"value":6}
{"value":2000000000}
{"preemptionPolicy":"Never"}
{"preemptionPolicy":"X"}
{"description":"d"}
{"value":-5}
## slices
/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices
{"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","addressType":"IPv4","endpoints":[{"addresses":["1.2.3.4"]}]}
{"addressType":"FQDN"}
{"addressType":"IPv6"}
{"addressType":"X"}
{"endpoints":[{"addresses":[]}]}
{"endpoints":[{"addresses":["1.2.3.4","x"],"conditions":{"ready":false,"serving":true},"hostname":"h","nodeName":"n","zone":"z","deprecatedTopology":{"a":"b"}}]}
{"ports":[{"port":80,"name":"a","protocol":"TCP","appProtocol":"x/y"}]}
{"ports":[{"name":"A"},{"name":"a"},{"name":"a","protocol":"X"}]}
{"endpoints":[{"addresses":["1.2.3.4"],"hints":{"forZones":[{"name":"z"}],"forNodes":[{"name":"n"}]}}]}
{"metadata":{"labels":{"kubernetes.io/service-name":"s"}}}
{"endpoints":null}
{"ports":null}
{"endpoints":[{"addresses":["1.2.3.4"],"targetRef":{"kind":"Pod","name":"q","uid":"u"}}]}
## nodes cluster
/api/v1/nodes
{"apiVersion":"v1","kind":"Node"}
{"spec":{"unschedulable":true}}
{"spec":{"podCIDR":"10.1.0.0/24","podCIDRs":["10.1.0.0/24"]}}
{"spec":{"podCIDR":"10.2.0.0/24"}}
{"spec":{"podCIDRs":["10.1.0.0/24","10.2.0.0/24"]}}
{"spec":{"providerID":"a"}}
{"spec":{"providerID":"b"}}
{"spec":{"taints":[{"key":"a","effect":"NoExecute"},{"key":"a","effect":"NoExecute"}]}}
{"spec":{"taints":[{"key":"b c","effect":"X"}]}}
{"spec":{"configSource":{"configMap":{"name":"x","namespace":"y","kubeletConfigKey":"z"}}}}
{"spec":{"externalID":"e"}}
{"metadata":{"annotations":{"scheduler.alpha.kubernetes.io/preferAvoidPods":"x"}}}
status {"capacity":{"cpu":"1","a b":"1"},"allocatable":{"cpu":"-1"}}
status {"conditions":[{"type":"Ready","status":"True"}]}
status {"addresses":[{"type":"InternalIP","address":"1.1.1.1"},{"type":"InternalIP","address":"1.1.1.1"}]}
status {"daemonEndpoints":{"kubeletEndpoint":{"Port":10250}}}
status {"nodeInfo":{"kubeletVersion":"v1","machineID":"m"}}
status {"images":[{"names":["a"],"sizeBytes":5}]}
status {"volumesInUse":["a"],"volumesAttached":[{"name":"x","devicePath":"y"}]}
status {"config":{"error":"x"}}
status {"phase":"Running"}
status {"runtimeHandlers":[{"name":"","features":{"recursiveReadOnlyMounts":true}}]}
status {"features":{"supplementalGroupsPolicy":true}}
## namespaces cluster
/api/v1/namespaces
{"apiVersion":"v1","kind":"Namespace"}
{"spec":{"finalizers":["x/y"]}}
{"spec":{"finalizers":["bad"]}}
{"metadata":{"labels":{"kubernetes.io/metadata.name":"x"}}}
{"metadata":{"labels":{"pod-security.kubernetes.io/enforce":"x"}}}
{"metadata":{"labels":{"pod-security.kubernetes.io/warn":"restricted"}}}
status {"phase":"Terminating"}
status {"phase":"X"}
status {"conditions":[{"type":"a","status":"True"}]}
## scidrs cluster
/apis/networking.k8s.io/v1/servicecidrs
{"apiVersion":"networking.k8s.io/v1","kind":"ServiceCIDR","spec":{"cidrs":["192.168.0.0/24"]}}
{"spec":{"cidrs":["192.168.0.0/24","fd00::/112"]}}
{"spec":{"cidrs":["x"]}}
{"spec":{"cidrs":[]}}
{"spec":{"cidrs":["192.168.0.1/24"]}}
{"spec":{"cidrs":["192.168.0.0/24","192.168.1.0/24"]}}
status {"conditions":[{"type":"Ready","status":"True","reason":"x","message":"","lastTransitionTime":"2024-01-01T00:00:00Z"}]}
## ingressclasses cluster
/apis/networking.k8s.io/v1/ingressclasses
{"apiVersion":"networking.k8s.io/v1","kind":"IngressClass","spec":{"controller":"a/b"}}
{"spec":{"controller":"x"}}
{"spec":{"controller":"c/d"}}
{"spec":{"parameters":{"kind":"K","name":"n"}}}
{"spec":{"parameters":{"kind":"K","name":"n","scope":"Namespace"}}}
{"spec":{"parameters":{"kind":"K/","name":"n","scope":"Z","namespace":"x","apiGroup":"A_"}}}
{"spec":{"parameters":{"kind":"K","name":"n","scope":"Namespace","namespace":"q"}}}
## podtemplates
/api/v1/namespaces/{{ns}}/podtemplates
{"apiVersion":"v1","kind":"PodTemplate","template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}
{"template":{"spec":{"restartPolicy":"X"}}}
{"template":{"spec":{"containers":[{"name":"c","image":"j","ports":[{"containerPort":80},{"containerPort":80}]}]}}}
{"template":{"metadata":{"labels":{"a b":"c"}}}}
{"template":{"spec":{"nodeName":"n"}}}
`);
