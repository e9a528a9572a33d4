import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellWord } from "../report/shell-word.ts";
import { exportKubeconfig } from "./shell-words.ts";

test.each(["my-hooks", "My Hooks", "it's", "$HOME", "a;b", "*"])("a shell reads %s as one word", (text) => {
  expect(execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" })).toBe(text);
});

test.each([
  ["/srv/.sallyport/kubeconfig", "$PWD/.sallyport/kubeconfig"],
  ["/srv/my data/kubeconfig", "$PWD/'my data/kubeconfig'"],
  ["/home/me/.kube/config", "/home/me/.kube/config"],
  ["/srvs/kubeconfig", "/srvs/kubeconfig"],
])("from /srv, %s is exported as %s", (file, word) => {
  expect(exportKubeconfig(file, "/srv")).toBe(`export KUBECONFIG=${word}`);
});

test("from the root, it has one slash", () => {
  expect(exportKubeconfig("/data/kubeconfig", "/")).toBe("export KUBECONFIG=/data/kubeconfig");
});
