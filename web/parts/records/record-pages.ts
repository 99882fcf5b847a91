export const RECORD_PAGES = {
  transaction: '/transactions/:id',
  user: '/users/:id',
  class: '/classes/:id',
  event: '/events/:id',
  instructor: '/instructors/:id',
  batch: '/payouts/batches/:id',
  program: '/programs/:id',
  rule: '/email/rules/:id',
  order: '/giveaways/purchases/:id',
} as const;

export type RecordNoun = keyof typeof RECORD_PAGES;

export function addressOf(noun: RecordNoun, id: number): string {
  return RECORD_PAGES[noun].replace(':id', String(id));
}
