import { describe, expect, test } from "vitest";
import type { UserInfo } from "../../../../api/meta.ts";
import type { ResourceClaimStatus as ClaimStatus } from "../../../../types/tables/resource/v1-types.ts";
import type { WriteContext } from "../../../strategy.ts";

import { statusRightErrors } from "./claim-rights.ts";

const ALICE: UserInfo = { username: "alice", groups: [] };

/** `rights`: lines of `verb subresource name`. */
function context(rights: readonly string[], user = ALICE): WriteContext {
  return {
    user,
    now: 0,
    subresource: "status",
    newUid: () => "uid",
    warn: () => {},
    requester: {
      verb: "update",
      refusal({ verb = "update", subresource, name }) {
        const asked = `${verb} ${subresource} ${name}`.trim();
        return rights.includes(asked) ? undefined : `no ${asked}`;
      },
    },
  };
}

const device = (driver: string, pool = "p") => ({ driver, pool, device: "d" });
const onNode: ClaimStatus = {
  allocation: {
    devices: { results: [{ request: "r", ...device("a.example.com") }] },
    nodeSelector: {
      nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["n1"] }] }],
    },
  },
};
const reported: ClaimStatus = { ...onNode, devices: [device("b.example.com"), device("a.example.com")] };
const messages = (status: ClaimStatus, old: ClaimStatus, rights: readonly string[], user?: UserInfo) =>
  statusRightErrors(status, old, context(rights, user)).map(({ field, message }) => `${field}: ${message}`);

// The texts are those of kube-apiserver 1.36.3.
describe("statusRightErrors", () => {
  test("who binds a claim needs the right to the binding", () => {
    const refused =
      'status.allocation: Forbidden: changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb="update" permission: no update binding';
    const consumer = { resource: "pods", name: "p", uid: "u" };
    expect(messages(onNode, {}, [])).toEqual([refused]);
    expect(messages({}, onNode, [])).toEqual([refused]);
    expect(messages({ ...onNode, reservedFor: [consumer] }, onNode, [])).toEqual([refused]);
    expect(messages(onNode, {}, ["update binding"])).toEqual([]);
    expect(messages(onNode, onNode, [])).toEqual([]);
  });

  test("who reports on devices needs the right to each driver", () => {
    const refused = (driver: string): string =>
      `status.devices: Forbidden: changing status.devices requires resource="resourceclaims/driver", verb="[arbitrary-node:update]" permission: no arbitrary-node:update driver ${driver}`;
    expect(messages(reported, onNode, [])).toEqual([refused("a.example.com"), refused("b.example.com")]);
    expect(messages(reported, onNode, ["arbitrary-node:update driver a.example.com"])).toEqual([
      refused("b.example.com"),
    ]);
    expect(messages(onNode, reported, []), "removed").toHaveLength(2);
    expect(messages({ ...reported, devices: [device("a.example.com", "q")] }, reported, [])).toHaveLength(2);
    expect(messages(reported, reported, [])).toEqual([]);
    expect(messages({ devices: reported.devices ?? [] }, {}, []), "nothing is allocated").toEqual([]);
  });

  test("a service account on the claim's node may do with less", () => {
    const account = (node: string): UserInfo => ({
      username: "system:serviceaccount:kube-system:driver",
      groups: [],
      extra: { "authentication.kubernetes.io/node-name": [node] },
    });
    const rights = ["a", "b"].map((name) => `associated-node:update driver ${name}.example.com`);
    expect(messages(reported, onNode, rights, account("n1"))).toEqual([]);
    expect(messages(reported, onNode, rights, account("n2"))).toHaveLength(2);
    expect(messages(reported, onNode, [], account("n1"))[0]).toContain(
      'verb="[associated-node:update arbitrary-node:update]" permission: no associated-node:update driver a.example.com',
    );
  });
});
