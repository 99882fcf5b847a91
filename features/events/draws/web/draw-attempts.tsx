import { Text } from '@mantine/core';
import { Time } from '../../../../web/ui/time.tsx';
import type { Draw } from '../contract.ts';
import classes from './draw.module.css';

type DrawAttemptsProps = { draws: readonly Draw[]; title?: string };

export function DrawAttempts({ draws, title = 'Previous draws' }: DrawAttemptsProps) {
  if (draws.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ol className={classes.attempts} start={1}>
        {draws.map((draw, index) => (
          <li key={draw.id}>
            <Text size="sm" className={classes.name}>
              {nameOf(draw)}, ticket <span className={classes.code}>{draw.ticket}</span>
            </Text>
            <Text size="xs" c="dimmed" className={classes.name}>
              Proposed <Time value={draw.proposed_at} />
              {draw.proposed_by && ` by ${draw.proposed_by}`}
            </Text>
            <Outcome draw={draw} next={draws[index + 1]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Names a winner; one of another program is not visible to everybody. */
export function nameOf({ user }: Pick<Draw, 'user'>): string {
  return user ?? 'A user of another program';
}

/** Shows the reason of a redraw under the attempt that it set aside, though it is stored with the next. */
function Outcome({ draw, next }: { draw: Draw; next: Draw | undefined }) {
  const { confirmed_at, confirmed_by } = draw;
  if (confirmed_at) {
    return (
      <Text size="xs" fw={600} className={classes.name}>
        Confirmed <Time value={confirmed_at} />
        {confirmed_by && ` by ${confirmed_by}`}
      </Text>
    );
  }
  if (!next) return null;
  return (
    <Text size="xs" className={classes.name}>
      {next.reason ? `Rejected: ${next.reason}` : 'Rejected, no reason given'}
    </Text>
  );
}
