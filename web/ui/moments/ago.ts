/** Minutes. */
const HOUR = 60;
const DAY = 24 * HOUR;
/** Milliseconds by which the clock of the server may be ahead of that of the browser. */
const AHEAD_MS = 60_000;

/** Returns the time since a moment ("2 h ago"); null from the seventh day on, and for one that is still to come. */
export function agoOf(date: Date, now: number): string | null {
  const past = now - date.getTime();
  const minutes = Math.floor(Math.max(0, past) / 60_000);
  if (past < -AHEAD_MS || minutes >= 7 * DAY) return null;
  if (minutes < 1) return 'now';
  if (minutes < HOUR) return `${minutes} min ago`;
  if (minutes < DAY) return `${Math.floor(minutes / HOUR)} h ago`;
  const days = Math.floor(minutes / DAY);
  return `${days} ${days === 1 ? 'day' : 'days'} ago`;
}
