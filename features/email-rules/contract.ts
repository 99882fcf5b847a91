/** Rules that mail users automatically. Specification: Email rules. */
import { z } from 'zod';
import {
  counted,
  moment,
  optional,
  page,
  pathId,
  programId,
  text,
  updatedAt,
  wholeNumber,
} from '../../core/fields.ts';
import { type Filters, filterInput, pageInput } from '../../core/filters.ts';
import { ARCHIVED_AT, ARCHIVED_FILTER, archiveRoutes } from '../../core/nouns/archive-routes.ts';
import { inputOf, newOf, rowOf } from '../../core/nouns/field-set.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { bounceContract } from '../users/bounce-contract.ts';
import { choicesContract } from './conditions/choices-contract.ts';
import { USER_TYPES } from './conditions/items.ts';
import { audience, audienceRead, newAudience } from './conditions/schemas.ts';
import { EMAIL_RULES_NOUNS } from './noun.ts';
import { EMAIL_RULE_FIELDS } from './rule-schemas.ts';

const access = { area: 'content' } as const;

export const EMAIL_RULE_SORTS = ['id', 'name', 'template', 'active', 'program'] as const;

export const EMAIL_RULE_FILTERS = {
  // For the search alone, as it has no label.
  name: { by: 'words' },
  program_id: { by: 'program', label: 'Program' },
  failed: { by: 'tick', label: 'Failed' },
  ...ARCHIVED_FILTER,
} as const satisfies Filters;

export const SEND_STATES = ['queued', 'sent', 'refused', 'unknown'] as const;

const fields = inputOf(EMAIL_RULE_FIELDS);

/** Omitted fields take the defaults of the specification. */
export const newEmailRule = z.object({
  ...newOf(EMAIL_RULE_FIELDS),
  ...newAudience,
  from_name: fields.from_name.optional(),
  from_email: fields.from_email.optional(),
  program_id: programId.optional(),
  run_after: fields.run_after.optional(),
});
export type NewEmailRule = z.output<typeof newEmailRule>;

export const emailRuleChange = z
  .object({ ...fields, program_id: programId, ...audience, updated_at: updatedAt })
  .partial();
export type EmailRuleChange = z.output<typeof emailRuleChange>;

const emailRule = z.object({
  id: z.int(),
  ...rowOf(EMAIL_RULE_FIELDS),
  /** 0: it reaches the users of every program. */
  program_id: z.int(),
  ...audienceRead,
  updated_at: moment,
  ...ARCHIVED_AT,
  ran_at: moment.nullable(),
  /** The moment its turns began to fail, and the reason; null while they succeed. */
  failed_at: moment.nullable(),
  failure: z.string().nullable(),
  /** No mail goes out earlier, and until then the save can be undone; null where none is due. */
  first_mails_at: moment.nullable(),
  /** The effect of an undo: `pause` pauses the rule, `edit` reverts the edit. */
  undo: z.enum(['pause', 'edit']).nullable(),
});
export type EmailRule = z.infer<typeof emailRule>;

const ruleTemplate = z.object({
  file_name: z.string(),
  title: z.string(),
  /** The file as it stands, with its placeholders. */
  text: z.string(),
  preview: z.string(),
});
export type RuleTemplate = z.infer<typeof ruleTemplate>;

const testUser = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  user_type: z.enum(USER_TYPES),
  dateadded: moment,
  membership: z.literal([0, 1]),
  membership_at: moment.nullable(),
});
export type RuleTestUser = z.infer<typeof testUser>;

const send = z.object({
  user_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Ordinal of this rule's mails to the user, from 1. */
  number: z.int(),
  state: z.enum(SEND_STATES),
  /** The reason of the refusal, or the last answer of the mail server. */
  reason: z.string().nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
});
export type RuleSend = z.infer<typeof send>;

/** Mails of one day (UTC), counted by outcome. */
const sendDay = z.object({
  day: z.iso.date(),
  queued: z.int(),
  sent: z.int(),
  refused: z.int(),
  unknown: z.int(),
});
export type SendDay = z.infer<typeof sendDay>;

const rulePreview = z.object({
  due_count: z.int(),
  /** Users the rule has not mailed before, of all it will reach sooner or later. */
  new_count: z.int(),
  starts_at: moment,
  /** True where the save needs a confirmation: a new or resumed rule, or a larger audience. */
  asks: z.boolean(),
});
export type RulePreview = z.infer<typeof rulePreview>;

/** The number of due users shown before the save: mails then wait ten minutes for an undo; 409 where noticeably more are due by now. */
const confirmed_due_count = wholeNumber(0, 2_147_483_647).optional();

const saved = z.object({ rule: emailRule });
const byId = z.strictObject({ id: pathId });

const archiving = archiveRoutes({
  access,
  path: EMAIL_RULES_NOUNS.email_rule.archives,
  called: 'a rule',
});

export const EMAIL_RULE_CSV = {
  id: ['ID', 'number'],
  name: ['Name', 'text'],
  template: ['Template', 'text'],
  active: ['Active', 'flag', ['Live', 'Paused']],
  program_id: ['Program ID', 'number'],
  failed_at: ['Failed since', 'moment'],
  failure: ['Failure', 'text'],
} as const satisfies CsvColumns;

export const emailRulesContract = {
  emailRules: route(access, {
    method: 'GET',
    path: 'email-rules',
    reads: 'replica',
    summary: 'A page of rules, with the templates that there are and the sender of a new rule',
    input: z.strictObject(pageInput(EMAIL_RULE_FILTERS, EMAIL_RULE_SORTS)),
    output: z.object({
      rules: z.array(emailRule),
      ...counted,
      templates: z.array(ruleTemplate),
      default_from: z.object({ from_name: z.string(), from_email: z.string() }),
    }),
  }),
  emailRulesCsv: csvRoute(access, {
    path: 'email-rules',
    summary: 'The email rules of the list',
    filters: filterInput(EMAIL_RULE_FILTERS),
  }),
  emailRule: route(access, {
    method: 'GET',
    path: 'email-rule/{id}',
    summary: 'A rule',
    input: byId,
    output: saved,
  }),
  createEmailRule: route(access, {
    method: 'POST',
    path: 'email-rule',
    summary: 'Create a rule',
    input: newEmailRule.extend({ confirmed_due_count }),
    output: saved,
    idempotent: true,
  }),
  previewNewEmailRule: route(access, {
    method: 'POST',
    path: 'email-rule/preview',
    summary: 'The number of users a new rule would email, and when; saves nothing',
    input: newEmailRule,
    output: rulePreview,
  }),
  updateEmailRule: route(access, {
    method: 'PATCH',
    path: 'email-rule/{id}',
    summary: 'Change a rule; pausing stops queued emails',
    input: emailRuleChange.extend({ id: pathId, confirmed_due_count }),
    output: saved,
  }),
  previewEmailRule: route(access, {
    method: 'POST',
    path: 'email-rule/{id}/preview',
    summary: 'The number of users a changed rule would email, and when; saves nothing',
    input: emailRuleChange.extend({ id: pathId }),
    output: rulePreview,
  }),
  undoEmailRule: route(access, {
    method: 'POST',
    path: 'email-rule/{id}/undo',
    summary: 'Undo the start of a rule, or an edit that reaches more users, before the first emails go out',
    input: byId,
    output: saved,
  }),
  emailRuleAudience: route(access, {
    method: 'GET',
    path: 'email-rule/{id}/audience',
    summary: 'The audience of a rule and the users due now: counts and the first 50',
    input: byId,
    output: z.object({
      users: z.array(testUser),
      count: z.int(),
      due: z.array(testUser),
      due_count: z.int(),
    }),
  }),
  emailRuleSends: route(access, {
    method: 'GET',
    path: 'email-rule/{id}/sends',
    summary: 'The emails of a rule: a page, newest first, and the counts of the last 60 days',
    input: z.strictObject({ id: pathId, page, state: optional(z.enum(SEND_STATES).optional()) }),
    output: z.object({ sends: z.array(send), count: z.int(), days: z.array(sendDay) }),
  }),
  testRuleSql: route(access, {
    method: 'POST',
    path: 'email-rule/test-sql',
    summary: 'The first 50 users that a SELECT of users matches; the SQL itself is never run',
    input: z.strictObject({ sql: text(8192), program_id: programId.optional().default(0) }),
    output: z.object({ users: z.array(testUser), count: z.int() }),
  }),
  testRuleConditions: route(access, {
    method: 'POST',
    path: 'email-rule/test',
    summary: 'The first 50 users that conditions match now; saves nothing',
    input: z.strictObject({ ...newAudience, program_id: programId.optional().default(0) }),
    output: z.object({ users: z.array(testUser), count: z.int() }),
  }),
  ...choicesContract,
  ...bounceContract,
  duplicateEmailRule: archiving.duplicate,
  archiveEmailRule: archiving.archive,
  restoreEmailRule: archiving.restore,
  archiveEmailRules: archiving.many,
};
