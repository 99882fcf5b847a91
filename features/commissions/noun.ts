import type { NounDeclarations } from '../../core/noun.ts';

export const COMMISSIONS_NOUNS = {
  class_commission: {
    word: 'commissions of class',
    actions: { update: 'changed' },
    named_by: { noun: 'class' },
    screen: '/commissions/classes',
    found: {
      '/commissions/classes': {
        plural: 'Classes',
        list: 'class-commissions',
        read: 'class-commission/{id}',
        place: 60,
      },
    },
  },
  instructor_commission: {
    word: 'commissions of instructor',
    actions: { update: 'changed' },
    named_by: { noun: 'site_user' },
    screen: '/commissions/instructors',
    found: {
      '/commissions/instructors': {
        plural: 'Instructors',
        list: 'instructors',
        read: 'instructor-commission/{id}',
        place: 30,
      },
      '/instructors/:id': { plural: 'Instructor pages', read: 'instructor/{id}', place: 20 },
    },
  },
  program_commission: {
    word: 'commissions of program',
    actions: { update: 'changed' },
    named_by: { noun: 'program' },
    screen: '/commissions/programs',
    found: {
      '/commissions/programs': {
        plural: 'Programs',
        list: 'programs?page=1&name={name}&status=all',
        read: 'program-commission/{id}',
        place: 100,
      },
    },
  },
  site_commission: {
    word: 'global site commission',
    single: true,
    actions: { update: 'changed' },
    screen: '/commissions/site',
  },
  recalculation: {
    word: 'recalculation',
    actions: { run: 'ran', cancel: 'cancelled', stop: 'stopped', resume: 'resumed' },
    table: 'recalculations',
  },
} as const satisfies NounDeclarations;
