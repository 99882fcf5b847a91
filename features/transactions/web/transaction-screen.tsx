import { type RecordDeclaration, RecordScreen } from '../../../web/parts/records/record-screen.tsx';
import { useAwaited } from '../../../web/ui/use-awaited.ts';
import type { Transaction } from '../contract.ts';
import { calls, reloadAll } from './calls.ts';
import { soldName, TransactionActions, TransactionPill, transactionFacts } from './transaction-columns.tsx';
import { TransactionDetails } from './transaction-details.tsx';
import { transactionDialogs } from './transaction-dialogs.ts';

const TRANSACTION: RecordDeclaration<Transaction, { transactions: Transaction[] }> = {
  noun: 'transaction',
  entity: 'charge',
  lists: ['/transactions'],
  query: (id) => calls.transactions.queryOptions({ input: { id } }),
  rowOf: ({ transactions: [found] }) => found,
  nameOf: soldName,
  status: (row) => <TransactionPill row={row} />,
  facts: transactionFacts,
  sections: [
    {
      key: 'details',
      title: 'Details',
      content: ({ record }) => <TransactionDetails transaction={record} />,
    },
  ],
};

export function TransactionScreen() {
  const asked = useAwaited(reloadAll);
  return (
    <RecordScreen
      of={TRANSACTION}
      dialogs={transactionDialogs}
      beside={{ onAsked: asked.add }}
      actions={(row, open) => <TransactionActions row={row} onRefund={() => open('refund')} />}
    />
  );
}
