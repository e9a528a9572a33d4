import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const api = await clusterForTests();

test.each([
  ["", '""'],
  ["b&exclude=a&exclude=etcd", '"a","b"'],
  ["%C3%A9%0A", '"é\\n"'],
])(
  "checks that cannot be left out are named in the order of the alphabet: exclude=%s",
  async (names, shown) => {
    const { body } = await api.ask("GET", `/livez?verbose&exclude=${names}`);
    expect(String(body.text).split("\n").at(-3)).toBe(
      `warn: some health checks cannot be excluded: no matches for ${shown}`,
    );
  },
);
