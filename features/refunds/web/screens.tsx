import type { Screen } from '../../../web/screen.ts';

export const refundsScreens: Screen[] = [
  {
    path: '/refunds',
    title: 'Refunds confirmation',
    access: { area: 'money' },
    menu: { group: 'Money', order: 2 },
    component: () => import('./refunds-screen.tsx').then((m) => m.RefundsScreen),
    record: { noun: 'Refund request', address: (id) => `/refunds?open=${id}` },
  },
];
