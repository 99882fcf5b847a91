import { expect } from 'vitest';
import { makeClass, makeInstructor, makeSiteUser } from '../../../test/factories.ts';
import { archiveCases } from '../../../test/routes/archive-cases.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import {
  type Cell,
  type FeatureCases,
  type Maker,
  OWN,
  type Stage,
} from '../../../test/routes/route-cases.ts';
import { ONE_GROUP } from '../conditions/audience.ts';
import type { emailRulesContract } from '../contract.ts';

const ITEMS = [{ field_name: 'user_type', condition: 'equals', value: 'S' }];
const NOTHING_BOUGHT = { field_name: 'bought', condition: 'never', value: null };
const TEMPLATE = 'community-highlights.html';

async function insertRule({ db, program_id }: Maker, name: string, more: object = {}): Promise<number> {
  const { id } = await db
    .insertInto('email_rules')
    .values({
      name,
      program_id,
      subject: 'News',
      from_name: 'Provost',
      from_email: 'news@example.com',
      template: TEMPLATE,
      type: 'community_highlights',
      items: JSON.stringify(ITEMS),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const CHANGED = {
  template: TEMPLATE,
  items: ITEMS,
  subject: 'B',
  from_email: 'news@example.com',
  ...ONE_GROUP,
};

/** As somebody has just started it. */
const WAITING = () => ({
  first_mails_at: new Date(Date.now() + 600_000).toISOString(),
  undo: JSON.stringify({ active: 0 }),
});

const newRule = (cell: Cell) => insertRule(cell, 'A rule');
const ownRule = (stage: Stage) => insertRule(stage, 'A rule');
const rule = { subject: 'News', template: TEMPLATE, type: 'community_highlights', items: ITEMS };
const users = async ({ db, program_id }: Stage) => (await makeSiteUser(db, { program_id })).id;

const archives = archiveCases('email_rule');

export const emailRulesCases: FeatureCases<typeof emailRulesContract> = {
  mark: insertRule,
  seed: (db, id) => insertRule({ db, program_id: 1 + (id % 2) }, `Rule ${id}`),
  routes: {
    emailRulesCsv: listExportCase,
    emailRules: {
      // Lists show no filter by name: what is found is tested beside the noun.
      refusals: {},
      async success(stage) {
        const id = await ownRule(stage);
        return {
          query: `program_id=${stage.program_id}&sort_by=id&sort_dest=desc`,
          effect: ({ rules, templates }) => {
            expect(rules[0]).toMatchObject({ id, program_id: stage.program_id, items: ITEMS });
            expect(templates.length).toBeGreaterThanOrEqual(3);
          },
        };
      },
    },
    emailRule: {
      refusals: { row: newRule },
      async success(stage) {
        const id = await ownRule(stage);
        return { id, effect: (answer) => expect(answer.rule.id).toBe(id) };
      },
    },
    createEmailRule: {
      refusals: { body: ({ program }) => ({ ...rule, name: 'New', program_id: program }), beyond: 403 },
      success: async (stage) => ({
        body: { ...rule, name: 'Made', program_id: stage.program_id },
        effect: async (answer) => {
          expect(answer.rule).toMatchObject({ active: 1, every_days: 1, repeat_count: 1 });
          const made = await stage.db
            .selectFrom('email_rules')
            .select('name')
            .where('updated_by', '=', stage.caller.admin_id)
            .where('program_id', '=', stage.program_id)
            .execute();
          expect(made).toEqual([{ name: 'Made' }]);
        },
      }),
      fuzz: {
        usually: {
          template: TEMPLATE,
          items: ITEMS,
          from_email: 'news@example.com',
          name: 'A',
          subject: 'B',
          ...ONE_GROUP,
        },
      },
    },
    previewNewEmailRule: {
      refusals: { body: ({ program }) => ({ ...rule, name: 'New', program_id: program }), beyond: 403 },
      async success(stage) {
        await users(stage);
        return {
          body: { ...rule, name: 'Looked at', program_id: stage.program_id },
          effect: async (answer) => {
            expect(answer).toMatchObject({ due_count: expect.any(Number), asks: true });
            expect(answer.due_count).toBeGreaterThan(0);
            const made = stage.db.selectFrom('email_rules').select('id').where('name', '=', 'Looked at');
            expect(await made.execute()).toEqual([]);
          },
        };
      },
      fuzz: { usually: { template: TEMPLATE, items: ITEMS, name: 'A', subject: 'B', ...ONE_GROUP } },
    },
    previewEmailRule: {
      refusals: { row: newRule, body: () => ({ repeat_count: 2 }) },
      fuzz: { usually: CHANGED },
      async success(stage) {
        const id = await insertRule(stage, 'A rule', { active: 0 });
        return {
          id,
          body: { active: 1 },
          effect: async (answer) => {
            expect(answer.asks).toBe(true);
            const kept = stage.db.selectFrom('email_rules').select('active').where('id', '=', id);
            expect(await kept.executeTakeFirst()).toEqual({ active: 0 });
          },
        };
      },
    },
    undoEmailRule: {
      refusals: { row: (cell) => insertRule(cell, 'A rule', WAITING()) },
      fuzz: {
        prepare: (db, calls) =>
          Promise.all(
            Array.from({ length: calls }, () => insertRule({ db, program_id: OWN }, 'A rule', WAITING())),
          ),
      },
      async success(stage) {
        const id = await insertRule(stage, 'A rule', WAITING());
        return {
          id,
          effect: (answer) =>
            expect(answer.rule).toMatchObject({ id, active: 0, first_mails_at: null, undo: null }),
        };
      },
    },
    updateEmailRule: {
      refusals: { row: newRule, body: () => ({ name: 'Changed' }) },
      fuzz: { usually: CHANGED },
      async success(stage) {
        const id = await ownRule(stage);
        return {
          id,
          body: { name: 'Changed', active: 0 },
          effect: (answer) => expect(answer.rule).toMatchObject({ name: 'Changed', active: 0 }),
        };
      },
    },
    emailRuleAudience: {
      refusals: { row: newRule },
      async success(stage) {
        const id = await ownRule(stage);
        const user = await users(stage);
        return {
          id,
          effect: (answer) => {
            expect(answer.users.map((one: { id: number }) => one.id)).toContain(user);
            expect(answer.due_count).toBe(answer.count);
          },
        };
      },
    },
    emailRuleSends: {
      refusals: { row: newRule },
      async success(stage) {
        const id = await ownRule(stage);
        const user_id = await users(stage);
        await stage.db.insertInto('email_rule_sends').values({ rule_id: id, user_id, number: 1 }).execute();
        return {
          id,
          effect: (answer) => {
            expect(answer.sends).toMatchObject([{ user_id, number: 1, state: 'queued' }]);
            expect(answer.days).toMatchObject([{ queued: 1, sent: 0 }]);
          },
        };
      },
    },
    testRuleSql: {
      refusals: {
        body: () => ({ sql: "SELECT * FROM site_users WHERE user_type = 'S'" }),
        kinds: ['own'],
      },
      async success(stage) {
        const user = await users(stage);
        return {
          body: {
            sql: "SELECT id FROM site_users WHERE user_type IN ('S') AND dateadded > now() - interval '1 day'",
            program_id: stage.program_id,
          },
          effect: (answer) => expect(answer.users.map((one: { id: number }) => one.id)).toContain(user),
        };
      },
      fuzz: { usually: { sql: "SELECT * FROM site_users WHERE user_type = 'S'" } },
    },
    testRuleConditions: {
      refusals: { body: () => ({ items: ITEMS }), kinds: ['own'] },
      async success(stage) {
        const user = await users(stage);
        return {
          body: { items: [NOTHING_BOUGHT], program_id: stage.program_id },
          effect: (answer) => expect(answer.users.map((one: { id: number }) => one.id)).toContain(user),
        };
      },
      fuzz: { usually: { items: [NOTHING_BOUGHT], ...ONE_GROUP } },
    },
    ruleChoices: {
      // A chooser shows what may be chosen: what it finds is tested beside the noun.
      refusals: { query: () => 'of=class', kinds: ['own'] },
      async success(stage) {
        const { id: instructor_id } = await makeInstructor(stage.db, { program_id: stage.program_id });
        const { id, class_name: name } = await makeClass(stage.db, {
          instructor_id,
          program_id: stage.program_id,
        });
        return {
          query: `of=class&name=${id}&program_id=${stage.program_id}`,
          effect: (answer) => expect(answer.choices).toContainEqual({ id, name }),
        };
      },
    },
    clearBounce: {
      refusals: { row: async ({ db, program_id }) => (await makeSiteUser(db, { program_id })).id },
      async success(stage) {
        const { id } = await makeSiteUser(stage.db, { program_id: stage.program_id });
        await stage.db
          .updateTable('site_users')
          .set({ bounced_at: '2026-01-01T00:00:00Z', mail_failures: 5 })
          .where('id', '=', id)
          .execute();
        return {
          id,
          effect: async () =>
            expect(
              await stage.db
                .selectFrom('site_users')
                .select(['bounced_at', 'mail_failures'])
                .where('id', '=', id)
                .executeTakeFirst(),
            ).toEqual({ bounced_at: null, mail_failures: 0 }),
        };
      },
    },
    duplicateEmailRule: archives.duplicate,
    archiveEmailRule: archives.archive,
    restoreEmailRule: archives.restore,
    archiveEmailRules: archives.many,
  },
};
