import { Group, Switch, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../../web/api.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { BridgeLine } from '../../../web/parts/payees/bridge-line.tsx';
import { useActor } from '../../../web/session.tsx';
import { Dialog } from '../../../web/ui/dialog/dialog.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { PagedFooter } from '../../../web/ui/table/paged-footer.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { toastSwitched } from '../../../web/ui/toast-switched.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import type { OpenTransaction } from '../contract.ts';
import { maySwitch, payeeOf } from '../rules.ts';
import { calls, type NamedPayee, nameOf, reloadAll } from './calls.ts';
import { useExplainBeside } from './lines/explain-beside.tsx';
import classes from './lines/line-columns.module.css';
import { LINE_COLUMNS, lineName } from './lines/line-columns.tsx';
import { lineState } from './lines/line-state.ts';

export function PayeeTransactionsDialog({ record, onClose }: DialogProps<NamedPayee>) {
  const [page, setPage] = useState(1);
  const options = calls.payoutTransactions.queryOptions({ input: { payee_id: record.id, page } });
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const { once } = useOnce();
  const [failed, setFailed] = useState<number | null>(null);
  const flip = ({ id, active }: OpenTransaction) => {
    const work = async () => {
      setFailed(null);
      const { transaction } = await calls.switchPayoutTransaction.call({ id, active: active === 0 });
      queryClient.setQueryData(options.queryKey, (known) => known && replaced(known, transaction));
      // The list behind takes longer than the next press may have to wait.
      void reloadAll();
      toastSwitched(`${lineName(transaction)} is ${active === 0 ? 'active' : 'pending'}`, {
        undo: () => calls.switchPayoutTransaction.call({ id, active: active === 1 }),
        reload: reloadAll,
      });
    };
    void once(work, () => {
      setFailed(id);
      toast('Error. Try again later', { kind: 'error' });
      // Its answer may have been lost, and the line switched.
      void query.refetch();
    });
  };
  const { data } = query;
  const actor = useActor();
  const payee = payeeOf(record.id);
  const mayFlip = payee !== null && maySwitch(actor, payee);

  const explain = useExplainBeside();

  return (
    <Dialog title="Instructor transactions" name={nameOf(record)} size={explain.size} onClose={onClose}>
      {data?.bridge && <BridgeLine bridge={data.bridge} currency={record.currency} result="payable now" />}
      {explain.beside(
        <DataTable
          caption="Unpaid transactions"
          columns={[...LINE_COLUMNS, stateColumn(mayFlip ? flip : null, failed), ...explain.columns]}
          rows={data?.transactions}
          rowKey={({ type, id }) => `${type} ${id}`}
          query={query}
          pageSize={10}
          nothingYet="No unpaid transactions"
          purpose="Sales that will be in the next payouts appear here."
        />,
      )}
      <PagedFooter
        page={page}
        count={data?.count}
        noun={['transaction', 'transactions']}
        onPage={setPage}
        onClose={onClose}
      />
    </Dialog>
  );
}

function replaced<Lines extends { transactions: OpenTransaction[] }>(
  lines: Lines,
  by: OpenTransaction,
): Lines {
  const isIt = ({ id, type }: OpenTransaction) => id === by.id && type === by.type;
  return { ...lines, transactions: lines.transactions.map((line) => (isIt(line) ? by : line)) };
}

/** `flip` is null where the caller may switch no line of this payee. */
function stateColumn(
  flip: ((line: OpenTransaction) => void) | null,
  failed: number | null,
): Column<OpenTransaction> {
  return {
    key: 'payout',
    header: 'Next payout',
    stays: true,
    cell: (line) => {
      const { active, words } = lineState(line);
      return (
        <Group gap="xs" wrap="nowrap">
          {active !== null && flip && (
            <Switch
              size="xs"
              aria-label={`Active: ${lineName(line)}, ${line.id}`}
              checked={active}
              onChange={() => flip(line)}
            />
          )}
          <Text size="sm" component="span" className={classes.state}>
            {words}
            {line.on_hold_until && (
              <>
                , payable from <Time exact value={line.on_hold_until} />
              </>
            )}
            {failed === line.id && active !== null && (
              <Text size="xs" c="var(--mantine-color-error)" component="span" display="block">
                Not changed
              </Text>
            )}
          </Text>
        </Group>
      );
    },
  };
}
