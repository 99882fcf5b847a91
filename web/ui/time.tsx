import { inMinutes } from './dates.ts';

/** A moment in the person's zone; the title has it to the second in UTC. */
export function Time({ value }: { value: string }) {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return <span>{value}</span>;
  return (
    <time dateTime={value} title={`${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`}>
      {inMinutes.format(date)}
    </time>
  );
}
