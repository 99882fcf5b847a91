import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { withoutUndefined } from '../../../core/without-undefined.ts';
import { type Context, transact } from '../../../server/context.ts';
import { ownAddress } from '../../../server/mail/mail.ts';
import { changing, type RowOf } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import { homeOfNew, homeProgram } from '../../../server/nouns/program-assignments.ts';
import type { Platform } from '../../../server/platform.ts';
import { placeholdersIn, written } from '../../email-templates/placeholders.ts';
import { AUDIENCE_FIELDS, conditionsIn, storedAudience, wholeAudience } from '../conditions/audience.ts';
import type { EmailRule, EmailRuleChange, NewEmailRule, RulePreview } from '../contract.ts';
import { EMAIL_RULE_FIELDS } from '../rule-schemas.ts';
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

/** 400 names the field; 403 for a bound admin who names another program, or all; 409 where more people are due by now than were told. */
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
    const audience = conditionsIn(data);
    await refuseUnknownChoices(tx, audience, null);
    const values = { ...columnsOf(BUT_START, { ...data, from_name, from_email }, null), program_id };
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

/** Changes what is named. A rule that pauses takes back its queue; a saved one is not failed until its next turn. As {@link createEmailRule}; 404, 409 as any save. */
export async function updateEmailRule(
  context: Context,
  change: EmailRuleChange & Confirmed & { id: number },
): Promise<EmailRule> {
  return (await changeEmailRule(context, change)).rule;
}

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
      const given = withoutUndefined(data);
      await refuseUnknownChoices(tx, data, row);
      const after = { ...before, ...given, ...columnsOf(EMAIL_RULE_FIELDS, data, before), program_id };
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

const { run_after: _, ...BUT_START } = EMAIL_RULE_FIELDS;

const soon = sql<string>`provost_now() + make_interval(mins => ${DEFAULT_START_MINUTES})`;

function recorded(row: RowOf<typeof EMAIL_RULE>) {
  // In the order of the schema: the database keeps another one.
  const audience = wholeAudience(storedAudience(row)) ?? conditionsIn(row as never);
  const { program_id } = row;
  const own = columnsOf(EMAIL_RULE_FIELDS, {}, { ...row, type: row.type as EmailRule['type'] });
  return { ...own, program_id, ...audience };
}

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
