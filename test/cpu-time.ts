/** What work costs this thread, which a busy machine does not change as it does what a clock shows. */

/** Milliseconds of CPU that the work takes: for a bound far above what is in proportion and far below its square. */
export function cpuTimeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
