/** Templates of rules over HTTP: edited with the others, by the checks of rules, in the emails of rules. */
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeRule } from '../../../test/rows/rules.ts';
import { runDueRules } from '../../email-rules/server/run-email-rules.job.ts';
import type { ListedTemplate } from '../contract.ts';
import { LANGUAGES } from '../rules.ts';
import { ruleFiles } from './rule-files.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

type Caller = Call & { admin_id: number };
let program: number;
let global: Caller;
let bound: Caller;

const FILE = 'community-highlights.html';

beforeEach(async () => {
  await db().deleteFrom('email_templates').execute();
  await db().updateTable('email_rules').set({ active: 0 }).execute();
  await db().deleteFrom('mails').execute();
  program = (await makeProgram(db())).id;
  global = await app().as({ permissions: ['content'] });
  bound = await app().as({ permissions: ['content'], program_id: program });
});

const read = async (by: Caller, language = 'en', template = FILE) =>
  by('GET', `template?template=${template}&program=${program}&language=${language}`);
const save = (by: Caller, given: object = {}) =>
  by('POST', 'template', {
    template: FILE,
    program,
    language: 'en',
    subject: '',
    text: '<p>Ours</p>',
    ...given,
  });
const stored = () => db().selectFrom('email_templates').selectAll().orderBy('id').execute();

test('a file is read as it stands, with its title and the placeholders of rules, until somebody saves', async () => {
  // English last, which the others would inherit.
  for (const { file_name, title, text } of await ruleFiles())
    for (const language of LANGUAGES.toReversed()) {
      const { body } = await read(bound, language, file_name);
      expect(body).toMatchObject({ id: null, title, text, subject: '', built_in: true, plain_derived: true });
      expect(body.placeholders.map(({ name }: { name: string }) => name)).toEqual([
        'student_first_name',
        'student_last_name',
        'program_name',
        'program_site_url',
        'program_tag',
      ]);
      const { plain } = body;
      expect((await save(bound, { template: file_name, language, text })).body).toMatchObject({
        text,
        plain,
      });
    }
});

test('saves make versions, which are restored as others are; what is given up is inherited again', async () => {
  await save(bound);
  await save(bound, { text: '<p>Two</p>' });
  const of = `template=${FILE}&program=${program}&language=en`;
  const { versions } = (await bound('GET', `template/versions?${of}`)).body;
  expect(versions.map(({ action }: { action: string }) => action)).toEqual(['update', 'create']);
  const { text } = (await bound('GET', `template/version?${of}&version=${versions[1].version}`)).body;
  expect(text).toBe('<p>Ours</p>');
  expect((await save(bound, { text })).status).toBe(200);
  await bound('DELETE', 'template', { template: FILE, program, language: 'en' });
  expect((await read(bound)).body).toMatchObject({ id: null, built_in: true });
});

describe('400 names', () => {
  test.each([
    ['template', { template: 'spring-sale.html' }, 'There is no template spring-sale.html'],
    ['template', { template: '../../secret.html' }, /./],
    ['subject', { subject: 'Hello' }, 'Each rule has its own English subject'],
    [
      'subject',
      { language: 'es', subject: '::[[class_name]]::' },
      /class_name.* has no value in emails of a rule/,
    ],
    ['text', { text: '<p>\n::[[content]]::' }, 'Line 2: ::[[content]]:: has no value in emails of a rule'],
    ['text', { text: '<p onclick="x">' }, 'Line 1: onclick: is not allowed'],
    ['plain', { plain: '::[[instructor_first_name]]::' }, /^Line 1: .* has no value in emails of a rule/],
  ])('%s: %j', async (path, given, message) => {
    const { status, body } = await save(global, given);
    expect([status, body.errors[0].path]).toEqual([400, path]);
    expect(body.errors[0].message).toMatch(message);
    expect(await stored()).toEqual([]);
  });

  test('a file that rules do not have, also where it is read', async () => {
    for (const path of ['template', 'template/versions']) {
      const { status, body } = await bound(
        'GET',
        `${path}?template=none.html&program=${program}&language=en`,
      );
      expect([status, body.errors[0].path]).toEqual([400, 'template']);
    }
  });
});

test('the rules that use it are told to whoever sees them, without the archived', async () => {
  const elsewhere = (await makeProgram(db())).id;
  const ids = {
    own: await makeRule(db(), { program_id: program, template: FILE, name: 'Own' }),
    all: await makeRule(db(), { program_id: null, template: FILE, name: 'Of all programs' }),
    theirs: await makeRule(db(), { program_id: elsewhere, template: FILE, name: 'Theirs' }),
    archived: await makeRule(db(), {
      program_id: program,
      template: FILE,
      active: 0,
      archived_at: new Date().toISOString(),
    }),
  };
  const told = async (by: Caller) => {
    const among = new Set(Object.values(ids));
    const own = (rules: { id: number }[]) => rules.map(({ id }) => id).filter((id) => among.has(id));
    const { templates } = (await by('GET', `templates?program=${program}`)).body;
    const listed = templates.find(({ template }: ListedTemplate) => template === FILE);
    const one = own((await read(by)).body.rules);
    expect(own(listed.rules)).toEqual(one);
    return one;
  };
  expect(await told(bound)).toEqual([ids.own]);
  expect(await told(global)).toEqual([ids.all, ids.own]);
});

test('the list says in which languages a program has its own', async () => {
  await save(bound);
  await save(bound, { language: 'zh-TW', subject: 'Hi' });
  await save(global, { program: 0, language: 'es' });
  const ownOf = async (asked: number) => {
    const { templates } = (await global('GET', `templates?program=${asked}`)).body;
    const { own } = templates.find(({ template }: ListedTemplate) => template === FILE);
    return own.map(({ language }: { language: string }) => language);
  };
  expect([await ownOf(program), await ownOf(0)]).toEqual([['en', 'zh-TW'], ['es']]);
});

describe('an email of a rule', () => {
  const mails = async () =>
    (
      await db().selectFrom('mails').select(['to_address', 'subject', 'body_html', 'body_text']).execute()
    ).toSorted((a, b) => a.to_address.localeCompare(b.to_address));
  const student = (email: string, more: object = {}) =>
    makeSiteUser(db(), { program_id: program, user_type: 'S', email, ...more });

  test('says what the program has saved in the language of the user, or the nearest', async () => {
    const elsewhere = (await makeProgram(db())).id;
    await student('a@example.org', { locale: 'es' });
    await student('b@example.org', { locale: 'de', first_name: '<b>Bo</b>' });
    await student('c@example.org', { program_id: elsewhere, locale: 'es' });
    await student('d@example.org', { program_id: elsewhere, locale: 'en' });
    await save(bound, { text: '<p>Hello ::[[student_first_name]]::</p>' });
    await save(bound, { language: 'es', subject: 'Hola ::[[program_name]]::', text: '<p>Hola</p>' });
    await save(global, { program: 0, language: 'es', text: '<p>Global, español</p>' });
    await makeRule(db(), { program_id: null, template: FILE, subject: 'News' });
    await runDueRules(app().platform);
    const found = (await mails()).filter(({ to_address }) => /^[a-d]@example.org$/.test(to_address));
    expect(found.map(({ subject }) => subject.replace(/^Hola .+/, 'Hola'))).toEqual([
      'Hola',
      'News',
      'News',
      'News',
    ]);
    expect(found.map(({ body_html }) => body_html?.slice(0, 40))).toEqual([
      expect.stringContaining('<p>Hola</p>'),
      expect.stringContaining('<p>Hello &lt;b&gt;Bo&lt;/b&gt;</p>'),
      expect.stringContaining('<p>Global, español</p>'),
      expect.stringContaining('<!doctype html>'),
    ]);
    for (const { body_html, body_text } of found) {
      expect(body_html).toContain('Unsubscribe from emails like this');
      expect(body_text).toContain('Unsubscribe from emails like this');
    }
  });
});
