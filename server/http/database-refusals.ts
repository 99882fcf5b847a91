/** Refusals by the database where concurrent requests passed the same check. */
import { CODES, type RefusalStatus } from '../../core/errors.ts';
import { textOfConstraint } from './constraint-texts.ts';

/** Returns the answer to a database error that a client's input can cause; null for other errors. */
export function databaseRefusal(
  error: unknown,
): { status: RefusalStatus; code: string; message: string } | null {
  const { code = '', constraint = '' } = (error ?? {}) as { code?: string; constraint?: string };
  const known = REFUSALS[code];
  if (!known) return null;
  const [status, message] = known;
  return { status, code: CODES[status], message: textOfConstraint(constraint) ?? message };
}

const STALE = 'Your changes no longer match the saved data. Reload and try again.';

/** Answers by SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const REFUSALS: Record<string, readonly [400 | 409, string]> = {
  // unique_violation, serialization_failure, deadlock_detected
  '23505': [409, 'Another admin just saved the same. Reload and try again.'],
  '40001': [409, 'Another change was saved at the same moment. Try again.'],
  '40P01': [409, 'Another change was saved at the same moment. Try again.'],
  // foreign_key_violation, check_violation, exclusion_violation
  '23503': [409, 'A linked record no longer exists or is still in use. Reload and try again.'],
  '23514': [409, STALE],
  '23P01': [409, STALE],
  // not_null_violation
  '23502': [400, 'A value is missing'],
  // string_data_right_truncation, numeric_value_out_of_range
  '22001': [400, 'A text is too long'],
  '22003': [400, 'A number is too large'],
  // invalid_datetime_format, datetime_field_overflow
  '22007': [400, 'A date is not valid'],
  '22008': [400, 'A date is out of range'],
  // invalid_text_representation, character_not_in_repertoire, untranslatable_character
  '22P02': [400, 'A value has the wrong type'],
  '22021': [400, 'A text contains a character that cannot be stored'],
  '22P05': [400, 'A text contains a character that cannot be stored'],
};
