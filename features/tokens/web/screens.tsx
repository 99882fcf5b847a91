import type { Screen } from '../../../web/screen.ts';
import { TOKENS_ACCESS } from '../rules.ts';

export const tokensScreens: Screen[] = [
  {
    path: '/tokens',
    lists: ['/tokens'],
    title: 'LiL tokens',
    access: TOKENS_ACCESS,
    menu: { group: 'Events & giveaways', order: 6, key: 'k' },
    actions: [{ label: 'Add token', address: '/tokens?add=1' }],
    component: () => import('./tokens-screen.tsx').then((m) => m.TokensScreen),
    record: { noun: 'LiL token', address: (id) => `/tokens?code=%23${id}` },
  },
];
