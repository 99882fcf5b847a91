import classes from './status-pill.module.css';

export type PillStatus = keyof typeof PILL_WORDS;

type StatusPillProps = {
  status: PillStatus;
  children?: string | undefined;
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
};

export function ActivePill({ active, archived_at, off = 'off' }: ActivePillProps) {
  if (archived_at !== null) return <StatusPill status="archived" />;
  return <StatusPill status={active === 1 ? 'live' : off} />;
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
