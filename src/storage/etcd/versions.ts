/**
 * First correct version of each line; earlier ones could report progress for changes that had not been sent
 * yet.
 */
const RIGHT_SINCE: readonly (readonly [line: string, patch: number])[] = [
  ["3.4", 31],
  ["3.5", 13],
];

/**
 * True if an etcd of this version (`3.5.13`) reports the progress of a watch correctly on request, by
 * kube-apiserver's rules.
 */
export function tellsProgressRight(version: string): boolean {
  const [, major = "", minor = "", patch = ""] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === "") return false;
  const since = RIGHT_SINCE.find(([line]) => line === `${major}.${minor}`);
  if (since !== undefined) return Number(patch) >= since[1];
  return Number(major) > 3 || Number(minor) > 5;
}
