import type { Screen } from '../../../web/screen.ts';

export const giftProductsScreens: Screen[] = [
  {
    path: '/giveaways/products',
    lists: ['/giveaways/products'],
    title: 'LiL Giveaways products',
    access: { area: 'store' },
    menu: { group: 'Events & giveaways', order: 4, key: 'gg' },
    actions: [{ label: 'Add product', address: '/giveaways/products?add=1' }],
    component: () => import('./products-screen.tsx').then((m) => m.ProductsScreen),
    record: { noun: 'Gift product', address: (id) => `/giveaways/products?name=%23${id}` },
  },
];
