import { Buffer } from "node:buffer";
import { Scenario } from "../scenario.ts";
import { counted, enveloped, PROTOBUF, sized, varint } from "./protobuf-bytes.ts";

const META = sized(1, sized(1, "a"));
const NS = "namespaces/{{ns}}";
const spec = (...parts: Buffer[]): Buffer[] => [META, sized(2, ...parts)];

interface Sent {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: string;
  readonly messages: readonly Buffer[][];
}

const TIMES: readonly Buffer[][] = [
  [counted(1, 0)],
  [counted(1, -1)],
  [counted(1, 253_402_300_799)],
  [counted(1, 5), counted(2, 123_456_789)],
  [counted(1, 5), counted(2, 2_000_000_000)],
  [counted(1, 5), counted(2, -1)],
  [counted(1, 5), counted(2, -1_000_000)],
  [counted(2, 5000)],
  [counted(1, 5), counted(3, 7)],
];

const quantity = (...parts: Buffer[]): Buffer[] => spec(sized(1, sized(1, "cpu"), ...parts));
const amount = (text: string): Buffer[] => quantity(sized(2, sized(1, text)));
const port = (...parts: Buffer[]): Buffer[] => spec(sized(1, counted(3, 80), sized(4, ...parts)));
const CONTAINER = sized(2, sized(1, "c"), sized(2, "i"));
const pod = (...parts: Buffer[]): Buffer[] => spec(CONTAINER, ...parts);
const volume = (...parts: Buffer[]): Buffer[] => pod(sized(1, sized(1, "v"), ...parts));

const KINDS: readonly Sent[] = [
  {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    path: `/apis/coordination.k8s.io/v1/${NS}/leases`,
    messages: [
      ...TIMES.map((time) => spec(sized(1, "h"), counted(2, 5), sized(3, ...time), sized(4, ...time))),
      spec(sized(1), counted(2, 0)),
      spec(counted(2, 2 ** 33 + 5)),
      [...spec(sized(1, "h")), sized(2, counted(2, 6))],
      spec(sized(1, "h"), sized(1)),
    ],
  },
  {
    apiVersion: "v1",
    kind: "ResourceQuota",
    path: `/api/v1/${NS}/resourcequotas`,
    messages: [
      ...["1", "", "x", "1.5.5", "0.0001", "1000m", "1e3", " 1", "1 ", "1e100"].map(amount),
      quantity(),
      quantity(sized(2)),
      quantity(sized(2, sized(1, "1"), sized(1, "2"))),
      quantity(sized(2, counted(1, 5))),
    ],
  },
  {
    apiVersion: "v1",
    kind: "Service",
    path: `/api/v1/${NS}/services`,
    messages: [
      port(counted(1, 0), counted(2, 81)),
      port(counted(1, 1), counted(2, 81), sized(3, "http")),
      port(counted(1, 0), counted(2, 81), sized(3, "http")),
      port(),
      port(counted(1, 1)),
      [...spec(sized(1, counted(3, 80))), sized(2, sized(1, counted(3, 81), sized(1, "b")))],
      spec(sized(1, counted(3, 80)), sized(4, "NodePort"), sized(4)),
    ],
  },
  {
    apiVersion: "v1",
    kind: "Pod",
    path: `/api/v1/${NS}/pods`,
    messages: [
      pod(counted(4, 0)),
      pod(counted(11, 2)),
      pod(sized(14)),
      pod(sized(14, counted(2, 5)), sized(14, counted(3, 1))),
      pod(sized(14, counted(4, 5), counted(4, 6))),
      pod(sized(14, sized(4, varint(5), varint(6)))),
      pod(sized(14, sized(4, Buffer.from([0x80])))),
      pod(sized(18, sized(1))),
      pod(sized(32)),
      pod(sized(32, sized(1, "cpu"))),
      volume(),
      volume(sized(2, sized(2)), sized(2, sized(1))),
      volume(sized(2, sized(2, sized(1, "Memory"))), sized(2, sized(2, sized(2, sized(1, "5"))))),
    ],
  },
];

/** Values of types with a form of their own, and messages in several parts. */
export function protobufValues(): Scenario {
  const s = new Scenario("protobuf-values");
  for (const { apiVersion, kind, path, messages } of KINDS)
    for (const message of messages)
      for (const accept of ["application/json", PROTOBUF])
        s.send("POST", path, undefined, {
          base64: enveloped(apiVersion, kind, ...message).toString("base64"),
          headers: { "content-type": PROTOBUF, accept },
          query: [["dryRun", "All"]],
        });
  return s;
}
