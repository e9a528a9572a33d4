import type { KnownErrors } from "./server-error.ts";

/** Errors of what is behind the API server: its store, its load, and the servers of APIServices. */
export const BEHIND_TEXTS: KnownErrors = {
  "the server of an APIService does not accept the identity of the API server": [
    /bad status from https:\S{1,300}: 40[13]/,
    "the ConfigMap extension-apiserver-authentication in kube-system has requestheader-client-ca-file, the authority of the certificate of kube-apiserver's --proxy-client-cert-file: compare them, and start the program behind the APIService again",
  ],
  "the OpenAPI of the APIService $1 cannot be read": [
    /loading OpenAPI spec for "([^"]{1,253})" failed with/,
    "the server behind it does not answer: kubectl get apiservice $1 says why, and the log of its pods",
  ],
  "no pod behind the Service $1 in $2, the server of an APIService, is ready": [
    /endpoints(?:lices)? for service\/(\S{1,253}) in "([^"]{1,253})" have no addresses/,
    "look at the pods of the Service, and at the labels in its selector",
  ],
  "the API server does not reach the server of an APIService": [
    /failing or missing response from https:|no response from https:|False \((?:FailedDiscoveryCheck|MissingEndpoints)\)|timed out waiting for https:\S{1,300}\/apis\//,
    "kubectl get apiservices shows which one, and whether it is available now. Look at the pods of its Service, and whether the control plane reaches them (a firewall, as for webhooks); delete the APIService if its program was removed",
  ],
  "the database of etcd, the store of the API server, has reached its quota, so that nothing can be written":
    [
      /mvcc: database space exceeded/,
      "find what fills it (events, objects of an operator), and delete it; then compact and defragment etcd, and clear the alarm: etcdctl compact, etcdctl defrag, etcdctl alarm disarm. --quota-backend-bytes is the quota",
    ],
  "the request has $1 bytes, and etcd, the store of the API server, takes at most 2 MiB": [
    /trying to send message larger than max \((\d{1,20}) vs\. 2097152\)/,
    "the object is too large for the API: keep the data elsewhere, or divide it into several objects",
  ],
  "etcd, the store of the API server, did not answer in time, or has no leader": [
    /etcdserver: (?:request timed out|leader changed|no leader|too many requests)/,
    "repeat the request. If it stays so, etcdctl endpoint status shows its members, and its log slow disks or networks",
  ],
  "the API server has more requests than it takes at once": [
    /received too many requests and has asked us to try again later|Too many requests, please try again later/,
    "repeat the request later. The metric apiserver_flowcontrol_rejected_requests_total names the flow schema whose requests are refused: a client that asks in a loop, or lists many large objects, is the usual cause",
  ],
  "the API server is shutting down": [
    /apiserver is shutting down/i,
    "repeat the request: another server, or this one after its start, takes it",
  ],
  "the API server, or a proxy before it, answered with a status of 500 or above, and the text: $1": [
    /an error on the server \("([^"<]{0,300})/,
    'look whether it runs and reaches its store (kubectl get --raw "/readyz?verbose"), and into its log. A text that is a page of HTML is that of a proxy or a load balancer',
  ],
  "the API server or its store could not do the operation now": [
    /could not be completed at this time, please try again/,
    "repeat the request. If it stays so, look at the load of the server and of etcd",
  ],
  "webhooks took all of the $2 that the plugin $1 has": [
    /admission plugin "((?:Mutating|Validating)AdmissionWebhook)" failed to complete \w{1,20} in (\w{1,20})/,
    "one of the webhooks of this type does not answer, or several are slow, each up to its timeoutSeconds: the log of the API server names it",
  ],
  "the plugin $1 of the API server did not come to its end in $2": [
    /admission plugin "([^"]{1,253})" failed to complete \w{1,20} in (\w{1,20})/,
    "the server waits for its store, or for objects that the plugin reads: look at its log and its load",
  ],
  "the API server has no admission plugin with the name $1": [
    /unknown admission plugin:? "?(\w{1,253})/,
    "correct the name in --enable-admission-plugins or --disable-admission-plugins: kube-apiserver --help lists the names",
  ],
  "the server that wrote this line does not accept the token of a client, whose time has not begun": [
    /Unable to authenticate the request.{0,300}not valid yet/,
    "the clocks of two machines differ: let both use NTP",
  ],
  "the server that wrote this line does not accept the certificate of a client: it has expired, or its time has not begun":
    [
      /Unable to authenticate the request.{0,300}x509: certificate has expired or is not yet valid/,
      "renew the certificate (kubeadm certs renew all, for those of a control plane), and let the client load it. The audit log has the address of the client. The clocks may also differ",
    ],
  "the server that wrote this line does not accept the token or the certificate of a client": [
    /Unable to authenticate the request/,
    "the token has expired, its account or pod was deleted, or it is of another cluster: find the client by its address in the audit log, and give it new credentials",
  ],
  "the webhook $3 of $2 took $4 for its answer": [
    /"Call (mutating|validating) webhook" configuration:([\w.-]{1,253}),webhook:([\w.-]{1,253}),.{0,600}\(total time: (\w[\w.]{0,30})\)/,
    "the API server writes such a line about a slow call. A time that is that of timeoutSeconds tells that the webhook did not answer: look at its pods, and at the network to them",
  ],
  "the program cannot read an object that is stored: the type of $2 there is $1": [
    /failed to list \*[\w.]{1,253}: json: cannot unmarshal (\w{1,30})(?: \S{1,100})? into Go struct field (\S{1,300})/,
    "the program and the CustomResourceDefinition are of different releases, or the schema of the definition lets such a value pass: install the releases that belong together, or correct the object",
  ],
  "the watch of a client began at a revision that the store has removed since": [
    /The resourceVersion for the provided watch is too old/,
    "it is harmless: the client reads the list again, and watches from there",
  ],
  "the server refused the request as invalid (status 422), and the client does not show why": [
    /the server rejected our request due to an error in our request/,
    "details.causes of the answer have the reason: kubectl -v=8 prints it. For a JSON patch it is an operation test that failed, or a path that the object does not have",
  ],
};
