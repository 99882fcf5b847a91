import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import {
  type Cell,
  type FeatureCases,
  type Maker,
  OWN,
  PROGRAM_OF,
  type Stage,
} from '../../../test/routes/route-cases.ts';
import type { emailTemplatesContract } from '../contract.ts';
import { LANGUAGES, type Language, TEMPLATES, type Template } from '../rules.ts';

const KEY = { template: 'feedback_notification', language: 'ru' } as const;
type Key = { template: Template; language: Language };

async function putTemplate({ db, program_id }: Maker, subject: string, key: Key = KEY): Promise<number> {
  const texts = { subject, text: '<p>x</p>', inlined: '<p>x</p>', plain: 'x', plain_derived: true };
  const { id } = await db
    .insertInto('email_templates')
    .values({ ...key, program_id, ...texts })
    .onConflict((conflict) => conflict.constraint('email_templates_key').doUpdateSet(texts))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const newTemplate = (cell: Cell) => putTemplate(cell, 'A template');
const subjectOf = ({ db, program_id }: Stage) =>
  db
    .selectFrom('email_templates')
    .select(['subject', 'updated_by'])
    .where('program_id', '=', program_id)
    .where('template', '=', KEY.template)
    .where('language', '=', KEY.language)
    .executeTakeFirst();
const addressed = ({ program_id }: Stage) => `template=${KEY.template}&language=ru&program=${program_id}`;

/** A template with one recorded save, and that save's version. */
async function saved(stage: Stage, subject: string): Promise<number> {
  const id = await putTemplate(stage, subject);
  const { id: version } = await stage.db
    .insertInto('audit_entries')
    .values({
      entity: 'email_template',
      entity_id: String(id),
      action: 'create',
      program_id: stage.program_id,
      after: JSON.stringify({ ...KEY, subject, text: '<p>x</p>', plain: 'x', plain_derived: true }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return version;
}

/** A template whose first recorded save replaced another text, which is its version 0. */
async function savedOnce(db: Db, program_id: number): Promise<number> {
  const id = await putTemplate({ db, program_id }, 'Of now');
  const before = JSON.stringify({ subject: 'Of then', text: '<p>x</p>', plain: 'x', plain_derived: true });
  await db
    .insertInto('audit_entries')
    .values({ entity: 'email_template', entity_id: String(id), action: 'update', program_id, before })
    .execute();
  return id;
}

const TEXTS = { subject: 'Hello ::[[student_first_name]]::', text: '<p>::[[content]]::</p>' };

/** Where a test mail may go. */
const SUPPORT = 'support@example.org';

async function haveSupport(db: Db): Promise<void> {
  await db.updateTable('programs').set({ support_email: SUPPORT }).where('id', '=', OWN).execute();
}

export const emailTemplatesCases: FeatureCases<typeof emailTemplatesContract> = {
  // Global ones are everybody's to inherit.
  mark: async (cell, mark) => (cell.whose === 'global' ? undefined : putTemplate(cell, mark)),
  seed: (db, id) =>
    putTemplate({ db, program_id: id > 4 ? 1 + (id % 2) : null }, `Template ${id}`, {
      template: TEMPLATES[id % TEMPLATES.length] ?? 'password_reset',
      language: LANGUAGES[id % LANGUAGES.length] ?? 'en',
    }),
  routes: {
    emailTemplates: {
      refusals: { query: () => `program=${PROGRAM_OF.foreign}` },
      async success(stage) {
        await putTemplate(stage, 'Listed');
        return {
          query: `program=${stage.program_id}`,
          effect: ({ templates }) => {
            expect(templates.length).toBeGreaterThanOrEqual(TEMPLATES.length + 3);
            const { own } = templates.find(({ template }: Key) => template === KEY.template);
            expect(own).toContainEqual({ language: 'ru', updated_at: expect.any(String) });
          },
        };
      },
    },
    emailTemplate: {
      refusals: { query: () => `template=${KEY.template}&language=ru&program=${PROGRAM_OF.foreign}` },
      async success(stage) {
        const id = await putTemplate(stage, 'Read me');
        return {
          query: addressed(stage),
          effect: (answer) => expect(answer).toMatchObject({ id, subject: 'Read me', inherited_from: null }),
        };
      },
    },
    saveEmailTemplate: {
      refusals: { body: ({ program }) => ({ ...KEY, program, ...TEXTS }), beyond: 403 },
      success: async (stage) => ({
        body: { ...KEY, program: stage.program_id, id: null, ...TEXTS },
        effect: async () =>
          expect(await subjectOf(stage)).toEqual({
            subject: TEXTS.subject,
            updated_by: stage.caller.admin_id,
          }),
      }),
      fuzz: { also: [409], usually: { ...TEXTS, plain: null, updated_at: null } },
    },
    deleteEmailTemplate: {
      refusals: { row: newTemplate, body: ({ program }) => ({ ...KEY, program }) },
      async success(stage) {
        await putTemplate(stage, 'To be taken away');
        return {
          query: addressed(stage),
          effect: async ({ id }) => expect([id, await subjectOf(stage)]).toEqual([null, undefined]),
        };
      },
      fuzz: {
        also: [409],
        // There is one by this key before each batch.
        usually: { ...KEY, program: 1 },
        prepare: async (db) => [await putTemplate({ db, program_id: 1 }, 'To be taken away')],
      },
    },
    emailTemplateVersions: {
      refusals: { query: () => `template=${KEY.template}&language=ru&program=${PROGRAM_OF.foreign}` },
      async success(stage) {
        const version = await saved(stage, 'Of then');
        return {
          query: addressed(stage),
          effect: ({ versions }) =>
            expect(versions[0]).toMatchObject({ version, action: 'create', subject: 'Of then', by: null }),
        };
      },
    },
    emailTemplateVersion: {
      refusals: {
        kinds: ['own'],
        row: ({ db }) => savedOnce(db, OWN),
        query: () => `template=${KEY.template}&language=ru&program=${OWN}&version=0`,
      },
      async success(stage) {
        const version = await saved(stage, 'Of then');
        return {
          query: `${addressed(stage)}&version=${version}`,
          effect: (answer) => expect(answer).toMatchObject({ version, subject: 'Of then', plain: 'x' }),
        };
      },
      fuzz: {
        // What the first recorded save replaced.
        usually: { ...KEY, program: 1, version: 0 },
        prepare: async (db) => [await savedOnce(db, 1)],
      },
    },
    testEmailTemplate: {
      refusals: {
        kinds: ['own'],
        async body({ db }) {
          await haveSupport(db);
          return { ...TEXTS, email: SUPPORT };
        },
      },
      async success(stage) {
        const email = `${crypto.randomUUID()}@example.org`;
        await stage.db
          .updateTable('programs')
          .set({ support_email: email })
          .where('id', '=', stage.program_id)
          .execute();
        return {
          body: { ...TEXTS, email },
          effect: async () => {
            const mails = await stage.db
              .selectFrom('mails')
              .selectAll()
              .where('to_address', '=', email)
              .execute();
            expect(mails).toMatchObject([{ subject: '[Test] Hello Ada' }]);
          },
        };
      },
      fuzz: {
        also: [429],
        usually: { ...TEXTS, email: SUPPORT },
        async prepare(db) {
          await haveSupport(db);
          return [];
        },
      },
    },
  },
};
