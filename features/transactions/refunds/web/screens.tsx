import type { Screen } from '../../../../web/screen.ts';

export const refundsScreens: Screen[] = [
  {
    path: '/refunds',
    lists: ['/refunds'],
    title: 'Refunds confirmation',
    access: { area: 'money' },
    menu: { group: 'Money', order: 2, key: 'f' },
    component: () => import('../../requests/web/refunds-screen.tsx').then((m) => m.RefundsScreen),
    record: { noun: 'Refund request', address: (id) => `/refunds?open=${id}` },
  },
  {
    path: '/stripe-events',
    // Stripe tells the demo nothing.
    lists: [],
    title: 'Stripe events',
    access: { area: 'money', of: 'no program' },
    menu: { group: 'Money', order: 8, key: 'ge' },
    component: () => import('./unbooked-screen.tsx').then((m) => m.UnbookedScreen),
    record: { noun: 'Stripe event', address: (id) => `/stripe-events?name=%23${id}` },
  },
];
