import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { nodeProblem } from "./node-version.ts";

it.each(["20.19.0", "20.20.2", "22.0.0", "26.12.1", "100.0.0"])("nodeProblem accepts %s", (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

it.each(["18.20.8", "20.18.3", "8.0.0"])(
  "nodeProblem names the oldest version of package.json for %s",
  (version) => {
    const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
    const oldest = String(engines.node).replace(">=", "");
    expect(nodeProblem(version)).toBe(`Sallyport needs Node ${oldest} or newer; this is ${version}`);
  },
);
