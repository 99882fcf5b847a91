import { refuseField } from '../../../core/errors.ts';
import { withoutUndefined } from '../../../core/without-undefined.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { saveAssigned } from '../../../server/nouns/assignments.ts';
import { type RowOf, updating } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { toldColumns } from '../../../server/nouns/field-columns.ts';
import { keepTranslationsCurrent } from '../../../server/nouns/translations.ts';
import {
  type NewProgram,
  type ProgramChange,
  type ProgramDetails,
  SAVED_PROGRAM_FIELDS,
} from '../program-schemas.ts';
import { PROGRAM, PROGRAM_DEFAULTS, PROGRAM_TRANSLATIONS } from './program-noun.ts';
import { readProgram } from './programs.ts';

/** Creates a program with the assignments meant for all new ones. Throws a 400 for a taken tag. */
export function createProgram(context: Context, data: NewProgram): Promise<ProgramDetails> {
  return transact(context, async (tx) => {
    await refuseTag(tx, data.program_tag);
    const { program_tag, program_display_name } = data;
    const values = { ...columnsOf(data), program_tag, program_display_name };
    const { id } = await creating(tx, PROGRAM, values);
    return readProgram(tx, id);
  });
}

/** Changes what is named; with `typo_only` the translations stay. 400 for a tag that another program has; 404 and 409 as any save. */
export function updateProgram(
  context: Context,
  {
    id,
    program_data: data,
    typo_only = false,
  }: { id: number; program_data: ProgramChange; typo_only?: boolean },
): Promise<ProgramDetails> {
  return transact(context, async (tx) => {
    if (data.program_tag !== undefined) await refuseTag(tx, data.program_tag, id);
    await updating(tx, PROGRAM, { id, updated_at: data.updated_at }, async (_, before) => {
      const columns = columnsOf(data);
      if (typo_only)
        await keepTranslationsCurrent(tx, PROGRAM_TRANSLATIONS, id, before, { ...before, ...columns });
      return columns;
    });
    return readProgram(tx, id);
  });
}

type Affiliate = {
  affiliate: boolean;
  program_id?: number | null | undefined;
  updated_at?: string | undefined;
};

/** Sets the flag of the given or the caller's own program. 400 where global staff give none, 404 for a foreign one. */
export async function setAffiliate(context: Context, { affiliate, program_id, updated_at }: Affiliate) {
  const id = program_id ?? context.actor.program_id;
  if (id === 0) refuseField('program_id', 'Choose a program');
  const value: 0 | 1 = affiliate ? 1 : 0;
  const saved = await updating(context, PROGRAM, { id, updated_at }, async () => ({ affiliate: value }));
  return { ...saved, program_id: id };
}

/** Replaces the programs that a new user of this one belongs to as well. 400 also for the program itself. */
export function saveDefaults(
  context: Context,
  save: { id: number; programs: readonly number[]; updated_at?: string | undefined },
) {
  const own = save.programs.indexOf(save.id);
  if (own >= 0) refuseField(`programs.${own}`, 'The program itself is always included');
  return saveAssigned(context, PROGRAM_DEFAULTS, save);
}

/** One at a time asks whether a tag is taken: two at once would both hear that it is not. */
async function refuseTag({ db }: TransactionContext, program_tag: string, id = 0): Promise<void> {
  await lock(db, 'tags of programs');
  const taken = await db
    .selectFrom('programs')
    .select('id')
    .where('program_tag', '=', program_tag)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (taken) refuseField('program_data.program_tag', `Another program has the tag “${program_tag}”`);
}

/** Converts a body to columns: what it does not tell is the database's, or stays. */
function columnsOf(told: ProgramChange): Columns {
  return { ...toldColumns(SAVED_PROGRAM_FIELDS, told), ...withoutUndefined(told.data ?? {}) };
}

type Columns = Partial<Omit<RowOf<typeof PROGRAM>, 'program_id'>>;
