import { parseWalks } from "./walk.ts";

/** Edits of a pod. */
const EDITS: readonly string[] = `
{"spec":{"containers":[{"name":"c","image":"j"}]}}
{"spec":{"activeDeadlineSeconds":5}}
{"spec":{"activeDeadlineSeconds":3}}
{"spec":{"tolerations":[{"key":"a","operator":"Exists"}]}}
{"spec":{"terminationGracePeriodSeconds":1}}
{"spec":{"nodeName":"n"}}
{"spec":{"schedulingGates":[{"name":"g"}]}}
{"spec":{"schedulingGates":[]}}
{"spec":{"nodeSelector":{"a":"b"}}}
{"spec":{"hostNetwork":true,"containers":[{"name":"c","image":"i","ports":[{"containerPort":80}]}]}}
{"spec":{"restartPolicy":"Always"}}
{"spec":{"initContainers":[{"name":"i","image":"x","restartPolicy":"Always"}]}}
{"spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1"},"limits":{"cpu":"2"}}}]}}
{"spec":{"containers":[{"name":"c","image":"i","livenessProbe":{"httpGet":{"port":80},"periodSeconds":0}}]}}
`
  .trim()
  .split("\n");

/** The first edits of a pod, in the template of another object. */
const inTemplate = (count: number): string =>
  EDITS.slice(0, count)
    .map((edit) => `{"spec":{"template":${edit}}}`)
    .join("\n");

/** Statuses of objects that create pods. */
const STATUSES = `
status {"replicas":3,"readyReplicas":2,"availableReplicas":1,"observedGeneration":2}
status {"replicas":-1}
status {"conditions":[{"type":"Available","status":"True","reason":"r","message":"m","lastUpdateTime":"2024-01-01T00:00:00Z","lastTransitionTime":"2024-01-01T00:00:00Z"}]}
status {"collisionCount":-1}
status {"updatedReplicas":5,"replicas":1}
status {"observedGeneration":-5}
status {"readyReplicas":9,"replicas":1}
status {"terminatingReplicas":2}
`.trim();

/** Edits of objects that keep a number of pods. */
const REPLICATED = `
${inTemplate(14)}
{"spec":{"replicas":3}}
{"spec":{"replicas":-1}}
{"spec":{"replicas":null}}
{"spec":{"strategy":{"type":"Recreate"}}}
{"spec":{"strategy":{"type":"Recreate","rollingUpdate":null}}}
{"spec":{"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":0,"maxUnavailable":0}}}}
{"spec":{"strategy":{"rollingUpdate":{"maxSurge":"120%","maxUnavailable":"x"}}}}
{"spec":{"selector":{"matchLabels":{"a":"c"}}}}
{"spec":{"minReadySeconds":-1}}
{"spec":{"progressDeadlineSeconds":1,"minReadySeconds":5}}
{"spec":{"revisionHistoryLimit":-1}}
{"spec":{"paused":true}}
{"metadata":{"annotations":{"deployment.kubernetes.io/revision":"4"}}}
{"spec":{"template":{"metadata":{"labels":{"a":"z"}}}}}
${STATUSES}
`.trim();

/** Services, pods, and kinds that create pods. */
export const WORKLOADS = parseWalks(`
## pods
/api/v1/namespaces/{{ns}}/pods
{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"c","image":"i"}]}}
${EDITS.join("\n")}
{"spec":{"volumes":[{"name":"v","emptyDir":{"sizeLimit":"1Gi"}},{"name":"w","configMap":{"name":"c","defaultMode":420,"items":[{"key":"a","path":"../x"}]}}]}}
{"metadata":{"labels":{"x":"y"},"annotations":{"a b":"c"}}}
{"metadata":{"finalizers":["a/b"]}}
{"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"a","uid":"u","controller":true,"blockOwnerDeletion":true}]}}
{"spec":{"securityContext":{"runAsNonRoot":true,"fsGroup":-1,"sysctls":[{"name":"kernel.shm_rmid_forced","value":"1"}]}}}
{"spec":{"topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"z","whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"a":"b"}}}]}}
{"spec":{"affinity":{"podAntiAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":101,"podAffinityTerm":{"topologyKey":""}}]}}}}
{"spec":{"os":{"name":"windows"},"securityContext":{"windowsOptions":{"hostProcess":true}}}}
{"spec":{"dnsPolicy":"None","dnsConfig":{"nameservers":["1.1.1.1","x"]}}}
{"spec":{"hostAliases":[{"ip":"300.1.1.1","hostnames":["A_"]}]}}
{"spec":{"priorityClassName":"system-node-critical","priority":5}}
{"spec":{"runtimeClassName":"nope"}}
{"spec":{"ephemeralContainers":[{"name":"e","image":"i"}]}}
{"spec":{"resources":{"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"2"}}}}
{"spec":{"hostUsers":false}}
{"spec":{"resourceClaims":[{"name":"r","resourceClaimTemplateName":"t"}]}}
{"spec":{"containers":[{"name":"c","image":"i","env":[{"name":"A","valueFrom":{"fieldRef":{"fieldPath":"metadata.nope"}}},{"name":"B","value":"x","valueFrom":{"secretKeyRef":{"name":"s","key":"k"}}}],"envFrom":[{"prefix":"1","configMapRef":{"name":""}}],"lifecycle":{"preStop":{"sleep":{"seconds":100},"exec":{"command":[]}}},"securityContext":{"privileged":true,"allowPrivilegeEscalation":false,"capabilities":{"add":["SYS_ADMIN"]},"procMount":"X","seccompProfile":{"type":"Localhost"}}}]}}
status {"phase":"Running"}
status {"phase":"Nope"}
status {"podIP":"1.2.3.4"}
status {"podIPs":[{"ip":"1.2.3.4"},{"ip":"1.2.3.5"}]}
status {"conditions":[{"type":"Ready","status":"True"},{"type":"Ready","status":"Nope"}]}
status {"containerStatuses":[{"name":"c","ready":true,"restartCount":2,"state":{"running":{"startedAt":"2024-01-01T00:00:00Z"}},"image":"i","imageID":"x"}]}
status {"containerStatuses":[{"name":"c","ready":false,"restartCount":0,"state":{"waiting":{"reason":"CrashLoopBackOff"}},"image":"i","imageID":"x"}]}
status {"containerStatuses":[{"name":"c","ready":false,"restartCount":3,"state":{"terminated":{"exitCode":1,"signal":9}},"lastState":{"terminated":{"exitCode":2,"finishedAt":"2024-01-01T00:00:00Z"}},"image":"i","imageID":"x"}]}
status {"hostIP":"1.1.1.1","nominatedNodeName":"zz","reason":"Evicted","message":"m"}
status {"qosClass":"Guaranteed"}
status {"observedGeneration":-1}
status {"resize":"Deferred"}
status {"startTime":"2024-01-01T00:00:00Z","phase":"Succeeded"}
status {"resourceClaimStatuses":[{"name":"q","resourceClaimName":"z"}]}
status {"initContainerStatuses":[{"name":"i","ready":true,"restartCount":0,"image":"","imageID":"","started":true,"state":{}}]}
status {"phase":"Failed","reason":"NodeLost"}
## deployments scale
/apis/apps/v1/namespaces/{{ns}}/deployments
{"apiVersion":"apps/v1","kind":"Deployment","spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}
${REPLICATED}
## statefulsets scale
/apis/apps/v1/namespaces/{{ns}}/statefulsets
{"apiVersion":"apps/v1","kind":"StatefulSet","spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}},"serviceName":"s"}}
${inTemplate(10)}
{"spec":{"replicas":2}}
{"spec":{"serviceName":"zz"}}
{"spec":{"podManagementPolicy":"Parallel"}}
{"spec":{"podManagementPolicy":"X"}}
{"spec":{"updateStrategy":{"type":"OnDelete"}}}
{"spec":{"updateStrategy":{"type":"OnDelete","rollingUpdate":{"partition":1}}}}
{"spec":{"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"partition":-1,"maxUnavailable":0}}}}
{"spec":{"volumeClaimTemplates":[{"metadata":{"name":"v"},"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}}]}}
{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Delete"}}}
{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"X","whenScaled":""}}}
{"spec":{"ordinals":{"start":3}}}
{"spec":{"ordinals":{"start":-1}}}
{"spec":{"minReadySeconds":4}}
{"spec":{"revisionHistoryLimit":3}}
${STATUSES}
## daemonsets
/apis/apps/v1/namespaces/{{ns}}/daemonsets
{"apiVersion":"apps/v1","kind":"DaemonSet","spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}
${inTemplate(10)}
{"spec":{"updateStrategy":{"type":"OnDelete"}}}
{"spec":{"updateStrategy":{"rollingUpdate":{"maxSurge":1,"maxUnavailable":1}}}}
{"spec":{"updateStrategy":{"rollingUpdate":{"maxSurge":0,"maxUnavailable":0}}}}
{"spec":{"minReadySeconds":1}}
{"spec":{"template":{"spec":{"restartPolicy":"Never"}}}}
{"spec":{"selector":null}}
status {"currentNumberScheduled":1,"numberMisscheduled":0,"desiredNumberScheduled":1,"numberReady":-1}
status {"currentNumberScheduled":1,"numberMisscheduled":0,"desiredNumberScheduled":1,"numberReady":1,"numberAvailable":1}
## replicasets scale
/apis/apps/v1/namespaces/{{ns}}/replicasets
{"apiVersion":"apps/v1","kind":"ReplicaSet","spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}
${REPLICATED}
## rcs scale
/api/v1/namespaces/{{ns}}/replicationcontrollers
{"apiVersion":"v1","kind":"ReplicationController","spec":{"selector":{"a":"b"},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}
${REPLICATED}
## jobs
/apis/batch/v1/namespaces/{{ns}}/jobs
{"apiVersion":"batch/v1","kind":"Job","spec":{"template":{"spec":{"containers":[{"name":"c","image":"i"}],"restartPolicy":"Never"}}}}
{"spec":{"parallelism":2}}
{"spec":{"parallelism":-1}}
{"spec":{"completions":4}}
{"spec":{"completionMode":"Indexed","completions":3}}
{"spec":{"completionMode":"Indexed"}}
{"spec":{"backoffLimit":2}}
{"spec":{"backoffLimitPerIndex":1}}
{"spec":{"maxFailedIndexes":3}}
{"spec":{"suspend":true}}
{"spec":{"suspend":false}}
{"spec":{"ttlSecondsAfterFinished":-1}}
{"spec":{"activeDeadlineSeconds":100}}
{"spec":{"manualSelector":true,"selector":{"matchLabels":{"a":"b"}}}}
{"spec":{"podFailurePolicy":{"rules":[{"action":"FailJob","onExitCodes":{"operator":"In","values":[1,2]}},{"action":"Ignore","onPodConditions":[{"type":"DisruptionTarget"}]}]}}}
{"spec":{"podFailurePolicy":{"rules":[{"action":"X","onExitCodes":{"operator":"In","values":[2,1,0]},"onPodConditions":[{"type":""}]}]}}}
{"spec":{"successPolicy":{"rules":[{"succeededIndexes":"0-1","succeededCount":5},{}]}}}
{"spec":{"podReplacementPolicy":"Failed"}}
{"spec":{"podReplacementPolicy":"X"}}
{"spec":{"managedBy":"a/b"}}
{"spec":{"managedBy":"x"}}
{"spec":{"template":{"spec":{"restartPolicy":"Always"}}}}
{"spec":{"template":{"spec":{"nodeSelector":{"x":"y"}}}}}
{"spec":{"template":{"metadata":{"labels":{"z":"w"}}}}}
{"spec":{"template":{"spec":{"schedulingGates":[{"name":"g"}]}}}}
{"spec":{"selector":{"matchLabels":{"q":"r"}}}}
status {"active":1,"ready":1}
status {"startTime":"2024-01-01T00:00:00Z"}
status {"startTime":"2024-01-01T00:00:00Z","completionTime":"2024-01-01T00:01:00Z","succeeded":1,"conditions":[{"type":"SuccessCriteriaMet","status":"True"},{"type":"Complete","status":"True"}],"uncountedTerminatedPods":{}}
status {"conditions":[{"type":"Failed","status":"True"}]}
status {"succeeded":-1}
status {"completedIndexes":"1,3-5"}
status {"completedIndexes":"5-3"}
status {"conditions":[{"type":"Suspended","status":"True"}]}
status {"failedIndexes":"1"}
status {"uncountedTerminatedPods":{"succeeded":["a","a"],"failed":[""]}}
status {"terminating":-1}
status {"conditions":[{"type":"FailureTarget","status":"True"},{"type":"Failed","status":"True"}],"startTime":"2024-01-01T00:00:00Z"}
## cronjobs
/apis/batch/v1/namespaces/{{ns}}/cronjobs
{"apiVersion":"batch/v1","kind":"CronJob","spec":{"schedule":"* * * * *","jobTemplate":{"spec":{"template":{"spec":{"containers":[{"name":"c","image":"i"}],"restartPolicy":"Never"}}}}}}
{"spec":{"schedule":"@hourly"}}
{"spec":{"schedule":"TZ=UTC * * * * *"}}
{"spec":{"schedule":"bad"}}
{"spec":{"timeZone":"Europe/Berlin"}}
{"spec":{"timeZone":"Nope/X"}}
{"spec":{"timeZone":""}}
{"spec":{"concurrencyPolicy":"Forbid"}}
{"spec":{"concurrencyPolicy":"X"}}
{"spec":{"startingDeadlineSeconds":-1}}
{"spec":{"successfulJobsHistoryLimit":-1,"failedJobsHistoryLimit":0}}
{"spec":{"suspend":true}}
{"spec":{"jobTemplate":{"spec":{"parallelism":-1}}}}
{"spec":{"jobTemplate":{"metadata":{"labels":{"x y":"z"}}}}}
{"spec":{"jobTemplate":{"spec":{"manualSelector":true,"selector":{"matchLabels":{"a":"b"}}}}}}
{"spec":{"schedule":"60 * * * *"}}
{"spec":{"schedule":"CRON_TZ=Local * * * * *"}}
{"spec":{"schedule":"*/0 * * * *"}}
{"spec":{"schedule":"0 0 31 2 *"}}
{"spec":{"schedule":"@every 1h"}}
{"spec":{"schedule":"0 0 * * MON-FRI"}}
status {"lastScheduleTime":"2024-01-01T00:00:00Z"}
status {"active":[{"kind":"Job","name":"x","namespace":"y"}]}
status {"lastSuccessfulTime":"2024-01-01T00:00:00.5Z"}
status {"active":[]}
## services
/api/v1/namespaces/{{ns}}/services
{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":80}]}}
{"spec":{"type":"ClusterIP"}}
{"spec":{"type":"NodePort"}}
{"spec":{"type":"LoadBalancer"}}
{"spec":{"type":"ExternalName","externalName":"a.b"}}
{"spec":{"type":"ClusterIP","clusterIP":"None"}}
{"spec":{"clusterIP":""}}
{"spec":{"clusterIP":null}}
{"spec":{"clusterIP":"10.0.77.1"}}
{"spec":{"clusterIP":"10.0.77.2","clusterIPs":["10.0.77.3"]}}
{"spec":{"clusterIPs":["None"]}}
{"spec":{"clusterIPs":[]}}
{"spec":{"clusterIPs":null}}
{"spec":{"ipFamilies":["IPv4"]}}
{"spec":{"ipFamilies":["IPv6"]}}
{"spec":{"ipFamilies":["IPv4","IPv6"]}}
{"spec":{"ipFamilyPolicy":"PreferDualStack"}}
{"spec":{"ipFamilyPolicy":"RequireDualStack"}}
{"spec":{"ipFamilyPolicy":"SingleStack"}}
{"spec":{"ipFamilyPolicy":null}}
{"spec":{"externalTrafficPolicy":"Local"}}
{"spec":{"externalTrafficPolicy":"Cluster"}}
{"spec":{"externalTrafficPolicy":""}}
{"spec":{"externalTrafficPolicy":"X"}}
{"spec":{"internalTrafficPolicy":"Local"}}
{"spec":{"internalTrafficPolicy":null}}
{"spec":{"internalTrafficPolicy":"Y"}}
{"spec":{"healthCheckNodePort":31999}}
{"spec":{"healthCheckNodePort":0}}
{"spec":{"loadBalancerClass":"x/y"}}
{"spec":{"loadBalancerClass":null}}
{"spec":{"loadBalancerClass":"bad class"}}
{"spec":{"loadBalancerSourceRanges":["10.0.0.0/8"]}}
{"spec":{"loadBalancerSourceRanges":[" 10.0.0.0/8 ","x"]}}
{"spec":{"loadBalancerIP":"1.2.3.4"}}
{"spec":{"allocateLoadBalancerNodePorts":false}}
{"spec":{"allocateLoadBalancerNodePorts":true}}
{"spec":{"allocateLoadBalancerNodePorts":null}}
{"spec":{"sessionAffinity":"ClientIP"}}
{"spec":{"sessionAffinity":"None"}}
{"spec":{"sessionAffinityConfig":{"clientIP":{"timeoutSeconds":5}}}}
{"spec":{"sessionAffinity":"ClientIP","sessionAffinityConfig":{"clientIP":{"timeoutSeconds":0}}}}
{"spec":{"sessionAffinityConfig":null}}
{"spec":{"ports":[{"port":80}]}}
{"spec":{"ports":[{"port":80,"nodePort":31777}]}}
{"spec":{"ports":[{"name":"a","port":80},{"name":"b","port":81}]}}
{"spec":{"ports":[{"name":"a","port":80},{"name":"b","port":80,"protocol":"UDP"}]}}
{"spec":{"ports":[]}}
{"spec":{"ports":null}}
{"spec":{"ports":[{"port":80,"targetPort":"http","appProtocol":"x/y"}]}}
{"spec":{"ports":[{"name":"a","port":80,"nodePort":31778},{"name":"b","port":81,"nodePort":31778}]}}
{"spec":{"ports":[{"port":80,"protocol":"SCTP"}]}}
{"spec":{"ports":[{"port":80,"nodePort":1}]}}
{"spec":{"externalIPs":["1.2.3.4"]}}
{"spec":{"externalIPs":["127.0.0.1"]}}
{"spec":{"externalIPs":null}}
{"spec":{"selector":{"a":"b"}}}
{"spec":{"selector":null}}
{"spec":{"publishNotReadyAddresses":true}}
{"spec":{"trafficDistribution":"PreferClose"}}
{"spec":{"trafficDistribution":"Z"}}
{"spec":{"trafficDistribution":"PreferSameZone"}}
{"spec":{"externalName":"x.y"}}
{"spec":{"externalName":null}}
{"spec":{"externalName":"1.2.3.4"}}
status {"loadBalancer":{"ingress":[{"ip":"1.2.3.4","ipMode":"VIP","ports":[{"port":80,"protocol":"TCP"}]}]}}
status {"loadBalancer":{"ingress":[{"ip":"x"}]},"conditions":[{"type":"a","status":"True","reason":"r","message":"","lastTransitionTime":"2024-01-01T00:00:00Z"}]}
`);
