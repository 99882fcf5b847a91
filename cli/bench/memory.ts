/** Milliseconds between two looks. */
const LOOK = 10;

/** Resident memory of this process while work is under way, in MB over what there was before it began. */
export function watchMemory() {
  let before = 0;
  let most = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      before = process.memoryUsage.rss();
      timer = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss() - before);
      }, LOOK);
    },
    end: () => clearInterval(timer),
    most: () => Math.round(most / 1e6),
  };
}
