/**
 * Milliseconds of processor time that work takes, the least of some tries: other processes on a busy machine add nothing to
 * it, and the garbage collector rarely runs in all tries.
 */
export function leastTime(work: () => unknown, tries = 4): number {
  const times = Array.from({ length: tries }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
