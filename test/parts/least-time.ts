/**
 * Processor time of a function in milliseconds, the minimum of some attempts. Other processes on a busy machine do
 * not add to it, and the garbage collector rarely runs in all attempts.
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
