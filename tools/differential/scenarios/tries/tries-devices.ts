import type { Json } from "../../../../src/json/value.ts";
import type { Members, Scenario } from "../scenario.ts";
import { long, spec, tries } from "./tries.ts";

const RESOURCE = "/apis/resource.k8s.io/v1";
const cel = (expression: string): Json => ({ cel: { expression } });

const request = (more: Members = {}, exactly: Members = {}): Members => ({
  name: "r",
  exactly: { deviceClassName: "c", ...exactly },
  ...more,
});
const devices = (more: Members): Json => spec({ devices: { requests: [request()], ...more } });
const requests = (...all: Members[]): Json => devices({ requests: all });
const exactly = (more: Members): Json => requests(request({}, more));
const sub = (more: Members): Members => ({ name: "s", deviceClassName: "c", ...more });
const config = (more: Members): Json =>
  devices({ config: [{ opaque: { driver: "d.example.com", parameters: { a: 1 } }, ...more }] });
const toleration = (more: Members): Json =>
  exactly({ tolerations: [{ key: "a", operator: "Exists", ...more }] });

const CLAIMS: readonly Json[] = [
  requests(),
  requests(request(), request()),
  requests({ name: "r" }),
  requests(request({ firstAvailable: [sub({})] })),
  requests({ name: "r", firstAvailable: [] }),
  requests({ name: "r", firstAvailable: [sub({}), sub({})] }),
  requests({
    name: "r",
    firstAvailable: [sub({ name: "A b", deviceClassName: "" }), sub({ name: "", deviceClassName: "A b" })],
  }),
  requests({ name: "r", firstAvailable: Array.from({ length: 9 }, (_, n) => sub({ name: `s${n}` })) }),
  requests(request({ name: "" })),
  requests(request({ name: "A b" })),
  requests(request({ name: long(64) })),
  devices({ requests: Array.from({ length: 33 }, (_, n) => request({ name: `r${n}` })) }),
  exactly({ deviceClassName: "" }),
  exactly({ deviceClassName: "A b" }),
  exactly({ allocationMode: "All", count: 1 }),
  exactly({ allocationMode: "All" }),
  exactly({ allocationMode: "ExactCount", count: 0 }),
  exactly({ allocationMode: "ExactCount", count: -1 }),
  exactly({ allocationMode: "Other", count: 2 }),
  exactly({ count: 5 }),
  ...["x", "device.attributes['a'].b == 1", `'${long(10_300)}' == ''`, "device."].map((expression) =>
    exactly({ selectors: [cel(expression)] }),
  ),
  exactly({ selectors: Array.from({ length: 33 }, () => cel("true")) }),
  toleration({ operator: "Exists", value: "x" }),
  toleration({ effect: "NoExecute", tolerationSeconds: -5 }),
  devices({ constraints: [{ matchAttribute: "/", requests: ["r", "r", "r/s", "a/b/c"] }] }),
  devices({ constraints: [{ matchAttribute: `${long(70)}.com/${long(40)}` }] }),
  devices({ constraints: Array.from({ length: 33 }, () => ({ matchAttribute: "a.b/c" })) }),
  config({ opaque: { driver: "d", parameters: { a: long(11_000) } } }),
];

const result = (more: Members = {}): Members => ({
  request: "r",
  driver: "d.example.com",
  pool: "p",
  device: "v",
  ...more,
});
const allocation = (more: Members): Json => ({ allocation: { devices: { results: [result()] }, ...more } });
const results = (...all: Members[]): Json => allocation({ devices: { results: all } });
const user = (more: Members = {}): Members => ({ resource: "pods", name: "p", uid: "u", ...more });
const selector = (...all: Json[]): Json => allocation({ nodeSelector: { nodeSelectorTerms: all } });
const term = { matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] };
const status = (more: Members): Members => ({ driver: "d.example.com", pool: "p", device: "v", ...more });
const CLAIM_STATUSES: readonly Json[] = [
  results(),
  results(result({ request: "x" })),
  results(result({ shareID: "0123ABCD-0123-0123-0123-0123456789AB" })),
  results(result({ driver: "", pool: "", device: "" })),
  results(result({ driver: "A b", pool: "a//b", device: "A b" })),
  results(result({ adminAccess: true })),
  results(result({ pool: long(260) })),
  results(result({ shareID: "x" })),
  results(result({ tolerations: [{ key: "a", operator: "Other" }] })),
  selector(),
  selector({ matchExpressions: [{ key: "a b", operator: "Other" }] }),
  allocation({ devices: { results: [result()], config: [{}] } }),
  allocation({
    devices: {
      results: [result()],
      config: [{ source: "FromClass", requests: ["r"], opaque: { driver: "d", parameters: {} } }],
    },
  }),
  allocation({
    devices: {
      results: [result()],
      config: [{ source: "Other", requests: ["x"], opaque: { driver: "", parameters: null } }],
    },
  }),
  {
    ...(allocation({}) as Members),
    reservedFor: [{}, user({ apiGroup: "A b" }), user({ resource: "", name: "", uid: "x" })],
  },
  {
    ...(allocation({}) as Members),
    reservedFor: Array.from({ length: 257 }, (_, n) => user({ uid: `u${n}` })),
  },
  { ...(allocation({}) as Members), devices: [status({}), status({})] },
  { ...(allocation({}) as Members), devices: [status({ data: { a: long(11_000) } })] },
  {
    ...(allocation({}) as Members),
    devices: [
      status({
        networkData: {
          interfaceName: long(257),
          hardwareAddress: long(129),
          ips: ["1.2.3.4", "x", "1.2.3.4/24", "01.2.3.4/24", "2001:DB8::1/64", "1.2.3.4/24"],
        },
      }),
    ],
  },
  {
    ...(allocation({}) as Members),
    devices: [
      status({
        conditions: [
          {},
          {
            type: "A",
            status: "True",
            reason: "R",
            message: "m",
            lastTransitionTime: "2001-02-03T04:05:06Z",
          },
        ],
      }),
    ],
  },
  {
    ...(allocation({}) as Members),
    devices: [
      status({
        conditions: Array.from({ length: 9 }, (_, n) => ({
          type: `A${n}`,
          status: "True",
          reason: "R",
          message: "m",
          lastTransitionTime: "2001-02-03T04:05:06Z",
        })),
      }),
    ],
  },
];

/** Claims, templates and classes. */
export const claimTries = (): Scenario =>
  tries("tries-claims", [
    {
      path: `${RESOURCE}/namespaces/{{ns}}/resourceclaims`,
      base: requests(request()),
      creates: CLAIMS,
      updates: [exactly({ deviceClassName: "d" }), { metadata: { labels: { a: "b" } } }],
      statuses: CLAIM_STATUSES,
    },
    {
      path: `${RESOURCE}/namespaces/{{ns}}/resourceclaims`,
      base: requests(request()),
      status: { ...(allocation({}) as Members), reservedFor: [user()] },
      statuses: [],
    },
    {
      path: `${RESOURCE}/namespaces/{{ns}}/resourceclaimtemplates`,
      base: spec({ spec: { devices: { requests: [request()] } } }),
      creates: [...CLAIMS.slice(0, 20).map((one) => ({ spec: one }))],
      updates: [],
    },
    {
      path: `${RESOURCE}/deviceclasses`,
      base: spec({}),
      creates: [
        ...["true", "", "x", "1"].map((expression) => spec({ selectors: [cel(expression)] })),
        spec({ config: Array.from({ length: 33 }, () => ({ opaque: { driver: "d", parameters: {} } })) }),
      ],
      updates: [],
    },
  ]);

const device = (more: Members = {}): Members => ({ name: "v", ...more });
const slice = (more: Members): Json => spec(more);
const all = (...list: Members[]): Json => slice({ devices: list });
const attribute = (more: Json, name = "a"): Json => all(device({ attributes: { [name]: more } }));
const policy = (requestPolicy: Members, value = "10"): Json =>
  all(device({ capacity: { a: { value, requestPolicy } }, allowMultipleAllocations: true }));
const counters = (more: Json): Json => slice({ devices: null, sharedCounters: more });
const SLICES: readonly Json[] = [
  slice({ nodeName: null, nodeSelector: { nodeSelectorTerms: [term, term] } }),
  slice({ devices: Array.from({ length: 129 }, (_, n) => device({ name: `v${n}` })) }),
  ...[
    { bool: true, int: 1 },
    { string: long(65) },
    { version: "1.0" },
    { version: `1.0.0-${long(70)}` },
    { bools: [] },
    { ints: [1] },
    { strings: ["a"] },
    { versions: ["x"] },
  ].map((one) => attribute(one)),
  ...["a.example.com/b", "/b", "a/", "a/b/c", "A b", long(33), `${long(64)}/b`, "1a", "a-b", ""].map((name) =>
    attribute({ int: 1 }, name),
  ),
  all(device({ capacity: { a: { value: "10", requestPolicy: { default: "1", validValues: ["1"] } } } })),
  policy({ validValues: ["1", "2"] }),
  policy({ default: "1", validValues: ["2", "1"] }),
  policy({ default: "1", validValues: ["1", "1"] }),
  policy({ default: "1", validValues: ["1", "20"] }),
  policy({ default: "1", validValues: Array.from({ length: 11 }, (_, n) => `${n}`) }),
  policy({ validRange: { min: "1" } }),
  policy({ default: "1", validRange: {} }),
  policy({ default: "1", validRange: { min: "20" } }),
  policy({ default: "5", validRange: { min: "4", max: "3" } }),
  policy({ default: "5", validRange: { min: "1", max: "20" } }),
  policy({ default: "5", validRange: { min: "1", step: "10" } }),
  policy({ default: "4", validRange: { min: "1", max: "6", step: "3" } }),
  policy({ default: "1", validValues: ["1"], validRange: { min: "1" } }),
  all(device({ taints: Array.from({ length: 17 }, (_, n) => ({ key: `a${n}`, effect: "NoExecute" })) })),
  counters(Array.from({ length: 9 }, (_, n) => ({ name: `s${n}`, counters: { a: { value: "1" } } }))),
  ...[
    { nodeName: "" },
    { nodeName: "A b" },
    { allNodes: false },
    { nodeSelector: {} },
    { nodeName: "n", nodeSelector: { nodeSelectorTerms: [term] }, allNodes: true },
  ].map((more) => slice({ nodeName: null, perDeviceNodeSelection: true, devices: [device(more)] })),
  all(device({ bindingConditions: ["a", "a", "A b"], bindingFailureConditions: ["a", "c", "c"] })),
  all(
    device({
      bindingConditions: ["a", "b", "c", "d", "e"],
      bindingFailureConditions: ["f", "g", "h", "i", "j"],
    }),
  ),
];

/** Devices that drivers report. */
export const sliceTries = (): Scenario =>
  tries("tries-slices", [
    {
      path: `${RESOURCE}/resourceslices`,
      base: slice({
        driver: "d.example.com",
        nodeName: "n",
        pool: { name: "p", resourceSliceCount: 1 },
        devices: [device()],
      }),
      creates: SLICES,
      updates: [...SLICES],
    },
    {
      path: `${RESOURCE}/devicetaintrules`,
      base: spec({ taint: { key: "a", effect: "NoSchedule" } }),
      onlyCreates: true,
      creates: [{}],
    },
    {
      path: `${RESOURCE}/resourcepoolstatusrequests`,
      base: spec({ driver: "d" }),
      onlyCreates: true,
      creates: [{}],
    },
  ]);
