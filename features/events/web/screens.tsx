import type { Screen } from '../../../web/screen.ts';

export const eventsScreens: Screen[] = [
  {
    path: '/events',
    lists: ['/events', '/events?program_id=2'],
    title: 'Events & giveaways',
    access: { area: 'events' },
    menu: { group: 'Events & giveaways', order: 1, key: 'e' },
    actions: [{ label: 'Add event', address: '/events?add=1' }],
    component: () => import('./events-screen.tsx').then((m) => m.EventsScreen),
    record: { noun: 'Event', address: (id) => `/events/${id}` },
  },
  {
    path: '/events/:id',
    below: '/events',
    title: 'Event',
    access: { area: 'events' },
    component: () => import('./event-screen.tsx').then((m) => m.EventScreen),
  },
  {
    path: '/calendar',
    lists: ['/calendar?view=list'],
    title: 'Calendar',
    access: { area: 'events' },
    menu: { group: 'Events & giveaways', order: 2, key: 'd' },
    component: () => import('../calendar/web/calendar-screen.tsx').then((m) => m.CalendarScreen),
  },
  {
    path: '/draws/:id',
    title: 'Check a draw',
    access: 'public',
    open: true,
    component: () => import('../draws/web/check-draw-screen.tsx').then((m) => m.CheckDrawScreen),
  },
];
