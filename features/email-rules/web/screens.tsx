import type { Screen } from '../../../web/screen.ts';

export const emailRulesScreens: Screen[] = [
  {
    path: '/email/rules',
    lists: ['/email/rules'],
    title: 'Email rules',
    access: { area: 'content' },
    menu: { group: 'Marketing', order: 2, key: 'w' },
    actions: [{ label: 'Add rule', address: '/email/rules?add=1' }],
    component: () => import('./rules-screen.tsx').then((m) => m.RulesScreen),
  },
  {
    path: '/email/rules/:id',
    lists: ['/email/rules/2'],
    below: '/email/rules',
    title: 'Email rule',
    access: { area: 'content' },
    component: () => import('./rule-screen.tsx').then((m) => m.RuleScreen),
    record: { noun: 'Email rule', address: (id) => `/email/rules/${id}` },
  },
];
