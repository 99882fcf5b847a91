import type { Screen } from '../../../../web/screen.ts';

export const membershipPayoutsScreens: Screen[] = [
  {
    path: '/membership-payouts',
    lists: ['/membership-payouts?lens=1&split_amount=1000'],
    title: 'Membership payouts',
    access: { area: 'money' },
    menu: { group: 'Money', order: 6, key: 'm' },
    component: () => import('./membership-screen.tsx').then((m) => m.MembershipScreen),
  },
];
