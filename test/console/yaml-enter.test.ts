import { expect, it } from "vitest";
import { nextIndent } from "../../console/src/what-if/yaml-enter.ts";

it.each([
  ["", 0],
  ["kind: Pod", 0],
  ["spec:", 2],
  ["  rules:", 4],
  ["  rules:  # all", 4],
  ["- name: x", 2],
  ["  - name: x", 4],
  ["  - rules:", 6],
  ["  - - a", 6],
  ["    resources: [pods]", 4],
])("the line after %j is indented by %i", (line, indent) => expect(nextIndent(line)).toBe(indent));
