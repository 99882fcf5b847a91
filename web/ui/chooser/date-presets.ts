/** Returns the usual ranges of days of UTC at a moment, as a filter of dates takes them. */
export function datePresets(now: Date): { label: string; value: string }[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const range = (from: number, to: number) => `${dayOf(from)},${dayOf(to)}`;
  const today = Date.UTC(year, month, day);
  return [
    { label: 'Today', value: range(today, today) },
    { label: 'Last 7 days', value: range(Date.UTC(year, month, day - 6), today) },
    { label: 'Last 30 days', value: range(Date.UTC(year, month, day - 29), today) },
    { label: 'This month', value: range(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)) },
    { label: 'Last month', value: range(Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0)) },
  ];
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
