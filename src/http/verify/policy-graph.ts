import type { PolicyMapping } from "../../crypto/x509/certificate-policies.ts";

/** `anyPolicy`, 2.5.29.32.0: it matches every policy. */
export const ANY_POLICY: string = Buffer.from("551d2000", "hex").toString("latin1");

interface Node {
  readonly policy: string;
  /** Names that the next certificate can use for this policy. */
  expected: readonly string[];
  readonly parents: Set<Node>;
  readonly children: Set<Node>;
}

type Level = Map<string, Node>;

/** Policies that are valid from the root down to a certificate: one level for each certificate (RFC 9618). */
export class PolicyGraph {
  readonly #levels: Level[] = [new Map([[ANY_POLICY, node(ANY_POLICY, [])]])];

  get #last(): Level {
    return this.#levels[this.#levels.length - 1]!;
  }

  /** Adds the policies of the next certificate. `takesAny`: its `anyPolicy` is accepted. */
  descend(policies: readonly string[], takesAny: boolean): void {
    const above = this.#last;
    const parentsOf = byExpected(above);
    const any = above.get(ANY_POLICY);
    const level: Level = new Map();
    for (const policy of policies) {
      if (policy === ANY_POLICY) continue;
      const parents = parentsOf.get(policy) ?? (any === undefined ? [] : [any]);
      if (parents.length > 0) level.set(policy, node(policy, parents));
    }
    if (takesAny && policies.includes(ANY_POLICY))
      for (const [policy, parents] of parentsOf)
        if (!level.has(policy)) level.set(policy, node(policy, parents));
    this.#levels.push(level);
    this.#prune();
  }

  /**
   * Renames policies for the next certificate. If that is not allowed, the policies that would be renamed are
   * removed.
   */
  map(mappings: readonly PolicyMapping[], allowed: boolean): void {
    const level = this.#last;
    if (!allowed) for (const { issuer } of mappings) this.#remove(issuer);
    this.#prune();
    if (!allowed) return;
    const subjects = new Map<string, string[]>();
    for (const { issuer, subject } of mappings) {
      const others = subjects.get(issuer);
      if (others === undefined) subjects.set(issuer, [subject]);
      else others.push(subject);
    }
    const any = level.get(ANY_POLICY);
    for (const [issuer, expected] of subjects) {
      const known = level.get(issuer);
      if (known !== undefined) known.expected = expected;
      else if (any !== undefined) level.set(issuer, node(issuer, [any], expected));
    }
  }

  hasValidPolicy(): boolean {
    if (this.#last.has(ANY_POLICY)) return true;
    return this.#levels.some((level) => [...level.values()].some(isValidPolicy));
  }

  #remove(policy: string): void {
    const gone = this.#last.get(policy);
    for (const parent of gone?.parents ?? []) parent.children.delete(gone!);
    this.#last.delete(policy);
  }

  /**
   * Removes nodes without children: they do not lead to a policy of the last certificate. The first level
   * stays.
   */
  #prune(): void {
    for (let i = this.#levels.length - 2; i > 0; i--) {
      const level = this.#levels[i]!;
      for (const one of level.values()) {
        if (one.children.size > 0) continue;
        for (const parent of one.parents) parent.children.delete(one);
        level.delete(one.policy);
      }
    }
  }
}

function node(policy: string, parents: readonly Node[], expected: readonly string[] = [policy]): Node {
  const made: Node = { policy, expected, parents: new Set(parents), children: new Set() };
  for (const parent of parents) parent.children.add(made);
  return made;
}

function byExpected(level: Level): Map<string, Node[]> {
  const index = new Map<string, Node[]>();
  for (const one of level.values())
    for (const policy of one.expected) {
      const others = index.get(policy);
      if (others === undefined) index.set(policy, [one]);
      else others.push(one);
    }
  return index;
}

function isValidPolicy({ policy, parents }: Node): boolean {
  const [only] = parents;
  return policy !== ANY_POLICY && parents.size === 1 && only?.policy === ANY_POLICY;
}
