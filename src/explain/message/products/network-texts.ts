import type { ProductTable } from "./product-table.ts";

/** Texts about networks: of Istio, the AWS Load Balancer Controller, ingress-nginx, MetalLB and Knative Serving. */
export const NETWORK_TEXTS: ProductTable = {
  "server must have TLS settings for HTTPS/TLS protocols": [
    "a server of an Istio Gateway with the protocol HTTPS or TLS has tls: write tls.mode and tls.credentialName, or the protocol HTTP",
    "servers",
  ],
  "server cannot have TLS settings for (?:plain text HTTP|non HTTPS/TLS) ports": [
    "the server of the Istio Gateway has tls, and a protocol without it: write port.protocol: HTTPS (or TLS), or remove tls. With HTTP only tls.httpsRedirect is possible",
    "servers",
  ],
  "(?:SIMPLE|MUTUAL) TLS requires a (?:server certificate|private key)": [
    "write tls.credentialName, the name of a Secret in the namespace of the gateway's pods, or both serverCertificate and privateKey, which are files in these pods",
    "servers",
  ],
  "total destination weight .*!= 100":
    "in this release of Istio, the weights of the destinations of a route have the sum 100",
  "total destination weight = 0":
    "a route of Istio with several destinations needs a weight above 0 in at least one of them",
  "wildcard host \\* is not allowed for virtual services bound to the mesh gateway": [
    "a VirtualService without gateways, or with mesh in them, is for calls inside of the mesh: write the name of a gateway in spec.gateways, or the names of the hosts",
    "hosts",
  ],
  "short names \\(non FQDN\\) are not allowed": [
    "Istio wants the host with its domain here: NAME.NAMESPACE.svc.cluster.local for a Service, or * for all",
    "hosts",
  ],
  "delegate virtual service must have no":
    "a VirtualService without hosts counts as a delegate of another one: write spec.hosts, or leave gateways, tls and tcp to that one",
  "SNI host .* is not a compatible subset of any of the virtual service hosts": [
    "each of sniHosts is one of spec.hosts of the VirtualService, or below one with *: add it to hosts, or correct it",
    "sniHosts",
  ],
  "Istio uses RE2 style regex-based match":
    "patterns of Istio are those of RE2, which look neither ahead nor behind, and have no back references: the end of the text tells the mistake",
  "(?:DENY|CUSTOM) action without `rules` is meaningless":
    "without rules, the AuthorizationPolicy matches no request: write rules: [{}] for every request, or from and to",
  "mesh/namespace peer authentication cannot have port level mTLS": [
    "portLevelMtls is about the ports of some pods: write spec.selector.matchLabels, or mtls for all ports",
    "portLevelMtls",
  ],
  "partial wildcard .* not allowed": "a host with a wildcard has it alone as its first part: *.example.com",
  "HTTP route, redirect or direct_response is required": [
    "each entry of spec.http has route with a destination, redirect, or directResponse: look at the name of the field and its indentation",
    "http",
  ],
  "istio-validator-.*webhook is not ready, retry":
    "Istio calls its own webhook through the API server first, and does not get its refusal of a wrong object: the API server does not reach istiod (port 15017 of its pods: a firewall of the nodes, HTTPS_PROXY of the API server), or its pods are not ready. Until then failurePolicy stays Ignore",
  "no endpoints should be provided for resolution type none": [
    "a ServiceEntry with endpoints has resolution: STATIC (addresses) or DNS (names)",
    "resolution",
  ],
  "hosts must be FQDN or contain only prefix wildcards if no endpoints are provided": [
    "with resolution DNS, Istio looks up the hosts themselves: write whole names, or endpoints, or resolution: NONE for names with *",
    "hosts",
  ],
  "TargetGroup .* is already bound to following TargetGroupBindings": [
    "one TargetGroupBinding for each target group: delete the other one, or write multiClusterTargetGroup: true in all of them if several clusters share the group",
    "targetGroupARN",
  ],
  "TargetGroupBinding update may not change these (?:immutable )?fields":
    "these fields of a TargetGroupBinding are fixed: delete it, and create it again",
  "new usage of .*group.name. annotation is forbidden": [
    "the controller runs with --disable-ingress-group-name-annotation: write spec.group.name in the IngressClassParams of the class instead",
    "alb.ingress.kubernetes.io/group.name",
  ],
  "invalid ingress class: .*[iI]ngress[cC]lass[pP]arams.* not found":
    "spec.parameters of the IngressClass names IngressClassParams that do not exist: create them, or correct the name",
  "multiple default IngressClasses found":
    'several IngressClasses have the annotation ingressclass.kubernetes.io/is-default-class: "true": keep one, or write spec.ingressClassName',
  "nginx\\.ingress\\.kubernetes\\.io.*annotation contains invalid word":
    "annotation-value-word-blocklist in the ConfigMap of ingress-nginx has this word: leave it out of the value, or out of the list, if all authors of Ingresses are trusted",
  "nginx: configuration file \\S+ test failed":
    "the Ingress gives a configuration that nginx cannot read: the line with [emerg] tells the directive. Look at annotations with parts of the configuration, and at rewrite-target and paths with regular expressions",
  "metallb\\.io.*resource must be created in .* namespace":
    "MetalLB reads pools, advertisements and peers in its own namespace only, which the text names: write metadata.namespace",
  "metallb\\.io.*invalid (?:CIDR|IP range) ": [
    "an entry of spec.addresses is a range with its length, 192.0.2.0/28, or its first and last address, 192.0.2.10-192.0.2.20",
    "addresses",
  ],
  "set on native bgp mode|bfd profiles section set":
    "MetalLB has this only with FRR, which speaks BGP for it (in its chart frrk8s.enabled or speaker.frr.enabled): install it so, or remove the field",
  "(?:Persistent volume (?:claim|write)|Image volume|EmptyDir volume|HostPath volume|CSI volume|Ephemeral volume) support is disabled":
    "enable the feature in ConfigMap knative-serving/config-features: kubernetes.podspec-persistent-volume-claim, kubernetes.podspec-persistent-volume-write, or kubernetes.podspec-volumes-emptydir, -hostpath, -csi, -ephemeral, -image",
  "pod spec support for init-containers is off": [
    "enable kubernetes.podspec-init-containers in ConfigMap knative-serving/config-features",
    "initContainers",
  ],
  "knative\\.dev.*more than one container port is set":
    "a service of Knative has one port: keep that of the requests, and leave others, such as that of metrics, undeclared",
  "knative\\.dev.*is a reserved environment variable":
    "Knative sets PORT, K_SERVICE, K_CONFIGURATION and K_REVISION itself: remove the variable, and write ports[0].containerPort for PORT",
  "expected 0 <= \\d+ <= \\d+: spec\\.(?:template\\.spec\\.)?timeoutSeconds":
    "the greatest value is max-revision-timeout-seconds in ConfigMap knative-serving/config-defaults (600 by default): raise it there, or lower timeoutSeconds",
  "annotation value is immutable: .*serving\\.knative\\.dev/": [
    "Knative writes serving.knative.dev/creator and lastModifier: leave them out of the manifest that is applied, and use kubectl apply rather than replace, which would remove them",
    "serving.knative.dev/creator",
  ],
};
