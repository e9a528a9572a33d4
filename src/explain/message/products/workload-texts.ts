import type { ProductTable } from "./product-table.ts";

/** Texts about workloads and clusters: of KEDA, OpenTelemetry, Tekton, Kueue, KServe, databases, Longhorn, Rancher, Cluster API and others. */
export const WORKLOAD_TEXTS: ProductTable = {
  "scaledobject has only cpu/memory triggers AND minReplica is 0": [
    "cpu and memory are measured in pods, so that nothing would wake the workload up: write minReplicaCount: 1, or add a trigger of another type",
    "minReplicaCount",
  ],
  "MinReplicaCount=.* must be less than MaxReplicaCount": [
    "minReplicaCount is at most maxReplicaCount, which is 100 by default",
    "minReplicaCount",
  ],
  "IdleReplicaCount=.* must be less than MinReplicaCount": [
    "idleReplicaCount is the number of pods without any event, and below minReplicaCount: 0 is the usual value",
    "idleReplicaCount",
  ],
  "property .useCachedMetrics.* is not supported for ": [
    "KEDA caches no metrics of cpu, memory and cron triggers: remove useCachedMetrics there",
    "useCachedMetrics",
  ],
  "has to have the `AverageValue` type for the fallback to be enabled": [
    "KEDA has no fallback for cpu and memory triggers: add a trigger of another type, or remove spec.fallback",
    "fallback",
  ],
  "the OpenTelemetry Collector mode is set to .*, which does not support modification": [
    "spec.mode of an OpenTelemetryCollector cannot change: delete it, and create it again",
    "mode",
  ],
  "which does not support the target allocation deployment": [
    "the target allocator of the OpenTelemetryCollector needs spec.mode: statefulset or daemonset",
    "mode",
  ],
  "Ingress can only be used in combination with the modes": [
    "an OpenTelemetryCollector of the mode sidecar has no spec.ingress: write another mode, or remove it",
    "ingress",
  ],
  "spec\\.\\w+\\.volumeClaimTemplate and spec\\.\\w+\\.volumeSizeLimit cannot both be defined": [
    "the volume of the instrumentation is a claim or an emptyDir: keep volumeClaimTemplate or volumeSizeLimit",
    "volumeClaimTemplate",
  ],
  'requires "enable-api-fields" feature gate to be':
    "this field of Tekton is not stable yet: set enable-api-fields to alpha (or beta, if the text says so) in ConfigMap tekton-pipelines/feature-flags, or remove the field",
  "invalid task result reference": [
    "a final task of Tekton may read results of the tasks of the same pipeline, and of no other final task: correct the name in $(tasks.NAME.results.RESULT), or move the task to spec.tasks",
    "finally",
  ],
  "Once the (?:PipelineRun|TaskRun) (?:has started|is complete)":
    "a run of Tekton cannot change: create another one, with generateName for a new name each time",
  "tekton\\.dev.*undefined workspace ":
    "a step of Tekton takes only workspaces that spec.workspaces of its Task declares: add it there, or correct its name",
  "volumeMount cannot be mounted under /tekton/": "Tekton uses /tekton itself: mount the volume elsewhere",
  "kueue\\.x-k8s\\.io/queue-name\\]?: Invalid value: .*field is immutable": [
    "Kueue lets a job change its queue only while it is suspended: set spec.suspend: true first, or create the job again",
    "kueue.x-k8s.io/queue-name",
  ],
  "queue-name must not be empty in namespace with default queue": [
    "the namespace has a LocalQueue with the name default, into which all jobs go: keep the label kueue.x-k8s.io/queue-name",
    "kueue.x-k8s.io/queue-name",
  ],
  "(?:borrowing|lending)Limit: .*must be nil when (?:cohort|parent) is empty":
    "quotas of Kueue are borrowed and lent inside of a cohort: name it (in the ClusterQueue the cohort, in a Cohort the parent), or remove borrowingLimit and lendingLimit",
  "both the 'kueue.x-k8s.io/pod-group-total-count' annotation and the .* should be set":
    "a group of pods of Kueue has a name and a number of pods: set kueue.x-k8s.io/pod-group-name and kueue.x-k8s.io/pod-group-total-count in each pod",
  "unable to find (?:job )?queue: .*scheduling\\.volcano\\.sh":
    "Volcano has no queue of this name: create the Queue, or correct spec.queue (default is always there)",
  "can only submit .* to queue with state `Open`":
    "the queue of Volcano is closed: open it (vcctl queue operate), or write another one into spec.queue",
  "exactly one of \\[.*\\] must be specified in (?:Predictor|Transformer|Explainer)":
    "a predictor, transformer or explainer of KServe has one implementation: keep one field, such as model with its modelFormat, or look at its name and indentation",
  "cnpg.*Can't set fixed configuration parameter":
    "CloudNativePG sets this parameter itself: remove it from spec.postgresql.parameters; its documentation lists the fixed parameters",
  "cnpg.*can't shrink existing storage from":
    "volumes only grow: write the size that the cluster has, or make another Cluster with smaller ones, and import the databases (spec.bootstrap.initdb.import)",
  "cnpg.*Only one bootstrap method can be specified at a time": [
    "spec.bootstrap has one of initdb, recovery and pg_basebackup",
    "bootstrap",
  ],
  "cnpg.*External cluster .* not found":
    "spec.externalClusters needs an entry with this name, which bootstrap or replica reads: add it, or correct the name of the source",
  "Can't change image name and configuration at the same time when": [
    "change the image first, and the parameters when all instances have it, or write primaryUpdateMethod: restart",
    "imageName",
  ],
  "Elasticsearch needs to have at least one master node": [
    "at least one node set has a count above 0 and the role master: node.roles without it takes the role away",
    "nodeSets",
  ],
  "elastic.*Unsupported version upgrade path":
    "Elasticsearch goes to the next major version only from a late version of the one before, such as 7.17 for 8 and 8.18 or later for 9: upgrade to that first",
  "elastic.* Downgrades are not supported|elastic.*Version downgrades are not supported":
    "Elastic's programs cannot read the data of newer versions: write the version that runs now, or restore a snapshot into another cluster",
  "longhorn.*shrinking volume .* size from .* is not supported":
    "volumes of Longhorn only grow: write the size that the volume has, or copy the data to a smaller one",
  "spec and status of disks on node .* are being syncing":
    "Longhorn is still reading the disks of this node: repeat the request after some seconds",
  "need to disable scheduling on (?:node|disk) .* for (?:node|disk) eviction": [
    "Longhorn moves replicas away only if it puts no new ones there: write allowScheduling: false beside evictionRequested: true",
    "evictionRequested",
  ],
  "Please disable the disk .* and remove all replicas and backing images first":
    "write allowScheduling: false and evictionRequested: true for the disk, and remove it from spec.disks when it is empty",
  "could not delete node .* with node ready condition":
    "Longhorn keeps nodes that run or have replicas: write allowScheduling: false and evictionRequested: true, and delete the node of Kubernetes, or take the pods of Longhorn away from it, first",
  'does not have permission "manage-namespaces" on project': [
    "Rancher lets members of a project put namespaces into it only with the verb manage-namespaces on projects (management.cattle.io): give the user a role with it in that project, or correct the annotation field.cattle.io/projectId",
    "field.cattle.io/projectId",
  ],
  "MachineTemplate spec.template.spec field is immutable":
    "machine templates of Cluster API are fixed: create another one under a new name, and write that name into infrastructureRef of the MachineDeployment or control plane, which then replaces the machines",
  "KubeadmControlPlaneTemplate spec.template.spec field is immutable":
    "templates of Cluster API are fixed: create another one under a new name, and write that name into the ClusterClass",
  "cluster\\.x-k8s\\.io.*version cannot be increased from .* to ":
    "Cluster API upgrades one minor version of Kubernetes at a time: write the next one first",
  "cluster\\.x-k8s\\.io.*version cannot be decreased from .* to ":
    "Cluster API makes no downgrades: write the version that the cluster has",
  "might interfere with the internal provisioning logic":
    "Karpenter sets labels of this domain itself: write a label of your own domain, or one of the well-known labels that the text lists",
  "(?:AlertmanagerConfig is invalid|Rules are not valid)$":
    "the answer of the webhook has the error in its details, which kubectl prints and other programs leave out: kubectl apply --dry-run=server shows it, as does the log of the Prometheus Operator",
  "Eviction triggered evacuation of VMI|Evacuation in progress":
    "it is no failure: KubeVirt moves the virtual machine to another node, and refuses the eviction meanwhile; kubectl drain repeats it until the pod is gone. If it does not end, look at the VirtualMachineInstanceMigration",
  "The pod will be rolled by the Strimzi Cluster Operator":
    "it is no failure: Strimzi's Drain Cleaner refuses the eviction, and its operator moves the pod; kubectl drain repeats it until the pod is gone. Strimzi's operator has to run",
  "disks\\[\\d+\\]\\.\\w+ '[^']*' not found":
    "each disk of a VirtualMachine has a volume of the same name in spec.template.spec.volumes: add it, or correct the name",
  "Invalid source URL(?: scheme)?: ":
    "the URL of a source of CDI has its scheme: http:// or https:// for source.http, docker:// for source.registry",
  "Destination PVC \\S+ already exists":
    "a DataVolume makes a claim of its own name, which is there already: write another name, or delete the claim",
  "must be an integer multiple of the backup block size":
    "Longhorn's volumes have a whole number of blocks of this size: ask for a multiple of it, or set another backupBlockSize in the StorageClass or the volume (2Mi or 16Mi)",
  "PVC \\S+ size should be expanded from \\S+ to \\S+ first":
    "the size of a Longhorn volume follows from its claim: raise spec.resources.requests.storage of the PersistentVolumeClaim instead",
  "failed to get PodGroup for pod":
    "the annotation scheduling.k8s.io/group-name of the pod names a PodGroup of Volcano that does not exist: create it before its pods, or look why it was deleted",
  "(?:image|command|args|script|env|volumeMounts|results) cannot be used with Ref":
    "a step of Tekton with ref has this field in the StepAction: leave it out of the step",
  "updateMode is required if UpdatePolicy is used": [
    "write updatePolicy.updateMode: Off, Initial, Recreate or InPlaceOrRecreate, or leave updatePolicy out",
    "updatePolicy",
  ],
  "If you're using v1beta1 version of the API, please migrate to v1":
    "a VerticalPodAutoscaler of autoscaling.k8s.io/v1 names its workload in spec.targetRef (apiVersion, kind, name), not by a selector",
};
