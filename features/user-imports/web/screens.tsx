import type { Screen } from '../../../web/screen.ts';

export const userImportsScreens: Screen[] = [
  {
    path: '/users/imports',
    lists: ['/users/imports'],
    below: '/users',
    title: 'Import users',
    access: { area: 'users' },
    record: { noun: 'Import of users', address: (id) => `/users/imports?import=${id}` },
    component: () => import('./imports-screen.tsx').then((m) => m.ImportsScreen),
  },
];
