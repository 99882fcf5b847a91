import type { Screen } from '../../../web/screen.ts';

export const landingPagesScreens: Screen[] = [
  {
    path: '/landing-pages',
    lists: ['/landing-pages'],
    title: 'Landing pages',
    access: { area: 'content' },
    menu: { group: 'Marketing', order: 4, key: 'j' },
    actions: [{ label: 'Add page', address: '/landing-pages?add=1' }],
    component: () => import('./landing-pages-screen.tsx').then((m) => m.LandingPagesScreen),
    record: { noun: 'Landing page', address: (id) => `/landing-pages?edit=${id}` },
  },
];
