import type { Screen } from '../../../web/screen.ts';
import { outdatedTranslationsContract } from '../contract.ts';

export const outdatedTranslationsScreens: Screen[] = [
  {
    path: '/translations/outdated',
    lists: ['/translations/outdated'],
    title: 'Outdated translations',
    access: outdatedTranslationsContract.outdatedTranslations['~orpc'].meta.access,
    menu: { group: 'Catalogue', order: 7, key: 'l' },
    component: () => import('./outdated-screen.tsx').then((m) => m.OutdatedScreen),
  },
];
