import { createHash } from "node:crypto";

/** Returns a hash of 64 bits for a flow (k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go, hashFlowID). */
export function hashFlow(schema: string, distinguisher: string): bigint {
  return createHash("sha256").update(`${schema}\0${distinguisher}`).digest().readBigUInt64LE(0);
}

/**
 * Returns `size` different numbers below `queues`, which depend on the hash only (shuffle sharding). Two
 * flows seldom have all of them in common (k8s.io/apiserver/pkg/util/shufflesharding/shufflesharding.go).
 */
export function dealHand(hash: bigint, queues: number, size: number): readonly number[] {
  const picks: number[] = [];
  let left = hash;
  for (let dealt = 0; dealt < size; dealt++) {
    const cards = BigInt(queues - dealt);
    picks.push(Number(left % cards));
    left /= cards;
  }
  return picks.map((_, i) => cardOf(picks, i));
}

/** Returns the number of a card among all cards. A pick is its number among the cards that are left. */
function cardOf(picks: readonly number[], i: number): number {
  let card = picks[i] ?? 0;
  for (let before = i - 1; before >= 0; before--) if (card >= (picks[before] ?? 0)) card += 1;
  return card;
}
