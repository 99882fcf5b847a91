import { Text } from '@mantine/core';
import { Time } from '../../../web/ui/time.tsx';
import type { Draw } from '../draws-contract.ts';
import classes from './draw.module.css';

/** Every attempt is kept, with who asked and why. */
export function DrawAttempts({ draws }: { draws: readonly Draw[] }) {
  if (draws.length === 0) return null;
  return (
    <section aria-label="Attempts so far">
      <Text size="sm" fw={600}>
        Attempts so far
      </Text>
      <ol className={classes.attempts}>
        {draws.map((draw) => (
          <li key={draw.id}>
            <Text size="sm" className={classes.name}>
              {draw.user ?? 'Somebody you may not see'}, ticket{' '}
              <span className={classes.code}>{draw.ticket}</span>
            </Text>
            <Text size="xs" c="dimmed" className={classes.name}>
              <Time value={draw.proposed_at} />
              {draw.proposed_by && ` by ${draw.proposed_by}`}
              {draw.reason && `: ${draw.reason}`}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
