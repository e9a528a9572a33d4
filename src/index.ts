/** Sallyport inside a program of one's own: a control plane, a storage, a port. */
export { type Cluster, type ClusterOptions, createCluster } from "./cluster/cluster.ts";
export {
  type Certificates,
  type CertificatesRequest,
  ensureCertificates,
} from "./http/certificates/ensure-certificates.ts";
export { type Listening, type ServeOptions, serve } from "./http/serve.ts";
export { createMemoryStorage, openLmdbStorage, type Storage } from "./storage/index.ts";
