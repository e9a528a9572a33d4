/** Returns the regular plural of a kind: `ingresses`, `networkpolicies` (UnsafeGuessKindToResource of apimachinery). */
export function pluralOf(kind: string): string {
  const lower = kind.toLowerCase();
  if (/[^aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(lower) ? `${lower}es` : `${lower}s`;
}
