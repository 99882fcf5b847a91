/** Versions of templates over HTTP: what is kept, who reads it, and that nothing saved is lost. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import type { TemplateVersion } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

type Caller = Call & { admin_id: number };
type Texts = { subject: string; text: string; plain: string; plain_derived: boolean };

let program: number;
let global: Caller;
let bound: Caller;

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  global = await app().as({ permissions: ['content'] });
  bound = await app().as({ permissions: ['content'], program_id: program });
});

const KEY = { template: 'account_cancelled', language: 'es' } as const;
const addressed = (key: object = {}) =>
  Object.entries({ ...KEY, program, ...key })
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&');
const read = async (by: Caller, key: object = {}) => (await by('GET', `template?${addressed(key)}`)).body;
const versionsOf = async (by: Caller, key: object = {}): Promise<TemplateVersion[]> =>
  (await by('GET', `template/versions?${addressed(key)}`)).body.versions;
const textsOf = (by: Caller, version: number, key: object = {}) =>
  by('GET', `template/version?${addressed({ version, ...key })}`);
const save = (by: Caller, given: object = {}) =>
  by('POST', 'template', { ...KEY, program, subject: 'One', text: '<p>One</p>', ...given });
const remove = (by: Caller, given: object = {}) => by('DELETE', 'template', { ...KEY, program, ...given });
const shown = (versions: readonly TemplateVersion[]) =>
  versions.map(({ action, subject, by }) => [action, subject, by !== null]);

/** Puts a version back as the editor does: its texts, saved over what was read. */
async function restore(by: Caller, version: number, over: { id: number | null; updated_at: string | null }) {
  const { subject, text, plain, plain_derived } = (await textsOf(by, version)).body as Texts;
  const { id, updated_at } = over;
  return save(by, { subject, text, plain: plain_derived ? null : plain, id, updated_at });
}

describe('versions', () => {
  test('are the saves, newest first, with their author; a deletion is among them and has no texts', async () => {
    await save(bound);
    await save(global, { subject: 'Two', text: '<p>Two</p>', plain: 'By hand' });
    await remove(bound);
    await save(global, { subject: 'Three' });
    const versions = await versionsOf(bound);
    expect(shown(versions)).toEqual([
      ['create', 'Three', true],
      ['delete', 'Two', true],
      ['update', 'Two', true],
      ['create', 'One', true],
    ]);
    expect(versions.every(({ by, at }) => by?.includes('@') && at !== null)).toBe(true);
    expect(new Set(versions.map(({ by }) => by)).size).toBe(2);
    const [, deleted, second, first] = versions.map(({ version }) => version);
    expect((await textsOf(bound, second ?? 0)).body).toEqual({
      version: second,
      subject: 'Two',
      text: '<p>Two</p>',
      plain: 'By hand',
      plain_derived: false,
    });
    expect((await textsOf(bound, first ?? 0)).body).toMatchObject({ plain: 'One', plain_derived: true });
    expect((await textsOf(bound, deleted ?? 0)).status).toBe(404);
    expect((await textsOf(bound, 0)).status).toBe(404);
  });

  test('begin with what stood there before the first recorded save', async () => {
    const texts = {
      subject: 'Moved in',
      text: '<p>x</p>',
      inlined: '<p>x</p>',
      plain: 'y',
      plain_derived: false,
    };
    await db()
      .insertInto('email_templates')
      .values({ ...KEY, program_id: program, ...texts })
      .execute();
    expect(await versionsOf(bound)).toEqual([]);
    await save(bound, { plain: 'z' });
    expect(shown(await versionsOf(bound))).toEqual([
      ['update', 'One', true],
      ['original', 'Moved in', false],
    ]);
    expect((await textsOf(bound, 0)).body).toMatchObject({
      subject: 'Moved in',
      plain: 'y',
      plain_derived: false,
    });
  });

  test('are those of one type, program and language', async () => {
    await save(bound);
    const [first] = await versionsOf(bound);
    const version = first?.version ?? 0;
    for (const key of [{ template: 'password_reset' }, { language: 'en' }, { program: 0 }]) {
      expect(await versionsOf(global, key)).toEqual([]);
      expect((await textsOf(global, version, key)).status).toBe(404);
    }
  });

  test('of another program or the global one are nobody’s who is bound, whatever is named', async () => {
    const foreign = (await makeProgram(db())).id;
    for (const other of [foreign, 0]) {
      await save(global, { program: other, language: 'ru', subject: 'Theirs' });
      const [theirs] = await versionsOf(global, { program: other, language: 'ru' });
      expect(theirs?.subject).toBe('Theirs');
      expect(await versionsOf(bound, { program: other, language: 'ru' })).toEqual([]);
      const named = { program: other, language: 'ru' };
      expect((await textsOf(bound, theirs?.version ?? 0, named)).status).toBe(404);
    }
  });

  test('come in pages, with their number', async () => {
    for (let at = 1; at <= 52; at += 1) await save(bound, { subject: `Save ${at}` });
    const { body } = await bound('GET', `template/versions?${addressed({ page: 2 })}`);
    expect([body.count, shown(body.versions)]).toEqual([
      52,
      [
        ['update', 'Save 2', true],
        ['create', 'Save 1', true],
      ],
    ]);
  });
});

describe('restoring', () => {
  test('is a save, which can be undone by the version before it', async () => {
    await save(bound);
    await save(bound, { subject: 'Two' });
    const [second, first] = await versionsOf(bound);
    expect((await restore(bound, first?.version ?? 0, await read(bound))).body.subject).toBe('One');
    expect((await versionsOf(bound)).map(({ subject }) => subject)).toEqual(['One', 'Two', 'One']);
    expect((await restore(bound, second?.version ?? 0, await read(bound))).body.subject).toBe('Two');
  });

  test('of a deleted one makes it anew', async () => {
    await save(bound);
    await remove(bound);
    const [, first] = await versionsOf(bound);
    const { status, body } = await restore(bound, first?.version ?? 0, await read(bound));
    expect([status, body.subject, body.inherited_from]).toEqual([200, 'One', null]);
  });

  test('is refused with the names of placeholders and the lines of HTML that are no longer allowed', async () => {
    await save(bound);
    const old = {
      subject: 'Old',
      text: '<p>\n::[[nickname]]::</p><script>x</script>',
      plain: '',
      plain_derived: true,
    };
    const { id } = await read(bound);
    const { id: version } = await db()
      .insertInto('audit_entries')
      .values({
        entity: 'email_template',
        entity_id: String(id),
        action: 'update',
        program_id: program,
        after: JSON.stringify(old),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { status, body } = await restore(bound, version, await read(bound));
    expect(status).toBe(400);
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Line 2: <script> is not allowed',
      'Line 2: ::[[nickname]]:: is not a placeholder',
    ]);
    expect((await read(bound)).subject).toBe('One');
  });

  test('against a save at the same moment: one is written, the other told', async () => {
    await save(bound);
    await save(bound, { subject: 'Two' });
    const [, first] = await versionsOf(bound);
    const over = await read(bound);
    const answers = await Promise.all([
      restore(bound, first?.version ?? 0, over),
      save(global, { subject: 'Three', id: over.id, updated_at: over.updated_at }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.conflict.changed_by).toContain('@');
    const versions = await versionsOf(bound);
    expect(versions).toHaveLength(3);
    expect(versions[0]?.subject).toBe((await read(bound)).subject);
  });
});

/** What two people do, one after the other or at once. */
type Step =
  | { kind: 'save'; by: 0 | 1; subject: string; hand: boolean }
  | { kind: 'restore'; by: 0 | 1; back: number }
  | { kind: 'remove'; by: 0 | 1 }
  | { kind: 'both'; subjects: [string, string] };

const who = fc.constantFrom<0 | 1>(0, 1);
const word = fc.constantFrom('One', 'Two', 'Three', 'Four');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('save' as const), by: who, subject: word, hand: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore' as const), by: who, back: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), by: who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('both' as const), subjects: fc.tuple(word, word) }) },
);

test('whatever two people save, restore and delete: each state is kept, and they replay to the present', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      program = (await makeProgram(db())).id;
      bound = await app().as({ permissions: ['content'], program_id: program });
      const people = [global, bound];
      const kept: (Texts | null)[] = [];
      const note = (texts: Texts | null) => {
        // A save that changes nothing is none.
        if (JSON.stringify(kept.at(-1)) !== JSON.stringify(texts)) kept.push(texts);
      };
      const written = ({ status, body }: Awaited<ReturnType<Call>>) => {
        if (status !== 200) return;
        const { subject, text, plain, plain_derived } = body;
        note({ subject, text, plain, plain_derived });
      };
      let bothDone = false;
      for (const one of steps) {
        const over = await read(global);
        if (one.kind === 'both') {
          const answers = await Promise.all(
            one.subjects.map((subject, at) =>
              save(people[at] ?? global, {
                subject: `${subject} ${at}`,
                id: over.id,
                updated_at: over.updated_at,
              }),
            ),
          );
          const done = answers.filter(({ status }) => status === 200);
          // Who saves what stands there already changes nothing for the other.
          bothDone ||= done.length === 2 && done.every(({ body }) => body.subject !== over.subject);
          for (const answer of done.toSorted((a, b) => (a.body.updated_at < b.body.updated_at ? -1 : 1)))
            written(answer);
          continue;
        }
        const by = people[one.by] ?? global;
        if (one.kind === 'save') {
          const given = {
            subject: one.subject,
            text: `<p>${one.subject}</p>`,
            plain: one.hand ? 'By hand' : null,
          };
          written(await save(by, { ...given, id: over.id, updated_at: over.updated_at }));
        } else if (one.kind === 'remove') {
          if ((await remove(by, over.updated_at ? { updated_at: over.updated_at } : {})).status === 200)
            note(null);
        } else {
          const versions = (await versionsOf(by)).filter(({ action }) => action !== 'delete');
          const chosen = versions[one.back % Math.max(1, versions.length)];
          if (chosen) written(await restore(by, chosen.version, over));
        }
      }
      const versions = (await versionsOf(bound)).toReversed();
      const states = await Promise.all(
        versions.map(async ({ version, action }) => {
          if (action === 'delete') return null;
          const { version: _, ...texts } = (await textsOf(bound, version)).body;
          return texts;
        }),
      );
      expect(bothDone).toBe(false);
      expect(states).toEqual(kept);
      const { id, subject, text, plain, plain_derived } = await read(bound);
      expect(id === null ? null : { subject, text, plain, plain_derived }).toEqual(states.at(-1) ?? null);
    }),
    { numRuns: inDepth(12, 300) },
  );
});
