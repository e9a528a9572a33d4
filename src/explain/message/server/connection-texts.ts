import type { KnownError } from "./server-error.ts";

const WHOSE =
  "The text before it tells whose connection it is: after `failed calling webhook` that of the API server to the webhook, in a line of kubectl that to the API server. Give it, too, and the address is checked";

/** True for a text that begins with such an end: any program may have one in the middle of its texts. */
export const IS_END =
  /^(?:Unable to connect to the server: |error: )?(?:tls: |x509: |dial tcp |lookup |context deadline exceeded|net\/http: |http: |remote error: |read tcp )/;

/** Ends of errors of connections without the text before them, which names the other end. */
export const CONNECTION_TEXTS: readonly KnownError[] = [
  [
    /x509: certificate signed by unknown authority|self[- ]signed certificate/,
    "no authority that the caller trusts has signed the certificate of the server",
    `for a webhook, clientConfig.caBundle is empty or that of another authority, often of an older certificate; for kubectl, it is certificate-authority-data of the kubeconfig. ${WHOSE}`,
  ],
  [
    /x509: certificate has expired or is not yet valid/,
    "the certificate of the server has expired, or is not valid yet",
    `renew it, and let the server load the new one; compare the clocks of both machines. ${WHOSE}`,
  ],
  [
    /x509: certificate relies on legacy Common Name field/,
    "the certificate of the server has its name in the Common Name only",
    `make a certificate with subject alternative names: for a webhook SERVICE.NAMESPACE.svc. ${WHOSE}`,
  ],
  [
    /x509: (?:certificate is (?:not )?valid for|cannot validate certificate|certificate is not)/,
    "the certificate of the server is made for other names than the one that the caller uses",
    `for a webhook in a Service, its subject alternative names have to include SERVICE.NAMESPACE.svc. ${WHOSE}`,
  ],
  [
    /connect: connection refused/,
    "nothing listens at the address of the server",
    `its pod is not ready, or listens on another port than the one that the Service passes on (targetPort). ${WHOSE}`,
  ],
  [
    /no such host|server misbehaving/,
    "the name of the server cannot be resolved",
    `for a webhook with a Service, the Service does not exist. ${WHOSE}`,
  ],
  [
    /i\/o timeout|no route to host|network is unreachable|connection timed out/,
    "the server cannot be reached: packets are dropped on the way",
    `a firewall, a NetworkPolicy, or a node of the control plane that does not reach pods: open the port of the webhook's pods for it. ${WHOSE}`,
  ],
  [
    /context deadline exceeded|Client\.Timeout exceeded|net\/http: (?:TLS handshake timeout|request canceled)/,
    "the answer did not come in time",
    `a webhook has timeoutSeconds (10 by default): it is slow, or packets to it are dropped by a firewall or a NetworkPolicy. ${WHOSE}`,
  ],
  [
    /server gave HTTP response to HTTPS client|first record does not look like a TLS handshake/,
    "the server does not speak TLS at this port",
    `a webhook serves HTTPS: correct its port, or the server. ${WHOSE}`,
  ],
  [
    /remote error: tls: (?:bad|unknown) certificate|tls: bad certificate/,
    "the other end refuses the certificate",
    `in the log of a webhook: the API server does not trust it, so that clientConfig.caBundle is wrong or old. ${WHOSE}`,
  ],
];
