import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { evaluate } from "./evaluate.ts";

const dir = folderForTests();

function file(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}
const DEPLOYMENT = file(
  "deployment.yaml",
  "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: demo}\nspec: {replicas: 3}\n",
);
const LIMITS = file(
  "limits.yaml",
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: limits}\ndata: {most: '2'}\n",
);

it.each([
  ["1 + 2", {}, "3\n\ntype int, cost 1\n"],
  ["object.spec.replicas <= 5", { object: DEPLOYMENT }, "true\n\ntype bool, cost 4\n"],
  [
    "request.operation + ' ' + request.namespace",
    { object: DEPLOYMENT },
    "CREATE demo\n\ntype string, cost 7\n",
  ],
  ["request.operation", { object: DEPLOYMENT, oldObject: DEPLOYMENT }, "UPDATE\n\ntype string, cost 2\n"],
  [
    "int(params.data.most) < object.spec.replicas",
    { object: DEPLOYMENT, params: LIMITS },
    "true\n\ntype bool, cost 8\n",
  ],
])("evaluate of %s", async (expression, flags, expected) => {
  expect(await evaluate(expression, { output: "text", ...flags })).toBe(expected);
});

it("evaluate answers JSON", async () => {
  expect(JSON.parse(await evaluate("[1, 2].map(n, n * 2)", { output: "json" }))).toEqual({
    value: [2, 4],
    type: "list(int)",
    cost: expect.any(Number),
  });
});

it.each([
  ["object.", "compilation failed: ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'"],
  [
    "1 + 'a'",
    "compilation failed: ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'",
  ],
  ["object.spec.replicas", "the expression failed after a cost of 2: no such key: spec"],
])("evaluate refuses %s in kube-apiserver's words", async (expression, text) => {
  const configMap = { output: "text", object: LIMITS } as const;
  await expect(evaluate(expression, configMap)).rejects.toThrow(text);
});

it.each([
  [
    "object.spec",
    "the expression failed after a cost of 2: no such key: spec\nobject is null: --object FILE gives it a value",
  ],
  ["oldObject.spec", "\noldObject is null: --old-object FILE gives it a value"],
  [
    "authorizer.path('/healthz')",
    "\nauthorizer is not available here; sallyport explain evaluates whole policies and webhooks",
  ],
])("evaluate of %s says what is missing", async (expression, text) => {
  await expect(evaluate(expression, { output: "text" })).rejects.toThrow(text);
});

it.each([
  [{}, "CREATE"],
  [{ object: LIMITS }, "CREATE"],
  [{ object: LIMITS, oldObject: LIMITS }, "UPDATE"],
  [{ oldObject: LIMITS }, "DELETE"],
])("evaluate with %j makes a request: %s", async (flags, operation) => {
  const { value } = JSON.parse(await evaluate("request.operation", { output: "json", ...flags }));
  expect(value).toBe(operation);
});
