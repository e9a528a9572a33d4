import type { KnownErrors } from "./server-error.ts";

const WHOSE =
  "The text before it tells whose connection it is: after `failed calling webhook` that of the API server to the webhook, in a line of kubectl that to the API server. Give it, too, and the address is checked";

/** True for a text that begins with such an end: any program may have one in the middle of its texts. */
export const IS_END =
  /^(?:Unable to connect to the server: |error: )?(?:tls: |x509: |dial tcp |lookup |context deadline exceeded|net\/http: |http: |remote error: |read tcp )|^[\d/:. ]{0,40}http: TLS handshake error from (?!127\.|\[::1\])\S{1,300} remote error: /;

/** Ends of errors of connections without the text before them, which names the other end. */
export const CONNECTION_TEXTS: KnownErrors = {
  "no authority that the caller trusts has signed the certificate of the server": [
    /x509: certificate signed by unknown authority|self[- ]signed certificate/,
    `for a webhook, clientConfig.caBundle is empty or that of another authority, often of an older certificate; for kubectl, it is certificate-authority-data of the kubeconfig. ${WHOSE}`,
  ],
  "the certificate of the server has expired, or is not valid yet": [
    /x509: certificate has expired or is not yet valid/,
    `renew it, and let the server load the new one; compare the clocks of both machines. ${WHOSE}`,
  ],
  "the certificate of the server has its name in the Common Name only": [
    /x509: certificate relies on legacy Common Name field/,
    `make a certificate with subject alternative names: for a webhook SERVICE.NAMESPACE.svc. ${WHOSE}`,
  ],
  "the certificate of the server is made for other names than the one that the caller uses": [
    /x509: (?:certificate is (?:not )?valid for|cannot validate certificate|certificate is not)/,
    `for a webhook in a Service, its subject alternative names have to include SERVICE.NAMESPACE.svc. ${WHOSE}`,
  ],
  "nothing listens at the address of the server": [
    /connect: connection refused/,
    `its pod is not ready, or listens on another port than the one that the Service passes on (targetPort). ${WHOSE}`,
  ],
  "the name of the server cannot be resolved": [
    /no such host|server misbehaving/,
    `for a webhook with a Service, the Service does not exist. ${WHOSE}`,
  ],
  "the server cannot be reached: packets are dropped on the way": [
    /i\/o timeout|no route to host|network is unreachable|connection timed out/,
    `a firewall, a NetworkPolicy, or a node of the control plane that does not reach pods: open the port of the webhook's pods for it. ${WHOSE}`,
  ],
  "the answer did not come in time": [
    /context deadline exceeded|Client\.Timeout exceeded|net\/http: (?:TLS handshake timeout|request canceled)/,
    `a webhook has timeoutSeconds (10 by default): it is slow, or packets to it are dropped by a firewall or a NetworkPolicy. ${WHOSE}`,
  ],
  "the server does not speak TLS at this port": [
    /server gave HTTP response to HTTPS client|first record does not look like a TLS handshake/,
    `a webhook serves HTTPS: correct its port, or the server. ${WHOSE}`,
  ],
  "the other end refuses the certificate": [
    /remote error: tls: (?:bad|unknown) certificate|tls: bad certificate/,
    `in the log of a webhook: the API server does not trust it, so that clientConfig.caBundle is wrong or old. ${WHOSE}`,
  ],
};
