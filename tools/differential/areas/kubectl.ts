import type { Case } from "../case.ts";
import { accessTopics } from "../kubectl/access.ts";
import { applyTopics } from "../kubectl/applies.ts";
import { changeTopics } from "../kubectl/changes.ts";
import { createTopics } from "../kubectl/creates.ts";
import { customTopics } from "../kubectl/custom.ts";
import { deleteTopics } from "../kubectl/deletes.ts";
import { kindTopics } from "../kubectl/every-kind.ts";
import { nodeTopics } from "../kubectl/nodes.ts";
import { readTopics } from "../kubectl/reads.ts";
import { type Topic, Walk } from "../kubectl/walk.ts";
import type { Random } from "../random.ts";

const TOPICS: Readonly<Record<string, readonly Topic[]>> = {
  apply: applyTopics,
  access: accessTopics,
  change: changeTopics,
  create: createTopics,
  custom: customTopics,
  delete: deleteTopics,
  kinds: kindTopics,
  nodes: nodeTopics,
  read: readTopics,
};

/** Typical use of kubectl: each case mixes commands of some topics. `only`: a single topic. */
export function kubectlCase(random: Random, only?: string): Case {
  const walk = new Walk(random);
  const names = only === undefined ? Object.keys(TOPICS) : [only];
  random.pick(applyTopics)(walk);
  for (let i = random.int(4, 9); i > 0; i--) random.pick(TOPICS[random.pick(names)] ?? unknown(only))(walk);
  return walk.toCase();
}

function unknown(name: string | undefined): never {
  throw new Error(`no topic ${name}`);
}
