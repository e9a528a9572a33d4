import { expect, test } from "vitest";
import type { KubeObject } from "../../../../api/meta.ts";
import type { WriteContext } from "../../../strategy.ts";
import { validateStatus } from "./validate-status.ts";

const request = (status: object): KubeObject =>
  ({ metadata: { name: "r" }, spec: { signerName: "a.example/b" }, status }) as unknown as KubeObject;

const denied = {
  conditions: [{ type: "Denied", status: "True", reason: "No", lastTransitionTime: "2026-01-01T00:00:00Z" }],
};

/** `rights`: names of signers for which the user may sign. */
function problemsOf(status: object, rights: readonly string[]): readonly string[] {
  const context: WriteContext = {
    user: { username: "alice", groups: [] },
    now: Date.parse("2026-01-01T00:00:00Z"),
    subresource: "status",
    newUid: () => "uid",
    warn: () => {},
    requester: {
      verb: "update",
      refusal: ({ verb, resource, name }) =>
        verb === "sign" && resource === "signers" && rights.includes(name) ? undefined : "no",
    },
  };
  return validateStatus(request(status), request({}), context).map(
    ({ field, message }) => `${field}: ${message}`,
  );
}

test("a user who changes the status of a PodCertificateRequest needs the right to sign", () => {
  const refusal =
    'spec.signerName: Forbidden: User "alice" is not permitted to "sign" for signer "a.example/b"';
  expect(problemsOf(denied, ["a.example/c"])).toEqual([refusal]);
  expect(problemsOf(denied, ["a.example/b"])).toEqual([]);
  expect(problemsOf(denied, ["a.example/*"])).toEqual([]);
  expect(problemsOf({}, [])).toEqual([]);
});
