import { expect, test } from "vitest";
import { goUser } from "./go-user.ts";

test("goUser prints users as Go does", () => {
  expect(goUser({ username: "alice", groups: [] })).toBe("&{alice  [] map[]}");
  const extra = { "b/c": ["1", "2"], a: [] };
  expect(goUser({ username: "alice", uid: "7", groups: ["x", "y z"], extra })).toBe(
    "&{alice 7 [x y z] map[a:[] b/c:[1 2]]}",
  );
});
