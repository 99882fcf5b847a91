/** What mails say. Specification: Email templates. */
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
  /** Whether the plain part is worked out from the HTML. */
  plain_derived: z.boolean(),
  inherited_from: z.object({ program: z.int(), language: key.language }).nullable(),
  /** Of Provost's own: nobody has written one yet. */
  built_in: z.boolean(),
  updated_at: moment.nullable(),
  /** What this mail has values for, with those of the example it is shown with. */
  placeholders: z.array(z.object({ name: z.string(), example: z.string() })),
});
export type EmailTemplate = z.infer<typeof template>;

/**
 * `plain` left out stays; null, or beside a true `plain_derived` as it was read, it is worked out anew. `id` null: the
 * first one of these keys. Other fields of a template may ride along.
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
  /** Those of a rule: empty is none. */
  from_email: z.union([z.literal(''), email]).nullish(),
  from_name: oneLine(100).nullish(),
  /** Which placeholders have a value, and from which program: all of them, and an example, unless said. */
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
    summary: 'Take away the own template of a program and language, which inherits again',
    input: z.strictObject({ ...key, program: programFilter, updated_at: updatedAt }),
    output: template,
  }),
  testEmailTemplate: route(access, {
    method: 'POST',
    path: 'template/test',
    summary: 'Send a text as a test mail to an address of staff, filled with an example, ten an hour',
    input: testMail,
    output: z.object({}),
  }),
};
