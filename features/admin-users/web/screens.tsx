import type { Screen } from '../../../web/screen.ts';

export const adminUsersScreens: Screen[] = [
  {
    path: '/admins',
    lists: ['/admins'],
    title: 'Admin users',
    access: { area: 'admins' },
    menu: { group: 'Settings', order: 2, key: 'ga' },
    actions: [{ label: 'Add admin user', address: '/admins?add=1' }],
    component: () => import('./admin-users-screen.tsx').then((m) => m.AdminUsersScreen),
    record: { noun: 'Admin user', address: (id) => `/admins?edit=${id}` },
  },
];
