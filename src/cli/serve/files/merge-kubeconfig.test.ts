import { expect, it } from "vitest";
import { parse } from "yaml";
import { mergeKubeconfig } from "./merge-kubeconfig.ts";

const input = { server: "https://127.0.0.1:6443", ca: "ca", client: { cert: "cert", key: "key" } };
const OTHERS = `# mine
apiVersion: v1
kind: Config
current-context: prod # careful
clusters:
- name: prod
  cluster: {server: https://prod.example.com}
users:
- name: prod
  user: {token: secret}
contexts:
- name: prod
  context: {cluster: prod, user: prod, namespace: a}
preferences: {}
`;
const OWN = {
  clusters: { name: "sallyport", cluster: { server: input.server, "certificate-authority-data": "Y2E=" } },
  users: {
    name: "sallyport",
    user: { "client-certificate-data": "Y2VydA==", "client-key-data": "a2V5" },
  },
  contexts: { name: "sallyport", context: { cluster: "sallyport", user: "sallyport" } },
};

it("mergeKubeconfig adds one context and touches nothing else", () => {
  const text = mergeKubeconfig(OTHERS, "sallyport", input);
  const [before, after] = [parse(OTHERS), parse(text)];
  for (const list of ["clusters", "users", "contexts"] as const) before[list].push(OWN[list]);
  expect(after).toEqual(before);
  expect(text).toContain("# mine");
  expect(text).toContain("current-context: prod # careful");
});

it("mergeKubeconfig replaces the context that it wrote before", () => {
  const once = mergeKubeconfig(OTHERS, "sallyport", { ...input, server: "https://127.0.0.1:1" });
  expect(mergeKubeconfig(once, "sallyport", input)).toBe(mergeKubeconfig(OTHERS, "sallyport", input));
});

it("mergeKubeconfig begins a file that is empty", () => {
  const lists = Object.fromEntries(Object.entries(OWN).map(([list, entry]) => [list, [entry]]));
  expect(parse(mergeKubeconfig("", "sallyport", input))).toEqual({
    apiVersion: "v1",
    kind: "Config",
    ...lists,
    "current-context": "sallyport",
  });
});

it.each([
  ["kind: Pod", "this is not a kubeconfig"],
  ["just a text", "this is not a kubeconfig"],
  ["kind: Config\nclusters: {}", "clusters is not a list"],
  ["a: [", "Flow sequence"],
])("mergeKubeconfig refuses %j", (text, message) => {
  expect(() => mergeKubeconfig(text, "sallyport", input)).toThrow(message);
});
