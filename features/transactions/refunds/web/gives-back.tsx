import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatMoney, minorOf } from '../../../../core/money.ts';
import { must } from '../../../../core/must.ts';
import { callsOf } from '../../../../web/api.ts';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { transactionsContract } from '../../contract.ts';
import type { RefundRequest } from '../../requests/contract.ts';
import classes from '../../requests/web/request-facts.module.css';
import { sharesOfRefund, takenOff } from '../../rules.ts';

const transactions = callsOf('transactions', transactionsContract);

export function GivesBack({ request: { charge_id, amount, currency } }: { request: RefundRequest }) {
  const { data, error, refetch } = useQuery(
    transactions.calls.transactions.queryOptions({ input: { id: charge_id } }),
  );
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  const lines = data?.transactions[0]?.commissions ?? [];
  const shares = sharesOfRefund(
    minorOf(amount, currency),
    lines.map((line) => ({
      ...line,
      amount: minorOf(line.amount, currency),
      refunded: minorOf(line.refunded, currency),
    })),
  );
  return (
    <section aria-label="Deducted from" aria-busy={data === undefined}>
      <Text size="sm" fw={600} mb={4}>
        Deducted from
      </Text>
      {data === undefined ? (
        <Text size="sm">Loading…</Text>
      ) : shares.every((share) => share === 0) ? (
        <Text size="sm">Nothing: this sale was never split.</Text>
      ) : (
        <dl className={classes.facts} data-amounts>
          {lines.map((line, index) => (
            <div key={line.id}>
              <dt>{[line.payee.name, takenOff(line)].filter(Boolean).join(', ')}</dt>
              <dd>{formatMoney(must(shares[index], 'share of the refund'), currency)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
