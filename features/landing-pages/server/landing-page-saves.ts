import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { updating } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import { homeOfNew, homeProgram } from '../../../server/nouns/program-assignments.ts';
import { keepTranslationsCurrent } from '../../../server/nouns/translations.ts';
import {
  LANDING_PAGE_FIELDS,
  type LandingPage,
  type LandingPageChange,
  type NewLandingPage,
} from '../contract.ts';
import { LANDING_PAGE, LANDING_PAGE_TEXTS } from './landing-page-noun.ts';
import { readLandingPage } from './landing-pages.ts';
import { TEMPLATES } from './page-templates.ts';

/** Creates a page, in program 1 by default. 400 at the field, also for a taken path or unknown template; 403 for a bound admin's other program. */
export function createLandingPage(context: Context, data: NewLandingPage): Promise<LandingPage> {
  return transact(context, async (tx) => {
    const program_id = await homeOfNew(tx, data.program_id, 'program_id');
    const values = { ...columnsOf(LANDING_PAGE_FIELDS, data, null), program_id };
    refuseTemplate(values.template);
    await refuseTaken(tx, values);
    const { id } = await creating(tx, LANDING_PAGE, values);
    return readLandingPage(tx, id);
  });
}

/** Changes what the data names; with `typo_only` the translations stay up to date. Refuses as {@link createLandingPage}; 404 and 409 as any save. */
export function updateLandingPage(
  context: Context,
  { id, typo_only = false, ...data }: LandingPageChange & { id: number; typo_only?: boolean },
): Promise<LandingPage> {
  return transact(context, async (tx) => {
    await updating(tx, LANDING_PAGE, { id, updated_at: data.updated_at }, async (_, before) => {
      const program_id = await homeProgram(tx, data.program_id, 'program_id', before);
      const after = { ...columnsOf(LANDING_PAGE_FIELDS, data, before), program_id };
      if (after.template !== before.template) refuseTemplate(after.template);
      if (after.path !== before.path || program_id !== before.program_id) await refuseTaken(tx, after);
      if (typo_only) await keepTranslationsCurrent(tx, LANDING_PAGE_TEXTS, id, before, after);
      return after;
    });
    return readLandingPage(tx, id);
  });
}

/** 400 where the server has no such file. */
export function refuseTemplate(template: string): void {
  if (!TEMPLATES.includes(template)) refuseField('template', `There is no template ${template}`);
}

/** Serializes uses of a program's paths, since the constraint could not name the field. */
async function refuseTaken(
  tx: TransactionContext,
  { path, program_id }: { path: string; program_id: number | null },
): Promise<void> {
  const holder = (await takenPaths(tx, program_id)).get(path);
  if (holder === undefined) return;
  refuseField(
    'path',
    holder.archived
      ? `The archived page “${holder.name}” has this path. Enter another, or restore that page`
      : 'Another page of this program has this path',
  );
}

/** Returns the paths of the program's pages, archived ones too, each with its page; whoever takes one next waits until the transaction ends. */
export async function takenPaths(
  { db }: TransactionContext,
  program_id: number | null,
): Promise<ReadonlyMap<string, { name: string; archived: boolean }>> {
  await lock(db, `landing pages of program ${program_id ?? 0}`);
  const { rows } = await sql<{ path: string; name: string; archived: boolean }>`
    select path, name, archived_at is not null as archived from landing_pages where program_id is not distinct from ${program_id}`.execute(
    db,
  );
  return new Map(rows.map(({ path, ...page }) => [path, page]));
}
