/** Dependencies: the keys that each key needs. */
export type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the groups whose members all need one another, including one that needs itself (Tarjan's strongly
 * connected components). Each group is sorted by name.
 */
export function circles(needs: Needs): string[][] {
  const found: string[][] = [];
  const stack: string[] = [];
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const visit = (one: string): number => {
    const number = numbers.size;
    numbers.set(one, number);
    stack.push(one);
    let low = number;
    for (const other of needs.get(one) ?? []) {
      if (!numbers.has(other)) low = Math.min(low, visit(other));
      else if (stack.includes(other)) low = Math.min(low, lowest.get(other) ?? numbers.get(other) ?? low);
      lowest.set(one, low);
    }
    lowest.set(one, low);
    if (low === number) {
      const members = stack.splice(stack.indexOf(one)).sort();
      if (members.length > 1 || needs.get(one)?.has(one)) found.push(members);
    }
    return low;
  };
  for (const one of needs.keys()) if (!numbers.has(one)) visit(one);
  return found;
}

/** Returns the members that never start if each one waits for all members that it needs. */
export function neverUp(needs: Needs): Set<string> {
  const waiting = new Set(needs.keys());
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    for (const one of [...waiting])
      if (![...(needs.get(one) ?? [])].some((other) => waiting.has(other))) waiting.delete(one);
  }
  return waiting;
}
