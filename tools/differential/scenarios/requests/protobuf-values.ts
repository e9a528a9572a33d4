import { Buffer } from "node:buffer";
import { Scenario } from "../scenario.ts";
import { counted, enveloped, PROTOBUF, sized } from "./protobuf-bytes.ts";

const META = sized(1, sized(1, "a"));
const NS = "namespaces/{{ns}}";
const spec = (...parts: Buffer[]): Buffer[] => [META, sized(2, ...parts)];

interface Sent {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: string;
  readonly messages: readonly Buffer[][];
}

const TIMES: readonly Buffer[][] = [[counted(1, 5), counted(3, 7)]];

const quantity = (...parts: Buffer[]): Buffer[] => spec(sized(1, sized(1, "cpu"), ...parts));
const amount = (text: string): Buffer[] => quantity(sized(2, sized(1, text)));
const CONTAINER = sized(2, sized(1, "c"), sized(2, "i"));
const pod = (...parts: Buffer[]): Buffer[] => spec(CONTAINER, ...parts);

const KINDS: readonly Sent[] = [
  {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    path: `/apis/coordination.k8s.io/v1/${NS}/leases`,
    messages: [
      ...TIMES.map((time) => spec(sized(1, "h"), counted(2, 5), sized(3, ...time), sized(4, ...time))),
    ],
  },
  {
    apiVersion: "v1",
    kind: "ResourceQuota",
    path: `/api/v1/${NS}/resourcequotas`,
    messages: [
      ...["1", "", "x", "1.5.5", "0.0001", "1000m", "1e3", " 1", "1 ", "1e100"].map(amount),
      quantity(sized(2, counted(1, 5))),
    ],
  },
  {
    apiVersion: "v1",
    kind: "Pod",
    path: `/api/v1/${NS}/pods`,
    messages: [
      pod(sized(14, sized(4, Buffer.from([0x80])))),
      pod(sized(32)),
      pod(sized(32, sized(1, "cpu"))),
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
