/** The first of each line that is right; before, progress could be told of changes that had not been sent yet. */
const RIGHT_SINCE: readonly (readonly [line: string, patch: number])[] = [
  ["3.4", 31],
  ["3.5", 13],
];

/** Whether an etcd of this version (`3.5.13`) can be asked how far a watch is, as kube-apiserver judges it. */
export function tellsProgressRight(version: string): boolean {
  const [, major = "", minor = "", patch = ""] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === "") return false;
  const since = RIGHT_SINCE.find(([line]) => line === `${major}.${minor}`);
  if (since !== undefined) return Number(patch) >= since[1];
  return Number(major) > 3 || Number(minor) > 5;
}
