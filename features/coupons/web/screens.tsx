import type { Screen } from '../../../web/screen.ts';

export const couponsScreens: Screen[] = [
  {
    path: '/coupons',
    lists: ['/coupons'],
    title: 'Programs coupons',
    access: { area: 'store' },
    menu: { group: 'Marketing', order: 5, key: 'gd' },
    actions: [{ label: 'Add coupon', address: '/coupons?add=1' }],
    component: () => import('./coupons-screen.tsx').then((m) => m.CouponsScreen),
    record: { noun: 'Coupon', address: (id) => `/coupons?name=%23${id}` },
  },
];
