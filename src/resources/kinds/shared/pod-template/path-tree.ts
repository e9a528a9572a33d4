interface Node<T> {
  /** What was put exactly here. */
  readonly own: T[];
  /** What was put here or deeper. */
  readonly below: T[];
  readonly children: Map<string, Node<T>>;
}

const node = <T>(): Node<T> => ({ own: [], below: [], children: new Map() });

/** Things by paths such as `a/b/c`: finds those that lie on the way to a path or below it, without asking all of them. */
export class PathTree<T> {
  readonly #root = node<T>();
  /** How many were added. */
  size = 0;

  add(path: string, item: T): void {
    this.size++;
    let at = this.#root;
    for (const name of path.split("/")) {
      let child = at.children.get(name);
      if (child === undefined) {
        child = node();
        at.children.set(name, child);
      }
      child.below.push(item);
      at = child;
    }
    at.own.push(item);
  }

  /** Those above first; each group in the order in which it was added. */
  nested(path: string): T[] {
    const above: T[] = [];
    const names = path.split("/");
    let at: Node<T> | undefined = this.#root;
    for (const [i, name] of names.entries()) {
      at = at.children.get(name);
      if (at === undefined) return above;
      if (i < names.length - 1) for (const item of at.own) above.push(item);
    }
    return above.concat(at.below);
  }
}
