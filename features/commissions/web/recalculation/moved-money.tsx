import { Text, UnstyledButton } from '@mantine/core';
import { formatMajor, formatMoney, minorOf } from '../../../../core/money.ts';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import type { ChargeMove, Move, Preview } from '../../preview-schemas.ts';
import { TYPE_LABELS } from '../../rules.ts';
import { HeldAlert } from '../held/held-alert.tsx';
import { payeeOf } from '../levels/person.ts';
import classes from './moved-money.module.css';

type MovedMoneyProps = { preview: Preview; onExplain: (chargeId: number) => void };

export function MovedMoney({ preview, onExplain }: MovedMoneyProps) {
  const { charges, held, persons, moves, charge_moves } = preview;
  if (charges === 0)
    return <Text size="sm">No past transactions change. The new rates apply to new sales only.</Text>;
  const moving = charges - held;
  const heldMoves = charge_moves.filter((charge) => charge.held !== null);
  return (
    <div className={classes.moved}>
      <Text size="sm">
        <b>{counted(moving, 'past transaction')}</b> will be recalculated for{' '}
        <b>{counted(persons, 'payee')}</b>. Paid-out and refunded amounts don't change.
      </Text>
      {held > 0 && (
        <HeldAlert title={`${counted(held, 'transaction')} would be on hold`}>
          <Text size="sm">
            The rates add up to more than 100%. Shares stay as they are and out of payouts until you fix the
            rates: {heldMoves.map((charge) => `#${charge.charge_id} ${charge.class_name}`).join(', ')}
            {heldMoves.length < held && ` and ${held - heldMoves.length} more`}.
          </Text>
        </HeldAlert>
      )}
      {moves.length > 0 && (
        <DataTable
          caption="Change by payee"
          columns={MOVES}
          rows={moves}
          rowKey={({ type, user_id, program_id, currency }) => `${type} ${user_id} ${program_id} ${currency}`}
          nothingYet=""
        />
      )}
      {charge_moves.length > 0 && (
        <details className={classes.charges}>
          <summary>
            {charge_moves.length < charges
              ? `The ${charge_moves.length} transactions that change most`
              : `${counted(charges, 'transaction')}, one by one`}
          </summary>
          <DataTable
            caption="Transactions"
            columns={chargesOf(onExplain)}
            rows={charge_moves}
            rowKey={({ charge_id }) => charge_id}
            nothingYet=""
          />
        </details>
      )}
    </div>
  );
}

const MOVES: Column<Move>[] = [
  { key: 'payee', header: 'Payee', rowHeader: true, cell: ({ payee }) => payeeOf(payee) },
  { key: 'type', header: 'Type', cell: ({ type }) => TYPE_LABELS[type] },
  {
    key: 'before',
    header: 'Before',
    numeric: true,
    oneLine: true,
    cell: (move) => formatMajor(move.before, move.currency),
  },
  {
    key: 'after',
    header: 'After',
    numeric: true,
    oneLine: true,
    cell: (move) => formatMajor(move.after, move.currency),
  },
  {
    key: 'difference',
    header: 'Difference',
    numeric: true,
    oneLine: true,
    cell: ({ before, after, currency }) => (
      <Difference minor={minorOf(after, currency) - minorOf(before, currency)} currency={currency} />
    ),
  },
];

function chargesOf(onExplain: (id: number) => void): Column<ChargeMove>[] {
  return [
    {
      key: 'charge',
      header: 'Transaction',
      rowHeader: true,
      cell: ({ charge_id, class_name, created_at, amount, currency }) => (
        <>
          <UnstyledButton
            className={classes.explain}
            aria-label={`Explain transaction ${charge_id}`}
            title="How this transaction was split"
            onClick={() => onExplain(charge_id)}
          >
            #{charge_id}
          </UnstyledButton>{' '}
          {class_name}
          <Text size="xs" c="dimmed">
            {formatMajor(amount, currency)} on <Time exact value={created_at} />
          </Text>
        </>
      ),
    },
    {
      key: 'lines',
      header: 'Before and after',
      cell: (charge) => (charge.held ? 'On hold: conflicting rates' : <Lines charge={charge} />),
    },
  ];
}

function Difference({ minor, currency }: { minor: number; currency: string }) {
  const text = formatMoney(minor, currency);
  return (
    <span data-loss={minor < 0 || undefined} className={classes.difference}>
      {minor > 0 ? text.replace(' ', ' +') : text}
    </span>
  );
}

function Lines({ charge: { before, after, currency } }: { charge: ChargeMove }) {
  const keyOf = ({ type, payee }: ChargeMove['before'][number]) => `${type} ${payee}`;
  const keys = [...new Set([...before, ...after].map(keyOf))].sort();
  const amount = (lines: ChargeMove['before'], key: string) =>
    lines.reduce((sum, line) => (keyOf(line) === key ? sum + minorOf(line.amount, currency) : sum), 0);
  return (
    <ul className={classes.lines}>
      {keys.map((key) => {
        const [was, is] = [amount(before, key), amount(after, key)];
        return (
          <li key={key} data-same={was === is || undefined}>
            <span>{payeeOf(key.slice(2))}</span>
            <span>{formatMoney(was, currency)}</span>
            <span aria-label="becomes" role="img">
              →
            </span>
            <span>{formatMoney(is, currency)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
