/** Fields of a class that a save writes as it is told. */
import { z } from 'zod';
import { text, trimmedText, wholeNumber } from '../../core/fields.ts';
import { ACTIVE_WORDS, DELETED_WORDS } from '../../core/noun.ts';
import { flagField, optionalText, requiredText } from '../../core/nouns/field-set.ts';
import { ACCESS_TYPES, type AccessType } from './visibility.ts';

/** A checkbox whose row is any number on the wire, as the specification says. */
const tick = (label: string, initial: boolean) => ({ ...flagField(label, initial), row: z.int() });

/** Hundredths of a percent. */
const discount = (label: string) => ({
  label,
  input: wholeNumber(0, 10_000),
  row: z.int(),
  initial: 0,
  reads: 'percent_hundredths' as const,
});

export const CLASS_FIELDS = {
  class_name: requiredText('Class name', trimmedText(500), 'Enter a name'),
  description: optionalText('Description', text(20_000)),
  additional_info: optionalText('Additional info', text(20_000)),
  access_type: {
    label: 'Access type',
    input: z.enum(ACCESS_TYPES),
    row: z.enum(ACCESS_TYPES),
    initial: 'public' as AccessType,
  },
  membership_discount: discount('Membership discount'),
  membership_discount_other: discount('Other-membership discount'),
  status: { ...tick('Active', true), reads: 'state' as const, words: ACTIVE_WORDS },
  viewable: tick('Viewable', true),
  enrol_reward: { label: 'Enrol reward', input: wholeNumber(0, 2_147_483_647), row: z.int(), initial: 0 },
};

/** All that a change may name: a new class is neither cancelled nor deleted. */
export const CLASS_CHANGE_FIELDS = {
  ...CLASS_FIELDS,
  cancel: tick('Cancelled', false),
  del_flag: { ...tick('Deleted', false), reads: 'state' as const, words: DELETED_WORDS },
};
