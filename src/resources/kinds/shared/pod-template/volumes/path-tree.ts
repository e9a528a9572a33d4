interface Node<T> {
  /** Values that were added at exactly this path. */
  readonly own: T[];
  /** Values that were added at this path or below it. */
  readonly below: T[];
  readonly children: Map<string, Node<T>>;
}

const node = <T>(): Node<T> => ({ own: [], below: [], children: new Map() });

/**
 * Values by paths such as `a/b/c`. Finds the values at the parents of a path and below the path, without a
 * search through all values.
 */
export class PathTree<T> {
  readonly #root = node<T>();
  /** Number of added values. */
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

  /** Returns values of parents first; each group in the order of addition. */
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
