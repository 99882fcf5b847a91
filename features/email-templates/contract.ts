/** Templates of mails. Specification: Email templates. */
import { z } from 'zod';
import { isBlank } from '../../core/blank.ts';
import {
  counted,
  email,
  flag,
  id,
  moment,
  oneLine,
  ownerId,
  page,
  programFilter,
  programId,
  text,
  updatedAt,
} from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import {
  bytesOf,
  LANGUAGES,
  LARGEST_TEXT_BYTES,
  LONGEST_SUBJECT,
  RULE_FILE,
  type RuleFile,
  TEMPLATES,
  VERSION_ACTIONS,
} from './rules.ts';

const access = { area: 'content' } as const;

const body = text(LARGEST_TEXT_BYTES).refine(
  (value) => bytesOf(value) <= LARGEST_TEXT_BYTES,
  'At most 200 KB',
);

const fields = {
  subject: oneLine(LONGEST_SUBJECT),
  text: body.refine((value) => !isBlank(value), 'Enter a text'),
};

const ruleFile = z.string().regex(RULE_FILE).max(200) as unknown as z.ZodType<RuleFile, RuleFile>;

const key = { template: z.union([z.enum(TEMPLATES), ruleFile]), language: z.enum(LANGUAGES) };
const asked = z.strictObject({ ...key, program: programFilter });

/** A rule whose emails are made from a template; `active`: it writes to users. */
const ruleOfTemplate = z.object({ id: z.int(), name: z.string(), active: z.literal([0, 1]) });
export type RuleOfTemplate = z.infer<typeof ruleOfTemplate>;

const template = z.object({
  id: z.int().nullable(),
  ...key,
  /** The title of a rule's file; null for a type of mail. */
  title: z.string().nullable(),
  /** 0: global. */
  program: z.int(),
  subject: z.string(),
  text: z.string(),
  plain: z.string(),
  plain_derived: z.boolean(),
  inherited_from: z.object({ program: z.int(), language: key.language }).nullable(),
  /** True for Provost's default text, which nobody has edited yet. */
  built_in: z.boolean(),
  updated_at: moment.nullable(),
  placeholders: z.array(z.object({ name: z.string(), example: z.string() })),
  rules: z.array(ruleOfTemplate),
});
export type EmailTemplate = z.infer<typeof template>;

/** A type of mail, or a file of rules, and the languages in which this program has a text of its own. */
const listed = z.object({
  template: key.template,
  title: z.string().nullable(),
  own: z.array(z.object({ language: key.language, updated_at: moment })),
  rules: z.array(ruleOfTemplate),
});
export type ListedTemplate = z.infer<typeof listed>;

/** A save of a template, or its deletion, as its list tells it. */
const version = z.object({
  /** The number of a save; 0: the text that stood there before the first recorded save. */
  version: z.int(),
  action: z.enum(VERSION_ACTIONS),
  /** Null where it was not recorded. */
  at: moment.nullable(),
  by: z.string().nullable(),
  subject: z.string(),
});
export type TemplateVersion = z.infer<typeof version>;

const versionTexts = template.pick({ subject: true, text: true, plain: true, plain_derived: true }).extend({
  version: z.int(),
});
export type TemplateVersionTexts = z.infer<typeof versionTexts>;

/** Omitted `plain` stays; null, or unchanged beside `plain_derived`, it is derived. `id` null: the first of these keys. Unknown fields are ignored. */
export const templateSave = z.object({
  ...key,
  program: programId,
  id: id.nullish(),
  ...fields,
  plain: body.nullish(),
  plain_derived: flag.optional(),
  updated_at: updatedAt.nullable(),
});
export type TemplateSave = z.output<typeof templateSave>;

export const testMail = z.strictObject({
  ...fields,
  subject: fields.subject.min(1, 'Enter a subject'),
  plain: body.nullish(),
  email,
  /** The sender of a rule's mails; empty: none. */
  from_email: z.union([z.literal(''), email]).nullish(),
  from_name: oneLine(100).nullish(),
  /** Decides the valid placeholders and the program of their values; without it all of them, with examples. */
  template: key.template.nullish(),
  program: programId.nullish(),
});
export type TestMail = z.output<typeof testMail>;

export const emailTemplatesContract = {
  emailTemplates: route(access, {
    method: 'GET',
    path: 'templates',
    summary: 'All templates, those of rules too, with the languages in which a program has its own',
    input: z.strictObject({ program: programFilter }),
    output: z.object({ templates: z.array(listed) }),
  }),
  emailTemplate: route(access, {
    method: 'GET',
    path: 'template',
    summary: 'A template, or the nearest one that it inherits',
    input: asked,
    output: template,
  }),
  saveEmailTemplate: route(access, {
    method: 'POST',
    path: 'template',
    summary: 'Save a template of a program and language; the first save makes its own',
    input: templateSave,
    output: template,
    idempotent: true,
  }),
  deleteEmailTemplate: route(access, {
    method: 'DELETE',
    path: 'template',
    summary: 'Delete the template of a program and language; the inherited one applies again',
    input: z.strictObject({ ...key, program: programFilter, updated_at: updatedAt }),
    output: template,
  }),
  emailTemplateVersions: route(access, {
    method: 'GET',
    path: 'template/versions',
    summary: 'The versions of a template: a page, newest first',
    input: asked.extend({ page }),
    output: z.object({ versions: z.array(version), ...counted }),
  }),
  emailTemplateVersion: route(access, {
    method: 'GET',
    path: 'template/version',
    summary: 'The texts of one version of a template',
    input: asked.extend({ version: ownerId }),
    output: versionTexts,
  }),
  testEmailTemplate: route(access, {
    method: 'POST',
    path: 'template/test',
    summary: 'Send a test email with sample data to an address of staff, at most ten an hour',
    input: testMail,
    output: z.object({}),
  }),
};
