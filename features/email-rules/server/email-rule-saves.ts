/** Rules made and changed. Specification: Email rules. */
import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { withoutUndefined } from '../../../core/without-undefined.ts';
import { type Context, transact } from '../../../server/context.ts';
import { ownAddress } from '../../../server/mail/mail.ts';
import { changing, type RowOf } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { homeOfNew, homeProgram } from '../../../server/nouns/program-assignments.ts';
import type { Platform } from '../../../server/platform.ts';
import { placeholdersIn, written } from '../../email-templates/placeholders.ts';
import { AUDIENCE_FIELDS, conditionsIn, storedAudience, wholeAudience } from '../conditions/audience.ts';
import type { EmailRule, EmailRuleChange, NewEmailRule, RulePreview } from '../contract.ts';
import { DEFAULT_START_MINUTES, EXAMPLE } from '../rules.ts';
import { refuseUnknownChoices } from './choices.ts';
import { EMAIL_RULE } from './email-rule-noun.ts';
import { readEmailRule } from './email-rules.ts';
import {
  newWait,
  previewSave,
  refuseLargerAudience,
  type Starting,
  startingOf,
  undoOf,
  waitOf,
} from './rule-starts.ts';
import { ruleTemplates } from './rule-templates.ts';

type Confirmed = { confirmed_due_count?: number | undefined };

/**
 * 400 names the field; 403 for a bound admin who names another program, or all of them; 409 where by now more people are
 * due than were told.
 */
export async function createEmailRule(
  context: Context,
  { confirmed_due_count: told, ...data }: NewEmailRule & Confirmed,
): Promise<EmailRule> {
  const defaults = defaultFrom(context.platform);
  await checkTemplate(data.template);
  checkSubject(data.subject);
  return transact(context, async (tx) => {
    const program_id = await homeOfNew(tx, data.program_id, 'program_id');
    const { from_name = defaults.from_name, from_email = defaults.from_email } = data;
    const { name, subject, template, type, every_days, repeat_count } = data;
    const audience = conditionsIn(data);
    await refuseUnknownChoices(tx, audience, null);
    const named = { name, subject, from_name, from_email, template, type, program_id };
    const values = { ...named, active: Number(data.active), every_days, repeat_count };
    const columns = {
      ...values,
      run_after: data.run_after ?? soon,
      ...storedForm(audience),
      ...(told !== undefined && data.active && newWait()),
    };
    const { id } = await creating(tx, EMAIL_RULE, columns, (_, { run_after }) => ({
      after: { ...values, run_after, ...audience },
    }));
    const rule = await readEmailRule(tx, id);
    if (told !== undefined) await refuseLargerAudience(tx, rule, told);
    return rule;
  });
}

/** Refuses as {@link createEmailRule}. */
export function previewNewEmailRule(context: Context, data: NewEmailRule): Promise<RulePreview> {
  return previewSave(context, async (tx) => ({
    rule: await createEmailRule(tx, data),
    before: null,
  }));
}

/**
 * Changes what the body names. A rule that pauses takes back what is queued; one that is saved is no longer failed until
 * its next turn. Refuses as {@link createEmailRule}; 404 and 409 as any save.
 */
export async function updateEmailRule(
  context: Context,
  change: EmailRuleChange & Confirmed & { id: number },
): Promise<EmailRule> {
  return (await changeEmailRule(context, change)).rule;
}

/** Refuses as {@link updateEmailRule}. */
export function previewEmailRule(
  context: Context,
  change: EmailRuleChange & { id: number },
): Promise<RulePreview> {
  return previewSave(context, (tx) => changeEmailRule(tx, change));
}

/** Pauses a rule that was started, or takes an edit back, before its first mails; refuses as {@link undoOf}. */
export async function undoEmailRule(context: Context, id: number): Promise<EmailRule> {
  return transact(context, async (tx) => {
    await changing(tx, EMAIL_RULE, { id }, 'undo', async (_, row) => {
      const undo = await undoOf(tx, row);
      const columns = { ...storedForm(undo), first_mails_at: null, undo: null };
      const before = { ...recorded(row), first_mails_at: row.first_mails_at };
      const after = { ...recorded({ ...row, ...undo } as typeof row), first_mails_at: null };
      return { before, after, columns: columns as object, program_id: after.program_id };
    });
    return readEmailRule(tx, id);
  });
}

async function changeEmailRule(
  context: Context,
  { id, updated_at, confirmed_due_count: told, ...data }: EmailRuleChange & Confirmed & { id: number },
): Promise<{ rule: EmailRule; before: Starting | null }> {
  return transact(context, async (tx) => {
    let started: Starting | null = null;
    await changing(tx, EMAIL_RULE, { id, updated_at }, 'update', async (_, row) => {
      if (data.template !== undefined && data.template !== row.template) await checkTemplate(data.template);
      if (data.subject !== undefined) checkSubject(data.subject);
      started = startingOf(row);
      const program_id = await homeProgram(tx, data.program_id, 'program_id', row);
      const before = recorded(row);
      const { program_id: _named, active, ...given } = withoutUndefined(data);
      await refuseUnknownChoices(tx, data, row);
      const after = {
        ...before,
        ...given,
        program_id,
        active: active === undefined ? row.active : Number(active),
      };
      // What nobody understands stays as it was written until somebody names another.
      const others = Object.entries(after).filter(([name]) => !isOfAudience(name) || name in given);
      const wait = await waitOf(tx, row, { before, after }, told !== undefined);
      const columns = { ...storedForm(Object.fromEntries(others)), ...wait, failed_at: null, failure: null };
      return { before, after, columns: columns as object, program_id };
    });
    const rule = await readEmailRule(tx, id);
    if (told !== undefined) await refuseLargerAudience(tx, rule, told);
    return { rule, before: started };
  });
}

/** The sender of a rule that names none: that of the installation. */
export function defaultFrom({ config }: Pick<Platform, 'config'>): { from_name: string; from_email: string } {
  const { name, address } = ownAddress(config);
  return { from_name: name || 'Provost', from_email: address };
}

const soon = sql<string>`provost_now() + make_interval(mins => ${DEFAULT_START_MINUTES})`;

function recorded(row: RowOf<typeof EMAIL_RULE>) {
  const { name, subject, from_name, from_email, template, type, program_id, active } = row;
  const { run_after, every_days, repeat_count } = row;
  // In the order of the schema: the database keeps another one.
  const audience = wholeAudience(storedAudience(row)) ?? conditionsIn(row as never);
  const sender = { name, subject, from_name, from_email, template, type, program_id, active };
  return { ...sender, run_after, every_days, repeat_count, ...audience };
}

/** Lists as the database takes them. */
function storedForm(columns: object): Record<string, unknown> {
  const entries = Object.entries(columns as Record<string, unknown>).map(([name, value]) => {
    const isList = Array.isArray(value) && isOfAudience(name);
    return [name, isList ? JSON.stringify(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

function isOfAudience(name: string): boolean {
  return AUDIENCE_FIELDS.some((field) => field === name);
}

async function checkTemplate(file: string): Promise<void> {
  if (!(await ruleTemplates()).some(({ file_name }) => file_name === file))
    refuseField('template', `There is no template ${file}`);
}

/** Refuses placeholders that a mail of a rule has no value for. */
function checkSubject(subject: string): void {
  const unknown = placeholdersIn(subject).find(({ name }) => !Object.hasOwn(EXAMPLE, name));
  if (unknown) refuseField('subject', `${written(unknown.name)} has no value in emails of a rule`);
}
