/** Processor time of another process, so that what it is allowed does not shrink on a busy machine. */
import { readFileSync } from 'node:fs';

/** Milliseconds in a tick of Linux, whose files count in hundredths of a second on every architecture. */
const TICK_MS = 10;

/** Returns the milliseconds a process has worked since its start, on all its threads; null where the system does not say. */
export function processorTime(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may have blanks and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system] = [Number(fields[11]), Number(fields[12])];
    return (user + system) * TICK_MS;
  } catch {
    return null;
  }
}
