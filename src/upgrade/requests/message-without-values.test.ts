import { expect, test } from "vitest";
import { agentOf } from "./client.ts";
import { fieldIn } from "./difference.ts";
import { messageWithoutValues } from "./message-without-values.ts";

test.each([
  [
    'Service "web" is invalid: spec.ports[3].port: Invalid value: 0: must be between 1 and 65535',
    "spec.ports[*].port: Invalid value: must be between 1 and 65535",
  ],
  [
    'Service "a" is invalid: spec.externalIPs[0]: Invalid value: "010.0.0.1": must not have leading 0s',
    "spec.externalIPs[*]: Invalid value: must not have leading 0s",
  ],
  ['pods "a" is forbidden: no', "forbidden: no"],
  ["plain", "plain"],
])("messageWithoutValues of %j", (message, wanted) => {
  expect(messageWithoutValues(message)).toBe(wanted);
});

test.each([
  ["kubectl/v1.34.1 (linux/amd64) kubernetes/93248f9", "kubectl/v1.34.1"],
  ["Go-http-client/2.0", "Go-http-client/2.0"],
  [undefined, ""],
])("agentOf of %j", (userAgent, wanted) => {
  expect(agentOf(userAgent)).toBe(wanted);
});

test.each([
  ['Service "web" is invalid: spec.ports[3].port: Invalid value: 0: no', "spec.ports[3].port"],
  ['X "a" is invalid: [spec.a: Required value, spec.b: Required value]', "spec.a"],
  ["nothing of it", ""],
])("fieldIn of %j", (message, wanted) => {
  expect(fieldIn(message)).toBe(wanted);
});
