/** Templates over HTTP: what is inherited, who saves, what is refused. */
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { useShortLimits } from '../../../test/short-limits.ts';
import { openHolder } from '../../../test/waiting.ts';
import { LANGUAGES, TEMPLATES } from '../rules.ts';

useShortLimits();
const app = useTestApp();
const db = () => app().platform.database.everything;

type Caller = Call & { admin_id: number };
let program: number;
let global: Caller;
let bound: Caller;

beforeEach(async () => {
  await db().deleteFrom('email_templates').execute();
  program = (await makeProgram(db(), { program_display_name: 'Brightside' })).id;
  global = await app().as({ permissions: ['content'] });
  bound = await app().as({ permissions: ['content'], program_id: program });
});

const TEMPLATE = 'membership_sign_up';
const read = async (by: Caller, key: object = {}) => {
  const asked = { template: TEMPLATE, program, language: 'ru', ...key };
  const query = Object.entries(asked).map(([name, value]) => `${name}=${String(value)}`);
  return by('GET', `template?${query.join('&')}`);
};
const save = (by: Caller, given: object = {}) =>
  by('POST', 'template', {
    template: TEMPLATE,
    program,
    language: 'ru',
    subject: 'Subject',
    text: '<p>Text</p>',
    ...given,
  });
const remove = (by: Caller, key: object = {}) =>
  by('DELETE', 'template', { template: TEMPLATE, program, language: 'ru', ...key });
const stored = () => db().selectFrom('email_templates').selectAll().orderBy('id').execute();

describe('what is inherited', () => {
  test('of program before global, of the language before English; Provost’s own beneath them', async () => {
    expect((await read(bound)).body).toMatchObject({
      id: null,
      template: TEMPLATE,
      program,
      language: 'ru',
      subject: 'You are a member of ::[[program_name]]::',
      inherited_from: { program: 0, language: 'en' },
      built_in: true,
      plain_derived: true,
      updated_at: null,
    });
    const layers = [
      { program: 0, language: 'en' },
      { program: 0, language: 'ru' },
      { program, language: 'en' },
      { program, language: 'ru' },
    ];
    for (const [at, layer] of layers.entries()) {
      const made = (await save(global, { ...layer, subject: `Layer ${at}` })).body;
      expect(made).toMatchObject({ id: expect.any(Number), inherited_from: null, built_in: false });
      const isOwn = at === 3;
      expect((await read(bound)).body).toMatchObject({
        id: isOwn ? made.id : null,
        subject: `Layer ${at}`,
        text: '<p>Text</p>',
        plain: 'Text',
        inherited_from: isOwn ? null : layer,
        built_in: false,
        updated_at: isOwn ? made.updated_at : null,
      });
    }
    await save(global, { program: (await makeProgram(db())).id, subject: 'Of another program' });
    for (const layer of layers.toReversed()) {
      const { status, body } = await remove(global, layer);
      expect([status, body.id]).toEqual([200, null]);
      expect((await read(bound)).body.subject).toBe(
        layers.indexOf(layer) > 0
          ? `Layer ${layers.indexOf(layer) - 1}`
          : 'You are a member of ::[[program_name]]::',
      );
    }
  });

  test('every template can be loaded from a fresh database, and saved as it is', async () => {
    for (const template of TEMPLATES)
      for (const language of LANGUAGES) {
        const { body } = await read(global, { template, language, program: 0 });
        expect([body.built_in, body.inherited_from.program]).toEqual([true, 0]);
        const { subject, text, plain, id } = body;
        const given = { template, language, program: 0, id, subject, text };
        expect((await save(global, given)).body).toMatchObject({ subject, text, plain, plain_derived: true });
        await remove(global, { template, language, program: 0 });
      }
    expect((await read(global, { template: 'instructor_payment', language: 'zh' })).body).toMatchObject({
      subject: '您来自 ::[[program_name]]:: 的款项',
      inherited_from: { program: 0, language: 'zh' },
    });
  });

  test('the placeholders are those of the template, with an example of the program', async () => {
    const { placeholders } = (await read(bound, { template: 'account_cancelled' })).body;
    expect(placeholders.map(({ name }: { name: string }) => name)).toEqual([
      'student_first_name',
      'student_last_name',
      'program_name',
      'program_site_url',
      'content',
    ]);
    expect(placeholders[2]).toEqual({ name: 'program_name', example: 'Brightside' });
  });
});

describe('a bound admin', () => {
  test('reads the own program whichever it names, and writes no other', async () => {
    const other = (await makeProgram(db())).id;
    await save(global, { program: other, subject: 'Foreign' });
    await save(global, { program: 0, subject: 'Global' });
    for (const named of [other, 0, program])
      expect((await read(bound, { program: named })).body).toMatchObject({ program, subject: 'Global' });
    for (const named of [other, 0]) {
      expect((await save(bound, { program: named })).status).toBe(403);
      expect((await remove(bound, { program: named })).status).toBe(404);
    }
    expect((await save(bound)).body).toMatchObject({ program, subject: 'Subject' });
    expect(await stored()).toHaveLength(3);
    expect((await remove(bound)).status).toBe(200);
  });
});

describe('a save', () => {
  test('answers what is stored: trimmed, inlined, with its plain part', async () => {
    const text = '<style>p { color: red }</style><h1>Hello</h1><p>::[[content]]::</p>';
    const { body } = await save(bound, { subject: '  Hi ::[[student_first_name]]:: ', text });
    expect(body).toMatchObject({
      subject: 'Hi ::[[student_first_name]]::',
      text,
      plain: 'Hello\n\n::[[content]]::',
    });
    expect((await read(bound)).body).toEqual(body);
    expect(await stored()).toMatchObject([
      { inlined: '<h1>Hello</h1><p style="color: red;">::[[content]]::</p>', updated_by: bound.admin_id },
    ]);
  });

  test('a plain part is kept while it is left out, and worked out again by null', async () => {
    const plainOf = async (given: object) => {
      const { plain, plain_derived } = (await save(bound, given)).body;
      return [plain, plain_derived];
    };
    expect(await plainOf({ text: '<p>One</p>' })).toEqual(['One', true]);
    expect(await plainOf({ text: '<p>Two</p>' })).toEqual(['Two', true]);
    expect(await plainOf({ text: '<p>Two</p>', plain: 'By hand' })).toEqual(['By hand', false]);
    expect(await plainOf({ text: '<p>Three</p>' })).toEqual(['By hand', false]);
    expect(await plainOf({ text: '<p>Three</p>', plain: null })).toEqual(['Three', true]);
    expect(await plainOf({ text: '<p>Three</p>', plain: '' })).toEqual(['', false]);
  });

  test('409 where somebody saved, made or took it away since it was read', async () => {
    const first = (await save(bound, { id: null })).body;
    const again = await save(global, { id: null, subject: 'Second' });
    expect([again.status, again.body.conflict.changed_at]).toEqual([409, first.updated_at]);
    expect(again.body.conflict.changed_by).toContain('@');
    const second = await save(global, { id: first.id, updated_at: first.updated_at, subject: 'Second' });
    expect(second.status).toBe(200);
    expect((await save(bound, { id: first.id, updated_at: first.updated_at })).status).toBe(409);
    expect((await remove(bound, { updated_at: first.updated_at })).status).toBe(409);
    expect((await save(bound, { subject: 'Whatever it was' })).status).toBe(200);
    await remove(global);
    expect((await save(bound, { id: first.id, updated_at: second.body.updated_at })).status).toBe(409);
    expect(await stored()).toEqual([]);
  });

  test('one of several first saves wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => save(at % 2 ? bound : global, { id: null, subject: `By ${at}` })),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect(await stored()).toMatchObject([{ subject: winner?.body.subject }]);
  });

  test('409 where somebody else makes it at the very moment, whether an id was named or not', async () => {
    const first = (await save(global)).body;
    await remove(global);
    for (const [at, id] of [null, undefined].entries()) {
      await using owner = await openHolder(app().ownerUrl);
      await owner.client.query(
        `insert into email_templates (template, program_id, language, subject, text, inlined, plain, plain_derived)
         values ($1, $2, $3, 'First', 'x', 'x', 'x', true)`,
        [first.template, program, LANGUAGES[at]],
      );
      const second = save(bound, { id, language: LANGUAGES[at] });
      await owner.untilWaiting(1);
      await owner.client.query('commit');
      const { status, body } = await second;
      expect([status, body.conflict]).toEqual([409, { changed_by: null, changed_at: expect.any(String) }]);
    }
    expect((await stored()).map(({ subject }) => subject)).toEqual(['First', 'First']);
  });

  test('stands in the audit with what it was', async () => {
    const { id } = (await save(bound)).body;
    await save(bound, { subject: 'Changed' });
    await save(bound, { subject: 'Changed' });
    await remove(bound);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'program_id', 'before', 'after'])
      .where('entity', '=', 'email_template')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { action: 'create', program_id: program, before: null, after: { subject: 'Subject', language: 'ru' } },
      { action: 'update', before: { subject: 'Subject' }, after: { subject: 'Changed' } },
      { action: 'delete', before: { subject: 'Changed' }, after: null },
    ]);
  });
});

describe('400 names', () => {
  test.each([
    ['subject', { subject: '  ' }, 'Enter a subject'],
    ['subject', { subject: 'x'.repeat(201) }, /200/],
    ['subject', { subject: 'a\r\nBcc: b@example.org' }, 'must be one line'],
    ['subject', { subject: '::[[nobody]]::' }, '::[[nobody]]:: is not a placeholder'],
    ['subject', { subject: '::[[class_name]]::' }, '::[[class_name]]:: has no value in membership_sign_up'],
    ['text', { text: '' }, 'Enter a text'],
    ['text', { text: '€'.repeat(70_000) }, 'At most 200 KB'],
    ['text', { text: '<p>\n::[[nobody]]::' }, 'Line 2: ::[[nobody]]:: is not a placeholder'],
    ['text', { text: '<p>\n[[::class_sessions::]]' }, /^Line 2: .*class_sessions.* has no value/],
    ['text', { text: '<a\nhref="::[[student_first_name]]::">x</a>' }, /^Line 2: href: .*student_first_name/],
    ['text', { text: '\n\n<script>' }, 'Line 3: <script> is not allowed'],
    ['text', { text: '<p>{secret}</p>' }, "Line 1: {secret} can't be used in a template"],
    ['plain', { plain: '\n::[[nobody]]::' }, 'Line 2: ::[[nobody]]:: is not a placeholder'],
    ['plain', { plain: '{secret}' }, "Line 1: {secret} can't be used in a template"],
    ['id', { id: 999 }, 'is not the template of this program, type and language'],
    ['program', { program: 99_999 }, 'There is no program 99999'],
    ['template', { template: 'nothing' }, /./],
    ['language', { language: 'de' }, /./],
  ])('%s: %j', async (path, given, message) => {
    const { status, body } = await save(global, given);
    expect([status, body.errors[0].path]).toEqual([400, path]);
    expect(body.errors[0].message).toMatch(message);
    expect(await stored()).toEqual([]);
  });

  test('an id that is another template’s', async () => {
    const other = (await save(global, { language: 'es' })).body.id;
    await save(global);
    expect((await save(global, { id: other })).body.errors).toMatchObject([{ path: 'id' }]);
  });

  test('styles that would take minutes, within seconds, while others are served', async () => {
    const rules = Array.from({ length: 5000 }, (_, at) => `b b b.x${at}{top:0}`).join('');
    const text = `<style>${rules}</style>${'<b><b>x</b></b>'.repeat(6000)}`;
    const slow = save(global, { text });
    expect((await read(bound)).status).toBe(200);
    expect((await slow).body.errors).toEqual([
      { path: 'text', message: 'Too many styles for this number of elements. Simplify the template' },
    ]);
    expect((await save(global)).status).toBe(200);
  });
});
