/** Templates of mails. Specification: Email templates. */
import { z } from 'zod';
import { isBlank } from '../../core/blank.ts';
import {
  email,
  flag,
  id,
  moment,
  oneLine,
  programFilter,
  programId,
  text,
  updatedAt,
} from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { bytesOf, LANGUAGES, LARGEST_TEXT, LONGEST_SUBJECT, TEMPLATES } from './rules.ts';

const access = { area: 'content' } as const;

const body = text(LARGEST_TEXT).refine((value) => bytesOf(value) <= LARGEST_TEXT, 'At most 200 KB');

const fields = {
  subject: oneLine(LONGEST_SUBJECT).min(1, 'Enter a subject'),
  /** HTML. */
  text: body.refine((value) => !isBlank(value), 'Enter a text'),
};

const key = { template: z.enum(TEMPLATES), language: z.enum(LANGUAGES) };
const asked = z.strictObject({ ...key, program: programFilter });

const template = z.object({
  /** Null where it is inherited. */
  id: z.int().nullable(),
  ...key,
  /** 0: global. */
  program: z.int(),
  subject: z.string(),
  text: z.string(),
  plain: z.string(),
  /** True where the plain part is derived from the HTML. */
  plain_derived: z.boolean(),
  inherited_from: z.object({ program: z.int(), language: key.language }).nullable(),
  /** True for Provost's default text, which nobody has edited yet. */
  built_in: z.boolean(),
  updated_at: moment.nullable(),
  placeholders: z.array(z.object({ name: z.string(), example: z.string() })),
});
export type EmailTemplate = z.infer<typeof template>;

/**
 * An omitted `plain` stays; null, or unchanged beside a true `plain_derived`, it is derived anew. `id` null:
 * the first template of these keys. Unknown fields are ignored.
 */
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
  testEmailTemplate: route(access, {
    method: 'POST',
    path: 'template/test',
    summary: 'Send a test email with sample data to an address of staff, at most ten an hour',
    input: testMail,
    output: z.object({}),
  }),
};
