import type { Screen } from '../../../web/screen.ts';

export const eventsScreens: Screen[] = [
  {
    path: '/calendar',
    title: 'Calendar',
    access: { area: 'events' },
    menu: { group: 'Events & giveaways', order: 2 },
    component: () => import('./calendar-screen.tsx').then((m) => m.CalendarScreen),
  },
];
