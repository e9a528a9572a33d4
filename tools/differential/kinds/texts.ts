/** Texts for a field by its name; the first matching pattern is used. Most texts are valid for some field. */
const BY_NAME: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(image|reference)$/, ["nginx", "nginx:1.27", "registry.example.com/a/b@sha256:0123", " nginx", ""]],
  [/^(mountPath)$/, ["/data", "/data/sub", "data", "/a:b", "/var/../x", ""]],
  [/^(subPath|subPathExpr)$/, ["sub", "a/b", "../up", "/abs", "$(POD_NAME)", "a/../b"]],
  [/^(devicePath)$/, ["/dev/xvda", "dev", "/dev/xvda/../b"]],
  [/path$/i, ["/", "/healthz", "a/b", "../up", "a/../b", "/abs/path", "config.yaml", ".spec.x", ""]],
  [
    /^(clusterIP|clusterIPs|podIP|hostIP|ip|ips|addresses|nameservers|externalIPs|loadBalancerIP)$/,
    [
      "10.9.8.7",
      "192.168.0.1",
      "2001:db8::1",
      "127.0.0.1",
      "0.0.0.0",
      "169.254.1.1",
      "224.0.0.1",
      "010.1.2.3",
      "::ffff:1.2.3.4",
      "1.2.3",
      "None",
      "",
    ],
  ],
  [
    /cidr|^except$|loadBalancerSourceRanges|^ips$/i,
    ["10.1.0.0/16", "10.1.2.3/16", "2001:db8::/64", "10.0.0.0/33", "10.1.0.0", "192.168.1.0/24 ", "::/0", ""],
  ],
  [
    /^(host|hostname|hostnames|hosts|externalName|subdomain|domain|hostnameOverride)$/,
    [
      "web",
      "web.example.com",
      "*.example.com",
      "*",
      "*.a.*",
      "Web.example.com",
      "web_1",
      "10.1.2.3",
      "-web",
      "a..b",
      "",
    ],
  ],
  [/namespace/i, ["default", "kube-system", "{{ns}}", "other-{{id}}", "Bad_Namespace", ""]],
  [
    /^(labelKey|topologyKey|topologyKeys|matchLabelKeys|mismatchLabelKeys)$/,
    ["kubernetes.io/hostname", "zone", "app", "a/b/c", "-x", ""],
  ],
  [/^key$/, ["app", "example.com/key", "node.kubernetes.io/not-ready", "a b", "Key.Name_1", "..", "-x", ""]],
  [/^(values|value)$/, ["a", "b", "1", "-1", "value with blank", "x.y_z", "é", ""]],
  [/^(apiVersion|groupVersion)$/, ["v1", "apps/v1", "example.com/v1", "a/b/c", "batch/v1", ""]],
  [
    /^(apiVersions|version|versions|admissionReviewVersions|conversionReviewVersions)$/,
    ["v1", "v1beta1", "v2", "*", "V1", "1", "invalid.version", ""],
  ],
  [
    /^(kind|resourceKind)$/,
    ["Pod", "Deployment", "ReplicaSet", "Service", "Secret", "ServiceAccount", "User", "Group", "a b", ""],
  ],
  [
    /^(apiGroup|apiGroups|group|groups)$/,
    ["apps", "example.com", "rbac.authorization.k8s.io", "*", "Bad Group", "system:masters", ""],
  ],
  [
    /^(resource|resources|plural)$/,
    [
      "pods",
      "deployments/scale",
      "*",
      "*/status",
      "pods/*",
      "*/*",
      "limits.cpu",
      "requests.memory",
      "pods/",
      "",
    ],
  ],
  [/^(resourceNames|nonResourceURLs)$/, ["a", "/healthz", "/api/*", "*", "/a*b", "x/y", ""]],
  [/^(verb|verbs)$/, ["get", "list", "create", "*", "GET", "use", "impersonate", ""]],
  [/^(username|user)$/, ["jane", "system:admin", "system:serviceaccount:default:default", "*", ""]],
  [
    /^schedule$/,
    [
      "*/5 * * * *",
      "@daily",
      "0 0 31 2 *",
      "61 * * * *",
      "CRON_TZ=UTC 0 1 * * *",
      "TZ=UTC * * * * *",
      "* * * *",
      "@every 1h",
      "0-59/2 1,2,3 * JAN-MAR MON",
      "",
    ],
  ],
  [/^timeZone$/, ["Etc/UTC", "Europe/Berlin", "Local", "Nowhere/City", "europe/berlin", ""]],
  [
    /^(driver|driverName|provisioner|attacher)$/,
    ["driver.example.com", "Driver.Example.com", "kubernetes.io/aws-ebs", "-bad-", "a".repeat(64), ""],
  ],
  [
    /^(signerName)$/,
    [
      "example.com/signer",
      "kubernetes.io/kube-apiserver-client",
      "kubernetes.io/legacy-unknown",
      "nosigner",
      "a/b/c",
      "Example.com/x",
      "",
    ],
  ],
  [
    /^(expression|rule|valueExpression|messageExpression)$/,
    ["true", "object.metadata.name == 'a'", "1 +", "self > 1", "has(object.spec)", "'text'", ""],
  ],
  [/uid$/i, ["01234567-89ab-cdef-0123-456789abcdef", "u", ""]],
  [
    /^(finalizers)$/,
    ["example.com/f", "kubernetes", "foregroundDeletion", "orphan", "nodomain", "a/b/c", ""],
  ],
  [
    /^(fieldPath)$/,
    [
      "metadata.name",
      "metadata.labels['app']",
      "spec.nodeName",
      "status.podIP",
      "metadata.annotations",
      "metadata.labels['a b']",
      "spec.containers{a}",
      "status.hostIPs",
      "a.b",
      "",
    ],
  ],
  [/^(reason|type|message|note)$/, ["Reason", "ReasonTwo", "a reason", "example.com/type", "x", ""]],
  [
    /^(url|diskURI)$/,
    [
      "https://127.0.0.1:1/x",
      "https://example.com",
      "http://example.com",
      "https://user:p@example.com",
      "https://example.com/?a=b",
      "https://example.com/#f",
      "no url",
      "",
    ],
  ],
  [
    /^(storageClassName|priorityClassName|runtimeClassName|volumeAttributesClassName|ingressClassName|loadBalancerClass|deviceClassName)$/,
    ["fast", "example.com/class", "system-node-critical", "Bad_Class", ""],
  ],
  [/^(containers|containerName|targetContainerName)$/, ["main", "side", "missing", "Bad Name", ""]],
  [
    /name$/i,
    [
      "main",
      "a-name",
      "name.with.dots",
      "Name",
      "under_score",
      "-begins",
      "ends-",
      "a/b",
      "x".repeat(64),
      "a b",
      "9",
      "",
    ],
  ],
  [/^(fsType)$/, ["ext4", "xfs", ""]],
  [/annotations|labels/i, ["v", "a b", "é", ""]],
];

const ANY: readonly string[] = [
  "a",
  "text",
  "Some text.",
  "UPPER",
  "with-dash",
  "a.b",
  "a/b",
  "x y",
  "é",
  "0",
  "",
];

export const textsOf = (field: string): readonly string[] =>
  BY_NAME.find(([pattern]) => pattern.test(field))?.[1] ?? ANY;

/** Right almost nowhere. */
export const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "-",
  "a_b",
  "A",
  "é",
  "a".repeat(64),
  "a".repeat(254),
  "a\nb",
  '"',
  "<&>",
  "\u2028",
  "null",
  "😀",
];

const KEYS = ["app", "tier", "example.com/k", "a", "b.c", "Cap"];
const ODD_KEYS = ["", "a b", "-x", "a/b/c", "é", "x".repeat(64), "/x", "a/"];

export const keysFor = (odd: boolean): readonly string[] => (odd ? ODD_KEYS : KEYS);

/** Names of resources where amounts are counted. */
export const RESOURCE_KEYS: readonly string[] = [
  "cpu",
  "memory",
  "ephemeral-storage",
  "storage",
  "pods",
  "hugepages-2Mi",
  "example.com/gpu",
  "requests.cpu",
  "limits.memory",
  "count/deployments.apps",
  "kubernetes.io/x",
  "bad key",
  "requests.storage",
  "services.nodeports",
  "gpu",
];

export const AMOUNTS: readonly string[] = [
  "1",
  "100m",
  "1Gi",
  "0",
  "2",
  "1.5",
  "500Mi",
  "1e3",
  "-1",
  "0.5m",
  "1Ei",
  "12E",
  "1k",
  "+1",
  "1.0",
  "0100",
  "1n",
];
export const ODD_AMOUNTS: readonly string[] = ["", "x", "1 Gi", "1ki", "1.2.3", "--1", "1e", ".", "10GiB"];
