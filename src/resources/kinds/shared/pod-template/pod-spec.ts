/**
 * The pod spec as far as its rules look at it, on decoded objects: absent fields are undefined. Types only; the single
 * narrowing from plain JSON stands in `pod-template.ts` and `core/pod.ts`.
 */
import type { LabelSelectorLike } from "../../../../api/validate-label-selector.ts";

type Opt<T> = T | undefined;
export type StringMap = Readonly<Record<string, string>>;
/** Resource name → canonical quantity. */
export type ResourceList = Readonly<Record<string, string>>;

export interface TemplateMeta {
  readonly name?: Opt<string>;
  readonly labels?: Opt<StringMap>;
  readonly annotations?: Opt<StringMap>;
}

export interface PodSpec {
  volumes?: Opt<Volume[]>;
  initContainers?: Opt<Container[]>;
  containers?: Opt<Container[]>;
  ephemeralContainers?: Opt<EphemeralContainer[]>;
  restartPolicy?: Opt<string>;
  terminationGracePeriodSeconds?: Opt<number>;
  activeDeadlineSeconds?: Opt<number>;
  dnsPolicy?: Opt<string>;
  nodeSelector?: Opt<StringMap>;
  serviceAccountName?: Opt<string>;
  serviceAccount?: Opt<string>;
  nodeName?: Opt<string>;
  hostNetwork?: Opt<boolean>;
  hostPID?: Opt<boolean>;
  hostIPC?: Opt<boolean>;
  hostUsers?: Opt<boolean>;
  shareProcessNamespace?: Opt<boolean>;
  securityContext?: Opt<PodSecurityContext>;
  imagePullSecrets?: Opt<LocalReference[]>;
  hostname?: Opt<string>;
  hostnameOverride?: Opt<string>;
  setHostnameAsFQDN?: Opt<boolean>;
  subdomain?: Opt<string>;
  affinity?: Opt<Affinity>;
  tolerations?: Opt<Toleration[]>;
  hostAliases?: Opt<HostAlias[]>;
  priorityClassName?: Opt<string>;
  preemptionPolicy?: Opt<string>;
  dnsConfig?: Opt<DnsConfig>;
  readinessGates?: Opt<{ conditionType?: Opt<string> }[]>;
  runtimeClassName?: Opt<string>;
  overhead?: Opt<ResourceList>;
  topologySpreadConstraints?: Opt<TopologySpreadConstraint[]>;
  os?: Opt<{ name?: Opt<string> }>;
  schedulingGates?: Opt<{ name?: Opt<string> }[]>;
  schedulingGroup?: Opt<{ podGroupName?: Opt<string> }>;
  resourceClaims?: Opt<PodResourceClaim[]>;
  resources?: Opt<Resources>;
}

export interface LocalReference {
  readonly name?: Opt<string>;
}

export interface Resources {
  limits?: Opt<ResourceList>;
  requests?: Opt<ResourceList>;
  claims?: Opt<{ name?: Opt<string>; request?: Opt<string> }[]>;
}

export interface Container {
  name?: Opt<string>;
  image?: Opt<string>;
  command?: Opt<string[]>;
  args?: Opt<string[]>;
  workingDir?: Opt<string>;
  ports?: Opt<ContainerPort[]>;
  envFrom?: Opt<EnvFromSource[]>;
  env?: Opt<EnvVar[]>;
  resources?: Opt<Resources>;
  resizePolicy?: Opt<ResizePolicy[]>;
  restartPolicy?: Opt<string>;
  restartPolicyRules?: Opt<RestartRule[]>;
  volumeMounts?: Opt<VolumeMount[]>;
  volumeDevices?: Opt<VolumeDevice[]>;
  livenessProbe?: Opt<Probe>;
  readinessProbe?: Opt<Probe>;
  startupProbe?: Opt<Probe>;
  lifecycle?: Opt<Lifecycle>;
  terminationMessagePolicy?: Opt<string>;
  imagePullPolicy?: Opt<string>;
  securityContext?: Opt<SecurityContext>;
}

export interface EphemeralContainer extends Container {
  targetContainerName?: Opt<string>;
}

export interface ResizePolicy {
  readonly resourceName?: Opt<string>;
  readonly restartPolicy?: Opt<string>;
}

export interface RestartRule {
  readonly action?: Opt<string>;
  readonly exitCodes?: Opt<{ operator?: Opt<string>; values?: Opt<number[]> }>;
}

export interface ContainerPort {
  readonly name?: Opt<string>;
  readonly hostPort?: Opt<number>;
  readonly containerPort?: Opt<number>;
  readonly protocol?: Opt<string>;
  readonly hostIP?: Opt<string>;
}

export interface EnvVar {
  readonly name?: Opt<string>;
  readonly value?: Opt<string>;
  valueFrom?: Opt<EnvVarSource>;
}

export interface EnvVarSource {
  readonly fieldRef?: Opt<ObjectFieldSelector>;
  readonly resourceFieldRef?: Opt<ResourceFieldSelector>;
  readonly configMapKeyRef?: Opt<KeySelector>;
  readonly secretKeyRef?: Opt<KeySelector>;
  fileKeyRef?: Opt<{ volumeName?: Opt<string>; path?: Opt<string>; key?: Opt<string> }>;
}

export interface ObjectFieldSelector {
  readonly apiVersion?: Opt<string>;
  readonly fieldPath?: Opt<string>;
}

export interface ResourceFieldSelector {
  readonly containerName?: Opt<string>;
  readonly resource?: Opt<string>;
  readonly divisor?: Opt<string>;
}

export interface KeySelector {
  readonly name?: Opt<string>;
  readonly key?: Opt<string>;
}

export interface EnvFromSource {
  readonly prefix?: Opt<string>;
  readonly configMapRef?: Opt<LocalReference>;
  readonly secretRef?: Opt<LocalReference>;
}

export interface VolumeMount {
  readonly name?: Opt<string>;
  readonly mountPath?: Opt<string>;
  readonly readOnly?: Opt<boolean>;
  readonly recursiveReadOnly?: Opt<string>;
  readonly subPath?: Opt<string>;
  readonly subPathExpr?: Opt<string>;
  readonly mountPropagation?: Opt<string>;
}

export interface VolumeDevice {
  readonly name?: Opt<string>;
  readonly devicePath?: Opt<string>;
}

export interface Handler {
  readonly exec?: Opt<{ command?: Opt<string[]> }>;
  readonly httpGet?: Opt<HttpGetAction>;
  readonly tcpSocket?: Opt<{ port?: Opt<number | string> }>;
  readonly grpc?: Opt<{ port?: Opt<number> }>;
  readonly sleep?: Opt<{ seconds?: Opt<number> }>;
}

export interface HttpGetAction {
  readonly path?: Opt<string>;
  readonly port?: Opt<number | string>;
  readonly scheme?: Opt<string>;
  readonly httpHeaders?: Opt<{ name?: Opt<string> }[]>;
}

export interface Probe extends Handler {
  readonly initialDelaySeconds?: Opt<number>;
  readonly timeoutSeconds?: Opt<number>;
  readonly periodSeconds?: Opt<number>;
  readonly successThreshold?: Opt<number>;
  readonly failureThreshold?: Opt<number>;
  readonly terminationGracePeriodSeconds?: Opt<number>;
}

export interface Lifecycle {
  readonly postStart?: Opt<Handler>;
  readonly preStop?: Opt<Handler>;
  stopSignal?: Opt<string>;
}

export interface PodSecurityContext {
  readonly fsGroup?: Opt<number>;
  readonly runAsUser?: Opt<number>;
  readonly runAsGroup?: Opt<number>;
  readonly supplementalGroups?: Opt<number[]>;
  readonly supplementalGroupsPolicy?: Opt<string>;
  readonly sysctls?: Opt<{ name?: Opt<string>; value?: Opt<string> }[]>;
  readonly fsGroupChangePolicy?: Opt<string>;
  readonly seccompProfile?: Opt<Profile>;
  readonly appArmorProfile?: Opt<Profile>;
  readonly windowsOptions?: Opt<WindowsOptions>;
  readonly seLinuxOptions?: Opt<object>;
  readonly seLinuxChangePolicy?: Opt<string>;
}

export interface SecurityContext {
  readonly capabilities?: Opt<{ add?: Opt<string[]>; drop?: Opt<string[]> }>;
  readonly privileged?: Opt<boolean>;
  readonly seLinuxOptions?: Opt<object>;
  readonly windowsOptions?: Opt<WindowsOptions>;
  readonly runAsUser?: Opt<number>;
  readonly runAsGroup?: Opt<number>;
  readonly runAsNonRoot?: Opt<boolean>;
  readonly readOnlyRootFilesystem?: Opt<boolean>;
  readonly allowPrivilegeEscalation?: Opt<boolean>;
  readonly procMount?: Opt<string>;
  readonly seccompProfile?: Opt<Profile>;
  appArmorProfile?: Opt<Profile>;
}

/** Seccomp and AppArmor profiles look the same. */
export interface Profile {
  readonly type?: Opt<string>;
  readonly localhostProfile?: Opt<string>;
}

export interface WindowsOptions {
  readonly gmsaCredentialSpecName?: Opt<string>;
  readonly gmsaCredentialSpec?: Opt<string>;
  readonly runAsUserName?: Opt<string>;
  readonly hostProcess?: Opt<boolean>;
}

export interface NodeSelectorRequirement {
  readonly key?: Opt<string>;
  readonly operator?: Opt<string>;
  readonly values?: Opt<string[]>;
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: Opt<NodeSelectorRequirement[]>;
  readonly matchFields?: Opt<NodeSelectorRequirement[]>;
}

export interface NodeSelector {
  readonly nodeSelectorTerms?: Opt<NodeSelectorTerm[]>;
}

export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: Opt<NodeSelector>;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: Opt<
    { weight?: Opt<number>; preference?: Opt<NodeSelectorTerm> }[]
  >;
}

/** Selectors are written to when a pod is created: matchLabelKeys become expressions. */
export interface MutableSelector extends LabelSelectorLike {
  matchExpressions?: Opt<{ key?: Opt<string>; operator?: Opt<string>; values?: Opt<string[]> }[]>;
}

export interface PodAffinityTerm {
  readonly labelSelector?: Opt<MutableSelector>;
  readonly namespaceSelector?: Opt<LabelSelectorLike>;
  readonly namespaces?: Opt<string[]>;
  readonly topologyKey?: Opt<string>;
  readonly matchLabelKeys?: Opt<string[]>;
  readonly mismatchLabelKeys?: Opt<string[]>;
}

export interface PodAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: Opt<PodAffinityTerm[]>;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: Opt<
    { weight?: Opt<number>; podAffinityTerm?: Opt<PodAffinityTerm> }[]
  >;
}

export interface Affinity {
  readonly nodeAffinity?: Opt<NodeAffinity>;
  readonly podAffinity?: Opt<PodAffinity>;
  readonly podAntiAffinity?: Opt<PodAffinity>;
}

export interface Toleration {
  readonly key?: Opt<string>;
  readonly operator?: Opt<string>;
  readonly value?: Opt<string>;
  readonly effect?: Opt<string>;
  readonly tolerationSeconds?: Opt<number>;
}

export interface HostAlias {
  readonly ip?: Opt<string>;
  readonly hostnames?: Opt<string[]>;
}

export interface DnsConfig {
  readonly nameservers?: Opt<string[]>;
  readonly searches?: Opt<string[]>;
  readonly options?: Opt<{ name?: Opt<string>; value?: Opt<string> }[]>;
}

export interface TopologySpreadConstraint {
  readonly maxSkew?: Opt<number>;
  readonly topologyKey?: Opt<string>;
  readonly whenUnsatisfiable?: Opt<string>;
  readonly labelSelector?: Opt<MutableSelector>;
  readonly minDomains?: Opt<number>;
  readonly nodeAffinityPolicy?: Opt<string>;
  readonly nodeTaintsPolicy?: Opt<string>;
  readonly matchLabelKeys?: Opt<string[]>;
}

export interface PodResourceClaim {
  readonly name?: Opt<string>;
  readonly resourceClaimName?: Opt<string>;
  readonly resourceClaimTemplateName?: Opt<string>;
}

export interface KeyToPath {
  readonly key?: Opt<string>;
  readonly path?: Opt<string>;
  readonly mode?: Opt<number>;
}

export interface DownwardApiFile {
  readonly path?: Opt<string>;
  readonly fieldRef?: Opt<ObjectFieldSelector>;
  readonly resourceFieldRef?: Opt<ResourceFieldSelector>;
  readonly mode?: Opt<number>;
}

export interface ProjectedSource {
  readonly secret?: Opt<{ name?: Opt<string>; items?: Opt<KeyToPath[]> }>;
  readonly configMap?: Opt<{ name?: Opt<string>; items?: Opt<KeyToPath[]> }>;
  readonly downwardAPI?: Opt<{ items?: Opt<DownwardApiFile[]> }>;
  readonly serviceAccountToken?: Opt<{ path?: Opt<string>; expirationSeconds?: Opt<number> }>;
  clusterTrustBundle?: Opt<object>;
  podCertificate?: Opt<object>;
}

/** One source of a volume: its rules stand in `volume-sources.ts`. */
export type VolumeSource = Readonly<Record<string, unknown>>;

/** A name and exactly one source under the name of its kind. */
export interface Volume {
  readonly name?: Opt<string>;
  readonly [source: string]: unknown;
}
