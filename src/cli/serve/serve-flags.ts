/** What `sallyport serve` was asked for. Names are kube-apiserver's where it has the flag too. */
export interface ServeFlags {
  securePort: string;
  bindAddress: string;
  advertiseAddress?: string;
  certDir?: string;
  tlsCertFile?: string;
  tlsPrivateKeyFile?: string;
  clientCaFile?: string;
  proxyClientCertFile?: string;
  proxyClientKeyFile?: string;
  tokenAuthFile?: string;
  dataDir: string;
  inMemory?: boolean;
  writeKubeconfig?: string;
  context?: string;
  consolePort: string;
  /** False: `--no-console`. */
  console?: boolean;
  admissionControlConfigFile?: string;
  featureGates: string[];
  enableAdmissionPlugins: string[];
  disableAdmissionPlugins: string[];
  runtimeConfig: string[];
  authorizationMode: string[];
  serviceClusterIpRange: string;
  serviceNodePortRange: string;
  service: string[];
  serviceAccountKeyFile: string[];
  serviceAccountSigningKeyFile?: string;
  serviceAccountIssuer: string[];
  apiAudiences: string[];
  serviceAccountMaxTokenExpiration?: string;
  serviceAccountExtendTokenExpiration: string;
  serviceAccountJwksUri?: string;
  auditLogPath?: string;
  auditPolicyFile?: string;
  auditLogMaxage: string;
  auditLogMaxbackup: string;
  auditLogMaxsize: string;
  auditLogCompress?: boolean;
  controllers: string[];
  fakeNodes: string;
  eventTtl: string;
  maxRequestsInflight: string;
  maxMutatingRequestsInflight: string;
  shadow: string[];
  shadowCall?: boolean;
  /** False: `--no-webhook-timeouts`. */
  webhookTimeouts?: boolean;
  /** The former name of `--no-webhook-timeouts`. */
  patientWebhooks?: boolean;
  etcdServers?: string[];
  etcdCafile?: string;
  etcdCertfile?: string;
  etcdKeyfile?: string;
  etcdPrefix?: string;
  etcdCompactionInterval?: string;
  logLevel: string;
  logFormat?: string;
}
