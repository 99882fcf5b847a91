import type { Screen } from '../../../../web/screen.ts';

export const unmatchedPaymentsScreens: Screen[] = [
  {
    path: '/unmatched-payments',
    lists: ['/unmatched-payments?state=all'],
    title: 'Unmatched payments',
    access: { area: 'money' },
    menu: { group: 'Money', order: 3, key: 'n' },
    record: {
      noun: 'Unmatched payment',
      address: (id) => `/unmatched-payments?state=all&name=%23${id}`,
    },
    component: () => import('./unmatched-screen.tsx').then((m) => m.UnmatchedScreen),
  },
];
