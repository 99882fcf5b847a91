import type { Screen } from '../../../web/screen.ts';

export const landingPagesScreens: Screen[] = [
  {
    path: '/landing-pages',
    lists: ['/landing-pages'],
    title: 'Landing pages',
    access: { area: 'content' },
    menu: { group: 'Marketing', order: 4, key: 'j' },
    component: () => import('./landing-pages-screen.tsx').then((m) => m.LandingPagesScreen),
    record: { noun: 'Landing page', address: (id) => `/landing-pages?edit=${id}` },
  },
];
