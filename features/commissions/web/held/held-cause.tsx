import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMajor, formatMoney, minorOf } from '../../../../core/money.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { HeldCharge } from '../../ledger-contract.ts';
import { CardLink, nameOf } from '../cards/card-link.tsx';
import { rowInWords } from '../cards/row-words.ts';
import classes from './held-cause.module.css';
import type { Cause } from './held-causes.ts';
import { heldReason, sumInWords } from './held-reason.ts';

type HeldCauseProps = { cause: Cause; onExplain: (charge: number) => void };

export function HeldCause({ cause, onExplain }: HeldCauseProps) {
  const { held, sum, rows, charges, at } = cause;
  const [isOpen, setOpen] = useState(false);
  const over = held === 'over_100' ? sumInWords(sum) : null;
  const count = `${charges.length} ${charges.length === 1 ? 'transaction' : 'transactions'}`;
  return (
    <section
      className={classes.cause}
      data-row={cause.key}
      tabIndex={-1}
      aria-label={`${over ?? heldReason(held)}, ${nameOf(at.level, at.owner_id)}`}
    >
      <header className={classes.head}>
        <div className={classes.why}>
          <h2>{over ?? heldReason(held)}</h2>
          <Text size="sm" c="dimmed">
            {over && `${heldReason(held)} · `}
            {count} · {sumsOf(charges)}
          </Text>
          <ul className={classes.rows}>
            {rows.map((row) => (
              <li key={row.id}>
                <CardLink level={row.level} owner_id={row.owner_id} />: {rowInWords(row)}
              </li>
            ))}
          </ul>
        </div>
        <span className={classes.resolve}>
          <CardLink
            level={at.level}
            owner_id={at.owner_id}
            resolve={charges[0]?.id}
            label={`Resolve ${count} at ${nameOf(at.level, at.owner_id)}`}
          >
            Resolve
          </CardLink>
        </span>
      </header>
      <ul className={classes.charges} aria-label="Transactions">
        {charges.slice(0, isOpen ? undefined : SHOWN).map((charge) => (
          <Line key={charge.id} charge={charge} onExplain={onExplain} />
        ))}
      </ul>
      {charges.length > SHOWN && !isOpen && (
        <Button size="compact-sm" variant="subtle" className={classes.more} onClick={() => setOpen(true)}>
          Show {charges.length - SHOWN} more
        </Button>
      )}
    </section>
  );
}

/** Transactions of a cause that are shown at first, so that the next cause is in sight. */
const SHOWN = 5;

function Line({ charge, onExplain }: { charge: HeldCharge; onExplain: (charge: number) => void }) {
  const { id, created_at, class_name, class_id, instructor_name, instructor_id, amount, currency } = charge;
  return (
    <li data-row={id}>
      <span className={classes.charge}>
        #{id}{' '}
        <Text span size="xs" c="dimmed">
          <Time value={created_at} />
        </Text>
      </span>
      <span className={classes.class}>
        {class_name || `Class #${class_id}`}
        <Text span size="xs" c="dimmed">
          {' · '}
          {instructor_name ?? (instructor_id ? `Instructor #${instructor_id}` : 'No instructor')}
        </Text>
      </span>
      <span className={classes.amount}>{formatMajor(amount, currency)}</span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Explain transaction ${id}`}
        onClick={() => onExplain(id)}
      >
        Explain
      </Button>
    </li>
  );
}

function sumsOf(charges: readonly HeldCharge[]): string {
  return [...Map.groupBy(charges, ({ currency }) => currency)]
    .map(([currency, some]) =>
      formatMoney(
        some.reduce((sum, { amount }) => sum + minorOf(amount, currency), 0),
        currency,
      ),
    )
    .join(', ');
}
