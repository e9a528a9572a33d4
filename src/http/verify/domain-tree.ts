interface Node {
  readonly children: Map<string, Node>;
  /** Constraint for this domain and all domains below it. */
  at: string | undefined;
  /** Constraint with a leading period: for the domains below only. */
  below: string | undefined;
  /** Constraint for a child of this domain. */
  atChild: string | undefined;
}

const newNode = (): Node => ({ children: new Map(), at: undefined, below: undefined, atChild: undefined });

/** Domains by their labels: a name is looked up in one pass, however many constraints there are. */
export class DomainTree {
  readonly #root = newNode();

  constructor(constraints: readonly string[]) {
    for (const constraint of constraints) this.#add(constraint);
  }

  #add(constraint: string): void {
    if (constraint === "") {
      this.#root.at = "";
      return;
    }
    const isBelow = constraint.startsWith(".");
    let node = this.#root;
    let parent = node;
    for (const label of labelsOf(isBelow ? constraint.slice(1) : constraint)) {
      parent = node;
      node = childOf(node, label);
    }
    if (isBelow) {
      node.below ??= constraint;
      return;
    }
    node.at ??= constraint;
    parent.atChild = constraint.toLowerCase();
  }

  /** Returns the widest constraint that covers a name. */
  covering(name: string): string | undefined {
    if (this.#root.at !== undefined) return this.#root.at;
    if (name === "") return undefined;
    const labels = labelsOf(name);
    let node: Node | undefined = this.#root;
    for (let i = 0; i < labels.length; i++) {
      node = node.children.get(labels[i]!);
      if (node === undefined) return undefined;
      if (node.at !== undefined) return node.at;
      if (node.below !== undefined && i + 1 < labels.length) return node.below;
    }
    return undefined;
  }

  /** Returns a constraint that covers some of the names that a wildcard matches. */
  touchedBy(wildcard: string): string | undefined {
    if (!wildcard.startsWith("*.")) return undefined;
    let node: Node | undefined = this.#root;
    for (const label of labelsOf(wildcard.slice(2))) node = node?.children.get(label);
    return node?.atChild;
  }
}

function childOf(node: Node, label: string): Node {
  const known = node.children.get(label);
  if (known !== undefined) return known;
  const made = newNode();
  node.children.set(label, made);
  return made;
}

/** Labels of a domain, the last one first. */
const labelsOf = (domain: string): string[] => domain.toLowerCase().split(".").reverse();
