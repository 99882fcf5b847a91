import type { Screen } from '../../../web/screen.ts';

export const dashboardScreens: Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    access: 'signed_in',
    menu: { group: 'Dashboard', order: 1, key: 'h' },
    component: () => import('./home-screen.tsx').then((m) => m.HomeScreen),
  },
];
