import { expect, test } from "vitest";
import { keyOf, NodeGraph } from "./node-graph.ts";

const pick = <T>(items: readonly T[], turn: number): T => items[turn % items.length] as T;

interface Model {
  readonly pods: Map<string, { node: string; uses: string[] }>;
  readonly volumes: Map<string, { claim: string; secrets: string[] }>;
}

/** The expected result of the graph, found by a search of all objects. */
function relates({ pods, volumes }: Model, key: string, node: string): boolean {
  const isUsed = (used: string): boolean =>
    [...pods.values()].some((pod) => pod.node === node && pod.uses.includes(used));
  const volumesOf = [...volumes].filter(([name, { secrets }]) => name === key || secrets.includes(key));
  return pods.get(key)?.node === node || isUsed(key) || volumesOf.some(([, { claim }]) => isUsed(claim));
}

test("after every change a graph relates what all objects together relate", () => {
  const graph = new NodeGraph();
  const model: Model = { pods: new Map(), volumes: new Map() };
  const nodes = ["n1", "n2"];
  const claims = ["a", "b"].map((name) => keyOf("persistentvolumeclaims", "s", name));
  const secrets = ["a", "b", "c"].map((name) => keyOf("secrets", "s", name));
  const podKeys = ["a", "b", "c"].map((name) => keyOf("pods", "s", name));
  const volumeKeys = ["a", "b"].map((name) => keyOf("persistentvolumes", "", name));
  const everything = [...claims, ...secrets, ...podKeys, ...volumeKeys];
  let seed = 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  for (let turn = 0; turn < 2000; turn++) {
    const [pod, volume] = [pick(podKeys, random()), pick(volumeKeys, random())];
    const some = <T>(items: readonly T[]): T[] => items.filter(() => random() % 3 === 0);
    switch (random() % 4) {
      case 0:
        graph.deletePod(pod);
        model.pods.delete(pod);
        break;
      case 1:
        graph.deleteVolume(volume);
        model.volumes.delete(volume);
        break;
      case 2: {
        const entry = {
          node: pick(nodes, random()),
          uses: [...some(claims), ...some(secrets), ...some(secrets)],
        };
        graph.setPod(pod, entry.node, entry.uses);
        model.pods.set(pod, entry);
        break;
      }
      default: {
        const entry = { claim: pick(claims, random()), secrets: some(secrets) };
        graph.setVolume(volume, entry.claim, entry.secrets);
        model.volumes.set(volume, entry);
      }
    }
    const answers = (ask: (key: string, node: string) => boolean): string[] =>
      everything.flatMap((key) => nodes.filter((node) => ask(key, node)).map((node) => `${key} ${node}`));
    expect(answers((key, node) => graph.relates(key, node))).toEqual(
      answers((key, node) => relates(model, key, node)),
    );
  }
});

test("an object that names its node is related to this node only", () => {
  const graph = new NodeGraph();
  const slice = keyOf("resourceslices", "", "a");
  graph.setOwner(slice, "n1");
  expect([graph.relates(slice, "n1"), graph.relates(slice, "n2")]).toEqual([true, false]);
  graph.setOwner(slice, "n2");
  expect([graph.relates(slice, "n1"), graph.relates(slice, "n2")]).toEqual([false, true]);
  graph.deleteOwner(slice);
  expect(graph.relates(slice, "n2")).toBe(false);
});
