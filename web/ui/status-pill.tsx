import classes from './status-pill.module.css';

export type PillStatus = keyof typeof PILL_WORDS;

type StatusPillProps = {
  status: PillStatus;
  /** Word of the noun for this status, such as "Active". */
  children?: string | undefined;
  /** Text on hover, such as a reason. */
  title?: string | undefined;
};

/** Status of a record: a word, and a mark of its own shape, as colour alone says nothing to some. */
export function StatusPill({ status, children, title }: StatusPillProps) {
  return (
    <span className={classes.pill} data-status={status} title={title}>
      <span className={classes.mark} aria-hidden />
      {children ?? PILL_WORDS[status]}
    </span>
  );
}

type ActivePillProps = {
  active: 0 | 1;
  archived_at: string | null;
  off?: PillStatus;
  words?: readonly [on: string, off: string];
};

/** Status of a record that is active or not, or archived. */
export function ActivePill({ active, archived_at, off = 'off', words }: ActivePillProps) {
  if (archived_at !== null) return <StatusPill status="archived" />;
  return <StatusPill status={active === 1 ? 'live' : off}>{words?.[active === 1 ? 0 : 1]}</StatusPill>;
}

const PILL_WORDS = {
  live: 'Live',
  scheduled: 'Scheduled',
  draft: 'Draft',
  paused: 'Paused',
  waiting: 'Waiting',
  failed: 'Failed',
  done: 'Done',
  off: 'Off',
  archived: 'Archived',
};
