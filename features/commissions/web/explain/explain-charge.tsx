import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMajor, formatMoney, minorOf } from '../../../../core/money.ts';
import { failureOf } from '../../../../web/ui/failure.ts';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import type { ExplainedCharge } from '../../ledger-contract.ts';
import { calls } from '../calls.ts';
import { HeldAlert } from '../held/held-alert.tsx';
import { heldReason } from '../held/held-reason.ts';
import classes from './explain-dialog.module.css';
import { ExplainedPart } from './explained-part.tsx';
import { ExplainedToday } from './explained-today.tsx';

export function ExplainCharge({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(
    calls.explainCharge.queryOptions({ input: { id }, staleTime: 0 }),
  );
  return (
    <>
      {error && failureOf(error).status === 404 ? (
        <Text size="sm">There is no transaction #{id}, or it belongs to another program.</Text>
      ) : (
        error && <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />
      )}
      {data ? (
        <Explanation charge={data.charge} />
      ) : (
        !error && (
          <Stack gap="sm" aria-busy>
            <Skeleton height={56} />
            <Skeleton height={320} />
          </Stack>
        )
      )}
    </>
  );
}

function Explanation({ charge }: { charge: ExplainedCharge }) {
  const { class_name, class_id, instructor_name, instructor_id, created_at, code, lines, currency } = charge;
  const sum = lines.reduce((total, line) => total + minorOf(line.amount, currency), 0);
  const whole = sum === minorOf(charge.amount, currency);
  return (
    <Stack gap="md" className={classes.explanation}>
      <div>
        <Text fw={600} className={classes.name}>
          {class_name || `Class #${class_id}`}
        </Text>
        <Text size="sm" c="dimmed">
          {formatMajor(charge.amount, currency)} on <Time exact value={created_at} />
          {' · '}
          {instructor_name ?? (instructor_id ? `Instructor #${instructor_id}` : 'no instructor')}
          {charge.program_id !== 0 && ` · ${charge.program_display_name ?? `Program ${charge.program_id}`}`}
          {code && ` · code ${code}`}
          {charge.refunded > 0 && ` · ${formatMajor(charge.refunded, currency)} refunded`}
        </Text>
      </div>
      {charge.held && (
        <HeldAlert title="On hold: not included in payouts">
          <Text size="sm">{heldReason(charge.held)}. Fix the rates to split this transaction.</Text>
        </HeldAlert>
      )}
      {lines.length > 0 && (
        <section aria-label="Shares">
          <ol className={classes.parts}>
            {lines.map((line) => (
              <ExplainedPart key={line.id} line={line} currency={currency} />
            ))}
          </ol>
          <p className={classes.total}>
            <span>{whole ? 'Total, equal to the transaction' : 'Total'}</span>
            <b>{formatMoney(sum, currency)}</b>
          </p>
        </section>
      )}
      {lines.length === 0 && !charge.held && <Text size="sm">This transaction is not split yet.</Text>}
      <ExplainedToday charge={charge} />
    </Stack>
  );
}
