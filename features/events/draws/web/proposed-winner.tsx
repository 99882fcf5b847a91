import { Text } from '@mantine/core';
import type { Proposal } from '../contract.ts';
import classes from './draw.module.css';

export function ProposedWinner({ proposal }: { proposal: Proposal }) {
  const { user, ticket, attempt, user_tickets, tickets } = proposal;
  return (
    <div className={classes.winner} role="status">
      <Text size="xs" c="dimmed">
        Proposed winner, draw {attempt + 1}
      </Text>
      <Text size="lg" fw={600} className={classes.name}>
        {user}
      </Text>
      <Text size="sm">
        Ticket <span className={classes.code}>{ticket}</span>. Holds {user_tickets.toLocaleString('en-US')} of{' '}
        {tickets.toLocaleString('en-US')} tickets: {oddsOf(user_tickets, tickets)}.
      </Text>
    </div>
  );
}

function oddsOf(held: number, all: number): string {
  const percent = (held / all) * 100;
  const figures = percent.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  const oneIn = (all / held).toLocaleString('en-US', { maximumFractionDigits: all / held < 10 ? 1 : 0 });
  return held === all ? 'all tickets' : `a chance of 1 in ${oneIn} (${figures}%)`;
}
