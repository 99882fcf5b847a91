const SAMPLE_INTERVAL_MS = 10;

/** Tracks resident memory of this process, in MB above what it was at the start. */
export function watchMemory() {
  let before = 0;
  let most = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      before = process.memoryUsage.rss();
      timer = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss() - before);
      }, SAMPLE_INTERVAL_MS);
    },
    end: () => clearInterval(timer),
    most: () => Math.round(most / 1e6),
  };
}
