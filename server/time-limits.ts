/**
 * Limits of time of this installation: how long it lets work take before it gives up. On a slow or busy machine the same work takes longer,
 * whoever asks for it: so TIME_LIMITS holds for the whole process, and for what bounds itself without knowing of
 * settings, as pools of connections and processes of work do.
 *
 * For work that somebody waits for and that is refused or cut beyond its limit. Not for times that pass as they are
 * told: leases, retries, intervals of jobs, the life of sessions and links; nor for how soon a silent host is left or a
 * sender that is too slow gives its place up; nor for the end of the process, which whoever ends it bounds.
 */
import { wholeNumber } from './variables.ts';

export const timeLimitsVariable = wholeNumber(1, 100).default(1);

/**
 * Returns a limit, in whatever unit it is given, as many times longer as TIME_LIMITS says, `most` at most: work that is
 * done under a lease has to end before it. Read each time: a process whose TIME_LIMITS is wrong does not start.
 */
export function timeLimit(time: number, most = Number.POSITIVE_INFINITY): number {
  const { TIME_LIMITS } = process.env;
  const factor = timeLimitsVariable.safeParse(TIME_LIMITS?.trim() || undefined).data ?? 1;
  return Math.min(time * factor, most);
}
