import { inMinutes, inUtcMinutes } from './dates.ts';
import { agoOf } from './moments/ago.ts';
import { useMinute } from './moments/use-minute.ts';

type TimeProps = {
  value: string;
  /** Always the date: an end, a proof, or a moment within a sentence that goes on after "on" or "since". */
  exact?: boolean;
  /** The date of UTC, where the days of a filter beside it are those of UTC. */
  utc?: boolean;
};

/** A moment as the time since under seven days, and its date otherwise; the title has the date and the second in UTC. */
export function Time({ value, exact = false, utc = false }: TimeProps) {
  const now = useMinute();
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return <span>{value}</span>;
  const shown = utc ? `${inUtcMinutes.format(date)} UTC` : inMinutes.format(date);
  const inUtc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time dateTime={value} title={utc ? inUtc : `${inMinutes.format(date)} · ${inUtc}`}>
      {(!exact && agoOf(date, now)) || shown}
    </time>
  );
}
