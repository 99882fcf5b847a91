/** Fields of a rule that a save writes as it is told; its audience is declared in `conditions`. */
import { z } from 'zod';
import { moment, namedMoment, oneLine, trimmedText, wholeNumber } from '../../core/fields.ts';
import { ACTIVE, requiredText } from '../../core/nouns/field-set.ts';
import { RULE_TYPES } from './rules.ts';

/** An address; an installation that only one machine reaches sends from `@localhost`. */
const sender = oneLine(254).refine(
  (value) => z.email().safeParse(value.replace(/@localhost$/, '@localhost.test')).success,
  'This is not an email address',
);

export const EMAIL_RULE_FIELDS = {
  name: requiredText('Name', trimmedText(200), 'Enter a name'),
  subject: requiredText('Subject', oneLine(200), 'Enter a subject'),
  from_name: requiredText('From name', oneLine(100), 'Enter a sender'),
  from_email: { label: 'From email', input: sender, row: z.string() },
  template: requiredText('Template', trimmedText(200), 'Choose a template'),
  type: {
    label: 'Type',
    input: z.enum(RULE_TYPES),
    row: z.enum(RULE_TYPES),
    blank: 'class_bundle_opportunities' as (typeof RULE_TYPES)[number],
  },
  active: ACTIVE,
  run_after: { label: 'Run after', input: namedMoment, row: moment, blank: '', reads: 'moment' as const },
  every_days: {
    label: 'Repeat every (days)',
    input: wholeNumber(1, 3650),
    row: z.int(),
    initial: 1,
  },
  /** 0: without end. */
  repeat_count: { label: 'Repeat count', input: wholeNumber(0, 10_000), row: z.int(), initial: 1 },
};
