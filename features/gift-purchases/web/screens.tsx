import type { Screen } from '../../../web/screen.ts';

export const giftPurchasesScreens: Screen[] = [
  {
    path: '/giveaways/purchases',
    lists: ['/giveaways/purchases'],
    title: 'Giveaway purchases',
    access: { area: 'store' },
    menu: { group: 'Events & giveaways', order: 3, key: 'o' },
    component: () => import('./purchases-screen.tsx').then((m) => m.PurchasesScreen),
    record: { noun: 'Order', address: (id) => `/giveaways/purchases/${id}` },
  },
  {
    path: '/giveaways/purchases/:id',
    below: '/giveaways/purchases',
    title: 'Order',
    access: { area: 'store' },
    component: () => import('./purchase-screen.tsx').then((m) => m.PurchaseScreen),
  },
  {
    path: '/giveaways/fulfilments/:id',
    below: '/giveaways/purchases',
    title: 'Fulfillment',
    access: { area: 'store' },
    component: () => import('./fulfilment-screen.tsx').then((m) => m.FulfilmentScreen),
    record: { noun: 'Fulfillment', about: 'to print', address: (id) => `/giveaways/fulfilments/${id}` },
  },
];
