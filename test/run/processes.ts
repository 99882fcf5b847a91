/** Processes of this machine, as Linux tells of them in /proc; elsewhere only whether one is alive. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of a second, in which Linux counts on every architecture. */
const TICKS = 100;

type Stat = { parent: number; began: string; ticks: number };

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The moment at which a process began, to be compared alone; null where the system does not say. */
export function startOf(pid: number): string | null {
  return statOf(pid)?.began ?? null;
}

/**
 * Seconds of processor time of a process and all below it, those that have ended among them; null where the system does
 * not say. A process whose parent was killed is lost from sight.
 */
export function cpuSecondsOf(root: number): number | null {
  const stats = new Map(everyPid().flatMap((pid) => [[pid, statOf(pid)] as const]));
  if (!stats.get(root)) return null;
  const children = Map.groupBy(stats.keys(), (pid) => stats.get(pid)?.parent);
  const tree = [root];
  // A list that grows while it is walked.
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree.reduce((sum, pid) => sum + (stats.get(pid)?.ticks ?? 0), 0) / TICKS;
}

function everyPid(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may have blanks and brackets itself: the third field comes first.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), began: fields[19] ?? '', ticks };
  } catch {
    return null;
  }
}
