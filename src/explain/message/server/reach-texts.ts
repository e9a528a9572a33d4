import type { KnownErrors } from "./server-error.ts";

/** True for the text of a client of the API server whose call failed: kubectl, Helm, or a controller that reads objects. */
export const IS_CALL =
  /Unable to connect to (?:the )?server: |failed to download openapi: |ould(?: not|n't) get current server API group list: |Kubernetes cluster unreachable: |ailed to (?:list|watch) \*[\w.]{1,253}: |https:\/\/[\w.:[\]-]{1,253}\/(?:apis[/?"]|api[?"]|api\/v1(?:[?"]|\/(?:watch\/)?(?:namespaces|nodes|pods|services|endpoints|configmaps|secrets|events|persistentvolume))|openapi\/v[23]|version\?timeout)|https:\/\/[\w.-]{1,253}:(?:1?6443|8443|443)\/version"?: /;

/** Errors of connections to the API server itself. */
export const REACH_TEXTS: KnownErrors = {
  "nothing listens at the address of the API server that the client has": [
    /connection refused|actively refused/,
    "the server is down or starts again, or the kubeconfig has the address of another machine: kubectl config view shows it. A pod calls the Service kubernetes in the namespace default",
  ],
  "the client cannot resolve the name of the API server": [
    /no such host|server misbehaving|name resolution|dial tcp: lookup /,
    "the cluster was deleted, the kubeconfig is that of another one, or the machine has no DNS or no VPN for the network of the cluster",
  ],
  "no authority that the client trusts has signed the certificate of the API server": [
    /x509: certificate signed by unknown authority|self[- ]signed certificate/,
    "certificate-authority-data of the kubeconfig is that of another cluster, or of one that was made again under this address: get the kubeconfig again. A pod has the authority in the ConfigMap kube-root-ca.crt. A proxy on the way that opens TLS has an authority of its own",
  ],
  "the certificate of the API server is made for other names than the one that the client uses": [
    /x509: (?:certificate is (?:not )?valid for|cannot validate certificate)/,
    "write one of its names into server (or tls-server-name) of the kubeconfig, or add the name to the certificate (kubeadm: apiServer.certSANs, and make the certificate again)",
  ],
  "the certificate of the API server has expired, or is not valid yet": [
    /x509: certificate has expired or is not yet valid/,
    "compare the clocks of both machines, and renew the certificate (kubeadm certs renew all, then start the pods of the control plane again)",
  ],
  "the API server does not speak TLS at the address that the client has": [
    /server gave HTTP response to HTTPS client|first record does not look like a TLS handshake/,
    "another program or a proxy answers there: correct server and its port in the kubeconfig",
  ],
  "the client does not reach the API server, or gets no answer in time": [
    /i\/o timeout|context deadline exceeded|Client\.Timeout|TLS handshake timeout|no route to host|network is unreachable|connection timed out|did not properly respond/,
    "a firewall, a VPN, the list of allowed addresses of a managed cluster, or (for a pod) a NetworkPolicy or the network of its node is in the way; or the server has no time to answer",
  ],
  "the connection to the API server was cut": [
    /http2: client connection lost|connection reset by peer|EOF|GOAWAY|use of closed network connection|broken pipe/,
    "repeat the request. If it stays so, the server restarts (its log says why), or a load balancer or a proxy on the way ends connections",
  ],
};
