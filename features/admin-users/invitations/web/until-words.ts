const MINUTE_MS = 60_000;
const HOUR = 60 * MINUTE_MS;

/** Returns how long it is until a moment, as "5 h" or "12 min"; at least a minute. */
function untilWords(moment: string, now: number): string {
  const left = Date.parse(moment) - now;
  return left >= HOUR ? `${Math.floor(left / HOUR)} h` : `${Math.max(Math.ceil(left / MINUTE_MS), 1)} min`;
}

export function invitationWords({ ends_at }: { ends_at: string | null }, now: number): string {
  if (ends_at === null || Date.parse(ends_at) <= now) return 'Invitation ended';
  return `Invited · ends in ${untilWords(ends_at, now)}`;
}
