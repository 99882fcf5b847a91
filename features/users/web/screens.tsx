import type { Screen } from '../../../web/screen.ts';

export const siteUsersScreens: Screen[] = [
  {
    path: '/users',
    lists: ['/users'],
    title: 'Site users',
    access: { area: 'users' },
    menu: { group: 'People', order: 1, key: 'u' },
    actions: [{ label: 'Add user', address: '/users?add=1' }],
    component: () => import('./users-screen.tsx').then((m) => m.UsersScreen),
    shares: {
      payoutDetails: () =>
        import('../payment-settings/web/payment-dialog.tsx').then((m) => m.SharedPaymentDialog),
    },
    record: { noun: 'User', address: (id) => `/users/${id}` },
  },
  {
    path: '/users/:id',
    below: '/users',
    title: 'User',
    access: { area: 'users' },
    component: () => import('./user-screen.tsx').then((m) => m.UserScreen),
  },
  {
    path: '/site/:tag',
    title: 'Log in as user',
    access: 'public',
    component: () => import('../login-as/web/login-as-page.tsx').then((m) => m.LoginAsPage),
  },
];
