import type { Screen } from '../../../web/screen.ts';

export const transactionsScreens: Screen[] = [
  {
    path: '/transactions',
    lists: ['/transactions?program_id=2'],
    title: 'Site transactions',
    access: { area: 'money' },
    menu: { group: 'Money', order: 1, key: 't' },
    component: () => import('./transactions-screen.tsx').then((m) => m.TransactionsScreen),
    record: {
      noun: 'Transaction',
      address: (id) => `/transactions/${id}`,
      actions: [
        { label: 'Refund', address: (id) => `/transactions/${id}?refund=${id}`, access: { area: 'money' } },
      ],
    },
  },
  {
    path: '/transactions/:id',
    below: '/transactions',
    title: 'Transaction',
    access: { area: 'money' },
    component: () => import('./transaction-screen.tsx').then((m) => m.TransactionScreen),
  },
];
