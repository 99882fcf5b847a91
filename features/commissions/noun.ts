import type { NounDeclarations } from '../../core/noun.ts';

export const COMMISSIONS_NOUNS = {
  class_commission: {
    word: 'commissions of class',
    actions: { update: 'changed' },
    screen: '/commissions/classes',
    found: { '/commissions/classes': 'Classes' },
  },
  instructor_commission: {
    word: 'commissions of instructor',
    actions: { update: 'changed' },
    screen: '/commissions/instructors',
    found: { '/commissions/instructors': 'Instructors' },
  },
  program_commission: {
    word: 'commissions of program',
    actions: { update: 'changed' },
    screen: '/commissions/programs',
    found: { '/commissions/programs': 'Programs' },
  },
  site_commission: {
    word: 'global site commission',
    actions: { update: 'changed' },
    screen: '/commissions/site',
  },
  recalculation: {
    word: 'recalculation',
    actions: { run: 'ran', cancel: 'cancelled' },
    table: 'recalculations',
  },
} as const satisfies NounDeclarations;
