import { expect, test } from "vitest";
import { parseYaml } from "../../../go-yaml/read-yaml.ts";
import { invalidIn } from "./field-errors.ts";
import { serverError } from "./server-errors.ts";

/** Texts of YAML with a mistake, and a part of the explanation. */
const MISTAKES: readonly (readonly [yaml: string, says: RegExp])[] = [
  ["a: b: c\n", /second colon/],
  ["a: 1\n  b: 2\n", /second colon|indented deeper/],
  ["a:\n  b: 1\n c: 2\n", /another indentation/],
  ["a: 1\nplain text\nb: 2\n", /no colon/],
  ["a: @b\n", /begins with a tab, @/],
  ["a: %b\n", /begins with a tab, @/],
  ["a:\n\tb: 1\n", /tab/],
  ["{{- if .x }}\na: 1\n", /template/],
  ["a: {{ .x }}\n", /template/],
  ["a: - b\n", /list/],
  ['a: "\\d"\n', /backslash/],
  ["a: *b\n", /anchor/],
  ["a: [b\n", /not closed|indentation/],
  ['a: "b\n', /quote/],
];

test.each(MISTAKES)("a mistake in YAML is explained: %j", (yaml, says) => {
  expect(serverError(`error converting YAML to JSON: ${errorOf(yaml)}`)?.says).toMatch(says);
});

function errorOf(yaml: string): string {
  try {
    parseYaml(yaml);
  } catch (error) {
    return String(error);
  }
  throw new Error("the text is right");
}

/** Texts of the API server and of kubectl, and a part of the explanation. */
const TEXTS: readonly (readonly [told: string, says: RegExp])[] = [
  [
    "Internal error occurred: add operation failed to decode path: missing value",
    /an operation add has no path/,
  ],
  [
    "Internal error occurred: error in remove for path: '/metadata/finalizers/2': Unable to access invalid index: 2: invalid index referenced",
    /the list of \/metadata\/finalizers\/2 has no entry 2/,
  ],
  [
    "Internal error occurred: error in remove for path: '/data/z': Unable to remove nonexistent key: z: missing value",
    /has no \/data\/z/,
  ],
  [
    "Internal error occurred: error in add for path: '/a/one': value was not a proper array index: 'one': strconv.Atoi: parsing \"one\": invalid syntax",
    /ends in a list/,
  ],
  ["Internal error occurred: testing value /data/a failed: test failed", /another value at \/data\/a/],
  ["Internal error occurred: Unexpected kind: merge", /operation merge, which does not exist/],
  [
    "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    /not a list/,
  ],
  [
    "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
    /not an object/,
  ],
  ["error decoding patch: unexpected end of JSON input", /cannot be read: unexpected end/],
  ["map: map[timeoutSeconds:7] does not contain declared merge key: name", /has no name/],
  [
    'failed to create typed patch object (/d; apps/v1, Kind=Deployment): .spec.template.spec.containers: duplicate entries for key [name="c"]',
    /two entries with the key \[name="c"\] in the list \.spec\.template\.spec\.containers/,
  ],
  [
    "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .nonsense: field not declared in schema",
    /the field \.nonsense/,
  ],
  [
    "failed to create typed patch object (/c; /v1, Kind=ConfigMap): .data.n: expected string, got &value.valueUnstructured{Value:5}",
    /in \.data\.n: a string is expected/,
  ],
  [
    'Internal error occurred: v1.ConfigMap.Data: ReadMapCB: expect { or n, but found ", error found in #10 byte of ...',
    /after a change by admission.*v1\.ConfigMap\.Data/,
  ],
  [
    "Internal error occurred: json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string",
    /after a change by admission: data is a string/,
  ],
  [
    'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32',
    /spec\.replicas takes a whole number \(int32\), and the body has 1\.5/,
  ],
  [
    'Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
    /spec\.containers has to be a list, and is an object/,
  ],
  [
    'Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string',
    /metadata\.labels is a list/,
  ],
  [
    'Secret in version "v1" cannot be handled as a Secret: json: cannot unmarshal number into Go struct field Secret.data of type []uint8',
    /data takes text in base64/,
  ],
  [
    "the API version in the data (a.io/v2) does not match the expected API version (a.io/v1)",
    /of version a\.io\/v2, and the URL of version a\.io\/v1/,
  ],
  [
    "error building typed value from live resource: .spec.terminatingReplicas: field not declared in schema",
    /the field \.spec\.terminatingReplicas/,
  ],
  ["the name of the object (b) does not match the name on the URL (a)", /is b in the body, and a in the URL/],
  ['forbidden: User "alice" cannot get path "/metrics"', /alice may not get the path \/metrics/],
  ['"spec.x" is not a known field selector: only "metadata.name"', /no selector for/],
  ["unable to parse requirement: found 'x' expected: '('", /label selector cannot be read/],
  ['deployments.apps "web" not found', /deployments\.apps has no object web/],
  ['pod p is already assigned to node "n"', /runs on the node n/],
  ["Unauthorized", /does not know who sends/],
  ["the server could not find the requested resource", /nothing under this URL/],
  [
    "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    /no authority that the caller trusts/,
  ],
  ["dial tcp 10.0.0.1:443: connect: connection refused", /nothing listens/],
  ["context deadline exceeded (Client.Timeout exceeded while awaiting headers)", /did not come in time/],
  ["dial tcp 127.0.0.1:8080: connect: connection refused", /found no kubeconfig/],
  ["error: error validating data: [apiVersion not set, kind not set]", /without apiVersion/],
  [
    "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
    /paramRef of the binding finds no object/,
  ],
  [
    "failed to configure policy: paramKind kind `a.io/v1, Kind=Limit` not known",
    /does not know a\.io\/v1, Kind=Limit/,
  ],
  ["Error from server: etcdserver: leader changed", /did not answer in time, or has no leader/],
  [
    'an error on the server ("<html>\\r\\n502") has prevented the request from succeeding',
    /a proxy before it, answered/,
  ],
  ['an error on the server ("apiserver is shutting down") has prevented the request', /is shutting down/],
  [
    "The POST operation against Gateway.networking.istio.io could not be completed at this time, please try again.",
    /could not do the operation now/,
  ],
  ['admission plugin "LimitRanger" failed to complete mutation in 13s', /LimitRanger .* in 13s/],
  ["unknown admission plugin: PodSecurty", /no admission plugin with the name PodSecurty/],
  ["The resourceVersion for the provided watch is too old.", /the store has removed since/],
  [
    'loading OpenAPI spec for "v1beta1.metrics.k8s.io" failed with: ResponseCode: 503',
    /OpenAPI of the APIService v1beta1\.metrics\.k8s\.io/,
  ],
  [
    'endpointslices for service/metrics-server in "kube-system" have no addresses with port name "https"',
    /no pod behind the Service metrics-server in kube-system/,
  ],
  ['"Unable to authenticate the request" err="[x509: certificate has expired', /certificate of a client/],
  [
    '"Unable to authenticate the request" err="invalid bearer token"',
    /the token or the certificate of a client/,
  ],
  [
    'Get "https://10.0.0.1:6443/api/v1/namespaces/a/pods/b": http2: client connection lost',
    /connection to the API server was cut/,
  ],
  [
    'Get "https://10.0.0.1:6443/api?timeout=32s": http: server gave HTTP response to HTTPS client',
    /does not speak TLS/,
  ],
  [
    "Unable to connect to the server: x509: certificate has expired or is not yet valid",
    /the certificate of the API server has expired/,
  ],
  [
    "client rate limiter Wait returned an error: context deadline exceeded",
    /the time of the client was over/,
  ],
  ['from server for: "a.yaml": resource name may not be empty', /has no name/],
  ["the server has asked for the client to provide credentials", /does not know who sends/],
  ['pods "web" is forbidden: not yet ready to handle request', /has just started/],
  ['pods "web" is forbidden: a mirror pod may not reference secrets', /copy of a static pod/],
  [
    'nodes "a" is forbidden: node "a" is not allowed to modify labels: node-restriction.kubernetes.io/x',
    /NodeRestriction/,
  ],
  [
    'widgets.a.io "w" is forbidden: a reason of its own',
    /\(no webhook\) refuses widgets\.a\.io "w" with.*a reason of its own/,
  ],
];

test.each(TEXTS)("explains %s", (told, says) => {
  const error = serverError(told);
  expect(error?.says).toMatch(says);
  expect(`${error?.says} ${error?.advice}`).not.toMatch(/\$[\d&`']|undefined/);
});

test("errors of validation are read with their fields, values and details", () => {
  const told =
    'The Deployment.apps "web" is invalid: [spec.ports: Required value, spec.a[0].b: Invalid value: "x, y": must be z, w: c, <nil>: Invalid value: {"a":{"b":1}}: no, metadata.labels: Too long: at most 3]';
  expect(invalidIn(told)).toEqual({
    kind: "Deployment",
    group: "apps",
    name: "web",
    errors: [
      { field: "spec.ports", problem: "Required value", value: "", detail: "" },
      { field: "spec.a[0].b", problem: "Invalid value", value: '"x, y"', detail: "must be z, w: c" },
      { field: "", problem: "Invalid value", value: '{"a":{"b":1}}', detail: "no" },
      { field: "metadata.labels", problem: "Too long", value: "", detail: "at most 3" },
    ],
  });
});

test("an error of validation may stand alone", () => {
  expect(serverError("spec.containers[0].image: Required value")?.says).toContain(
    "spec.containers[0].image is missing or empty",
  );
});

test("other texts are no errors of an API server", () => {
  for (const told of [
    "everything is fine",
    "Started container web",
    'level=info msg="reconciled" name=web',
    "note: Invalid value: of the last run: 3",
    "Successfully assigned default/web to node-1",
  ])
    expect(serverError(told), told).toBeUndefined();
});
