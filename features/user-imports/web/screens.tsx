import type { Screen } from '../../../web/screen.ts';

export const userImportsScreens: Screen[] = [
  {
    path: '/users/imports',
    lists: ['/users/imports'],
    title: 'Import users',
    access: { area: 'users' },
    menu: { group: 'People', order: 2, key: 'gu' },
    record: { noun: 'Import of users', address: (id) => `/users/imports?import=${id}` },
    component: () => import('./imports-screen.tsx').then((m) => m.ImportsScreen),
  },
];
