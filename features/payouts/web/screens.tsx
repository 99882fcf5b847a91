import type { Screen } from '../../../web/screen.ts';

export const payoutsScreens: Screen[] = [
  {
    path: '/payouts',
    title: 'Site payouts',
    access: { area: 'money' },
    menu: { group: 'Money', order: 3 },
    component: () => import('./payouts-screen.tsx').then((m) => m.PayoutsScreen),
  },
];
