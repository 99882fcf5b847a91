import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { lockRow, tableNoun, updating } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { homeProgram, knownProgram } from '../../../server/nouns/program-assignments.ts';
import type { EmailTemplate, TemplateSave } from '../contract.ts';
import { subjectFault } from '../rules.ts';
import { checkedParts } from './check-template.ts';
import { checkTemplate, type Key, readTemplate } from './templates.ts';

const EMAIL_TEMPLATE = tableNoun({ entity: 'email_template', table: 'email_templates' });

/** The version of a row never saved, which a caller cannot have read. */
const NEVER = new Date(0).toISOString();

/** Saves or creates the template. 400 with the fault and its line, 403 where a bound admin names another program, 409 where it changed meanwhile. */
export async function saveTemplate(context: Context, given: TemplateSave): Promise<EmailTemplate> {
  const save = given.plain_derived ? { ...given, plain: null } : given;
  const { template, language, subject, text } = save;
  await checkTemplate(template);
  const fault = subjectFault(save, subject);
  if (fault !== null) refuseField('subject', fault);
  const program_id = await knownProgram(context, save.program, 'program');
  const key = { template, program_id, language };
  const parts = await checkedParts(context, save);
  await transact(context, async (tx) => {
    const known = await idOf(tx, key);
    if (known === undefined) await homeProgram(tx, save.program, 'program');
    if (known === undefined) return create(tx, key, save, parts);
    if (save.id === null) await refuseStale(tx, known);
    if (save.id !== undefined && save.id !== known)
      refuseField('id', 'is not the template of this program, type and language');
    await updating(
      tx,
      EMAIL_TEMPLATE,
      { id: known, updated_at: save.updated_at ?? undefined },
      async (_, row) => {
        const stays = save.plain === undefined && !row.plain_derived;
        const plain = stays ? row.plain : (save.plain ?? parts.plain);
        const plain_derived = !stays && save.plain == null;
        return { subject, text, inlined: parts.inlined, plain, plain_derived };
      },
    );
  });
  return readTemplate(context, save);
}

/** Deletes the template and returns the inherited one. 404 where these keys have none of their own, 409 where it was saved since it was read. */
export async function deleteTemplate(
  context: Context,
  asked: Omit<Key, 'program_id'> & { program: number; updated_at?: string | undefined },
): Promise<EmailTemplate> {
  const { template, language, updated_at } = asked;
  const program_id = asked.program || null;
  await transact(context, async (tx) => {
    const id = (await idOf(tx, { template, program_id, language })) ?? notFound();
    const { subject, text, plain, plain_derived } = await lockRow(tx, EMAIL_TEMPLATE, { id, updated_at });
    await tx.db.deleteFrom('email_templates').where('id', '=', id).execute();
    const before = { template, language, subject, text, plain, plain_derived };
    await audit(tx, {
      entity: EMAIL_TEMPLATE.entity,
      entity_id: id,
      action: 'delete',
      program_id,
      before,
    });
  });
  return readTemplate(context, asked);
}

async function create(
  tx: TransactionContext,
  key: Key,
  { id, subject, text, plain, updated_at }: TemplateSave,
  parts: { inlined: string; plain: string },
): Promise<void> {
  if (id) {
    if (updated_at) refuse(409, 'Another admin deleted this template after you opened it');
    refuseField('id', 'is not the template of this program, type and language');
  }
  const { template, language } = key;
  const derived = { plain: plain ?? parts.plain, plain_derived: plain == null };
  const values = { ...key, subject, text, inlined: parts.inlined, ...derived };
  const recorded = (_: TransactionContext, made: { plain: string | null }) => ({
    after: { template, language, subject, text, plain: made.plain, plain_derived: derived.plain_derived },
  });
  await creating(tx, EMAIL_TEMPLATE, values, recorded, {
    // Somebody else was first, a moment ago.
    onConflict: (conflict) => conflict.doNothing(),
    refuse: async () => refuseStale(tx, (await idOf(tx, key)) ?? notFound()),
  });
}

async function refuseStale(tx: TransactionContext, id: number): Promise<never> {
  await lockRow(tx, EMAIL_TEMPLATE, { id, updated_at: NEVER });
  return notFound();
}

async function idOf(
  { db }: TransactionContext,
  { template, program_id, language }: Key,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('email_templates')
    .select('id')
    .where('template', '=', template)
    .where('language', '=', language)
    .where('program_id', program_id === null ? 'is' : '=', program_id)
    .executeTakeFirst();
  return row?.id;
}
