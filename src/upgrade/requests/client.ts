/** Length after which a name of a client is cut: clients choose it. */
const LONGEST = 120;

/**
 * Returns the part of a User-Agent that tells clients apart: the program with its version, without system, commit and
 * process. `kubectl/v1.34.1 (linux/amd64) kubernetes/93248f9` gives `kubectl/v1.34.1`.
 */
export function agentOf(userAgent: string | undefined): string {
  const [first = ""] = (userAgent ?? "").split(" (", 1);
  return first.trim().slice(0, LONGEST);
}
