import { expect, test } from "vitest";
import { withAuthenticatedGroup } from "./authenticate.ts";

test.each([
  [[], ["system:authenticated"]],
  [["a"], ["a", "system:authenticated"]],
  [
    ["system:authenticated", "a"],
    ["system:authenticated", "a"],
  ],
  // A user with the group of unauthenticated users does not get the other group, too.
  [["system:unauthenticated"], ["system:unauthenticated"]],
])("whoever has the groups %j has %j then", (groups, expected) => {
  expect(withAuthenticatedGroup({ username: "jane", groups }).groups).toEqual(expected);
  expect(withAuthenticatedGroup({ username: "system:anonymous", groups }).groups).toEqual(groups);
});
