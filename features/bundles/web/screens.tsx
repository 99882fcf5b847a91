import type { Screen } from '../../../web/screen.ts';

export const bundlesScreens: Screen[] = [
  {
    path: '/bundle-classes/:id',
    lists: ['/bundle-classes/7'],
    below: '/bundles',
    title: 'Bundle editor',
    access: { area: 'catalogue' },
    component: () => import('./bundle-screen.tsx').then((m) => m.BundleScreen),
    record: { noun: 'Bundle editor of class', address: (id) => `/bundle-classes/${id}` },
  },
];
