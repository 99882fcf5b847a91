/** A program as it stood at a moment. Specification: As of. */
import { notFound } from '../../../core/errors.ts';
import type { RecordAsOf } from '../../../core/nouns/as-of-routes.ts';
import type { Context } from '../../../server/context.ts';
import { asOf } from '../../../server/nouns/as-of/as-of.ts';
import type { History, HistoryField } from '../../../server/nouns/as-of/as-of-types.ts';
import { SAVED_PROGRAM_FIELDS } from '../program-schemas.ts';
import { PROGRAM_TEXT_LABELS } from '../rules.ts';
import { PROGRAM } from './program-noun.ts';

const FLAGS: readonly string[] = ['status', 'lilt_enabled', 'affiliate'];

export const PROGRAM_HISTORY: History = {
  entity: 'program',
  fields: {
    ...Object.fromEntries(
      Object.entries(SAVED_PROGRAM_FIELDS).map(([name, { label }]): [string, HistoryField] => [
        name,
        { label, kind: FLAGS.includes(name) ? 'flag' : 'text' },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(PROGRAM_TEXT_LABELS).map(([name, label]): [string, HistoryField] => [
        name,
        { label, kind: 'text' },
      ]),
    ),
    populate_discount: { label: 'Populate discount', kind: 'flag' },
    created_at: { label: 'Added', kind: 'moment' },
  },
  secrets: {},
};

/** Throws a 404 for a program that the caller may not see. */
export async function programAsOf(context: Context, asked: { id: number; at: string }): Promise<RecordAsOf> {
  if (!(await PROGRAM.read(context, asked.id))) notFound();
  return asOf(context, PROGRAM_HISTORY, asked);
}
