import type { Screen } from '../../../web/screen.ts';

export const emailTemplatesScreens: Screen[] = [
  {
    path: '/email/templates',
    title: 'Email templates',
    access: { area: 'content' },
    menu: { group: 'Marketing', order: 1, key: 'x' },
    component: () => import('./templates-screen.tsx').then((m) => m.TemplatesScreen),
    record: { noun: 'Email template', address: () => '/email/templates' },
  },
];
