import { type PillStatus, StatusPill } from '../../../web/ui/status-pill.tsx';
import { STATUS_NAMES, type Status } from '../rules.ts';
import classes from './event-status.module.css';

export function StatusMark({ status, children }: { status: Status; children?: string }) {
  return (
    <span className={classes.status}>
      <span className={classes.mark} data-status={status} aria-hidden />
      {children ?? STATUS_NAMES[status]}
    </span>
  );
}

export function EventPill({ status, archived = false }: { status: Status; archived?: boolean }) {
  if (archived) return <StatusPill status="archived" />;
  return <StatusPill status={PILLS[status]}>{STATUS_NAMES[status]}</StatusPill>;
}

const PILLS: Record<Status, PillStatus> = {
  draft: 'draft',
  scheduled: 'scheduled',
  live: 'live',
  sold_out: 'paused',
  ended: 'archived',
};
