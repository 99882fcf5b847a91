import type { Screen } from '../../../../web/screen.ts';

export const classTranslationsScreens: Screen[] = [
  {
    path: '/class-translations/:id',
    below: '/classes',
    title: 'Class translations',
    access: { area: 'catalogue' },
    component: () => import('./class-translations-screen.tsx').then((m) => m.ClassTranslationsScreen),
    record: { noun: 'Translations of class', address: (id) => `/class-translations/${id}` },
  },
];
