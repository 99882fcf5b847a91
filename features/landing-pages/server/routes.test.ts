import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import type { LandingPage } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };

beforeEach(async () => {
  program = (
    await makeProgram(db(), {
      program_display_name: 'Zebra & Sons',
      heading_text: 'Learn <b>now</b>',
      row_1_text: 'First row',
      button_text: 'Join',
    })
  ).id;
  other = (await makeProgram(db(), { program_display_name: 'ant' })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['content'], program_id: program });
});

const wish = (values: object = {}) => ({
  name: 'A page',
  path: `/${crypto.randomUUID()}`,
  template: 'classic.html',
  program_id: program,
  ...values,
});
const post = (call: Call, values: object = {}) => call('POST', 'landing-page', wish(values));
const patch = (call: Call, id: number, body: object) => call('PATCH', `landing-page/${id}`, body);
async function make(values: object = {}): Promise<LandingPage> {
  const { status, body } = await post(superadmin, values);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.page;
}
async function refused(answer: ReturnType<Call>) {
  const { status, body } = await answer;
  return [status, body.errors?.[0]?.path];
}

describe('GET landing-pages', () => {
  test('200: by program and in every order, with the templates; a bound admin’s are the own program’s', async () => {
    await make({ name: 'beta', template: 'spotlight.html' });
    await make({ name: 'Alpha', template: 'letter.html' });
    await make({ name: 'Gamma', program_id: other });
    const list = async (query: string, call: Call = superadmin) => {
      const { body } = await call('GET', `landing-pages?${query}`);
      expect(body.templates).toEqual(
        ['classic.html', 'letter.html', 'spotlight.html'].map((file_name) => ({ file_name })),
      );
      return body.pages.map(({ name }: LandingPage) => name);
    };
    const own = `program_id=${program}`;
    expect(await list('name=ALPH')).toEqual(['Alpha']);
    expect(await list('name=gamma', bound), 'of another program').toEqual([]);
    expect(await list(own)).toEqual(['beta', 'Alpha']);
    expect(await list(`${own}&sort_by=name`)).toEqual(['Alpha', 'beta']);
    expect(await list(`${own}&sort_by=template`)).toEqual(['Alpha', 'beta']);
    expect(await list(`${own}&sort_by=id&sort_dest=desc`)).toEqual(['Alpha', 'beta']);
    expect((await list('sort_by=program')).slice(0, 1)).toEqual(['Gamma']);
    expect(await list(`program_id=${other}`, bound)).toEqual(['beta', 'Alpha']);
    expect((await bound('GET', 'landing-pages?sort_by=path')).status).toBe(400);
  });
});

describe('POST landing-page', () => {
  test('200: active and of program 1 unless told, its path in small letters; fields that ride along are not looked at', async () => {
    const path = `/Spring_${crypto.randomUUID()}/Sale-2`;
    const { body } = await superadmin('POST', 'landing-page', {
      id: 0,
      name: ' Spring ',
      path: ` ${path}`,
      template: 'letter.html',
    });
    expect(body.page).toMatchObject({
      name: 'Spring',
      path: path.toLowerCase(),
      title: '',
      keywords: '',
      description: '',
      template: 'letter.html',
      program_id: 1,
      active: 1,
    });
    expect((await post(bound, { program_id: undefined, active: false })).body.page).toMatchObject({
      program_id: program,
      program_display_name: 'Zebra & Sons',
      active: 0,
    });
  });

  test.each([
    ['name', { name: ' ' }],
    ['path', { path: 'spring' }],
    ['path', { path: '//evil.example' }],
    ['path', { path: '/spring sale' }],
    ['path', { path: '/frühling' }],
    ['path', { path: '/a?b' }],
    ['path', { path: `/${'x'.repeat(200)}` }],
    ['path', { path: undefined }],
    ['title', { title: 'x'.repeat(201) }],
    ['template', { template: '../classic.html' }],
    ['template', { template: 'missing.html' }],
    ['template', { template: undefined }],
    ['program_id', { program_id: 2_000_000 }],
    ['active', { active: 'yes' }],
  ])('400 at %s for %j', async (field, values) => {
    expect(await refused(post(superadmin, values))).toEqual([400, field]);
  });

  test('400 at its path where another page of the program has it, in whatever case; elsewhere it is free', async () => {
    const { path } = await make();
    expect(await refused(post(bound, { path: path.toUpperCase() }))).toEqual([400, 'path']);
    expect((await post(superadmin, { path, program_id: other })).status).toBe(200);
    expect((await post(superadmin, { path, program_id: 0 })).status).toBe(200);
    expect(await refused(post(superadmin, { path, program_id: 0 }))).toEqual([400, 'path']);
  });

  test('one of fifty who ask for a path at once gets it, the others a 400 at the path', async () => {
    const path = `/${crypto.randomUUID()}`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => post(n % 2 ? bound : superadmin, { path, name: `Page ${n}` })),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 400)]);
    const late = answers.filter(({ status }) => status === 400);
    expect(new Set(late.map(({ body }) => body.errors[0].path))).toEqual(new Set(['path']));
  });

  test('200: once for a key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const sent = wish();
    const ids = [];
    for (let n = 0; n < 2; n++) ids.push((await bound('POST', 'landing-page', sent, key)).body.page.id);
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('PATCH landing-page/{id}', () => {
  test('200: what is left out stays; nothing changed, nothing written', async () => {
    const page = await make({ title: 'Title', keywords: 'a, b', description: 'Text\nand more' });
    const { body } = await patch(bound, page.id, { active: 0, title: 'Newer' });
    expect(body.page).toEqual({ ...page, active: 0, title: 'Newer', updated_at: body.page.updated_at });
    const again = await patch(bound, page.id, { path: page.path, active: false });
    expect(again.body.page.updated_at).toBe(body.page.updated_at);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'program_id'])
      .where('entity', '=', 'landing_page')
      .where('entity_id', '=', String(page.id))
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'create', program_id: program },
      { action: 'update', program_id: program },
    ]);
  });

  test('400 for a path that is taken, also where it moves; 403, 404 and 409 as any save', async () => {
    const [one, two] = [await make(), await make()];
    expect(await refused(patch(bound, one.id, { path: two.path }))).toEqual([400, 'path']);
    const foreign = await make({ path: one.path, program_id: other });
    expect(await refused(patch(superadmin, foreign.id, { program_id: program }))).toEqual([400, 'path']);
    const wordsOf = async () => (await patch(bound, one.id, { path: two.path })).body.errors[0].message;
    expect(await wordsOf()).toBe('Another page of this program has this path');
    const archived = await bound('POST', `landing-page/${two.id}/archive`, {});
    expect(await wordsOf()).toBe(
      `The archived page “${two.name}” has this path. Enter another, or restore that page`,
    );
    await bound('POST', `landing-page/${two.id}/restore`, { updated_at: archived.body.updated_at });
    expect(await refused(patch(bound, one.id, { template: 'x.html' }))).toEqual([400, 'template']);
    expect(await refused(patch(bound, one.id, { program_id: other }))).toEqual([403, undefined]);
    expect(await refused(patch(bound, foreign.id, { name: 'x' }))).toEqual([404, undefined]);
    await patch(superadmin, one.id, { name: 'Newer' });
    expect(await refused(patch(bound, one.id, { name: 'Older', updated_at: one.updated_at }))).toEqual([
      409,
      undefined,
    ]);
  });

  test('keeps a template that is there no more, until another is chosen', async () => {
    const { id } = await make();
    await db().updateTable('landing_pages').set({ template: 'old.html' }).where('id', '=', id).execute();
    expect((await patch(bound, id, { name: 'Kept', template: 'old.html' })).status).toBe(200);
    expect(await refused(bound('GET', `landing-page/${id}/preview`))).toEqual([400, 'template']);
  });
});

describe('the previews', () => {
  const preview = (call: Call, body: object) => call('POST', 'landing-page/preview', body);

  test.each(['classic.html', 'letter.html', 'spotlight.html'])(
    '200: %s shows the texts and the program’s look, all of them escaped, and lets nothing run',
    async (template) => {
      const texts = {
        name: 'Name',
        title: `</title><script>alert('1')</script>"><img src=x onerror=alert(1)>`,
        keywords: `" onload="alert(1)`,
        description: '{{title}} {{#row_2_text}} $& <svg/onload=alert(1)>\nSecond line',
      };
      const { status, body } = await preview(bound, { template, ...texts });
      expect(status).toBe(200);
      const { html } = body;
      expect(html).not.toMatch(/<script|<img|<svg|<b>/i);
      expect(html).toContain('&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;');
      expect(html).toContain('content="&#34; onload=&#34;alert(1)"');
      expect(html).toContain('{{title}} {{#row_2_text}} $&#38; &#60;svg/onload=alert(1)&#62;\nSecond line');
      expect(html).toContain(
        `http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"`,
      );
      for (const own of ['Zebra &#38; Sons', 'Learn &#60;b&#62;now', 'First row', '>Join</a>'])
        expect(html).toContain(own);
      expect(html).not.toContain('<li></li>');
      expect(html).not.toContain('undefined');
    },
  );

  test('200 in each language: what is not translated stands in English, from the right where that is so', async () => {
    const { id } = await make({ title: 'Spring', description: 'English text', keywords: 'one, two' });
    await bound('PATCH', `landing-page/${id}/translations`, {
      translations: [{ language_slug: 'he', title: 'אביב', keywords: '', description: '' }],
    });
    await superadmin('PATCH', `program/${program}/translations`, {
      translations: [{ language_slug: 'he', button_text: 'הצטרפו' }],
    });
    const inLanguage = async (language: string) =>
      (await bound('GET', `landing-page/${id}/preview?language=${language}`)).body.html;
    const hebrew = await inLanguage('he');
    for (const part of [
      'lang="he" dir="rtl"',
      '<h1>אביב</h1>',
      'English text',
      'one, two',
      'הצטרפו',
      'First row',
    ])
      expect(hebrew).toContain(part);
    expect(await inLanguage('en')).toContain('<h1>Spring</h1>');
    expect(await inLanguage('de')).toContain('lang="de" dir="ltr"');
    const typed = { id, name: 'x', title: 'Typed', template: 'letter.html' };
    expect((await preview(bound, { ...typed, language: 'he' })).body.html).toContain('<h1>אביב</h1>');
    expect((await preview(bound, typed)).body.html).toContain('<h1>Typed</h1>');
  });

  test('200 without a title: the name stands; the global site shows no program', async () => {
    const { body } = await preview(superadmin, { name: 'Bare', template: 'classic.html', program_id: 0 });
    expect(body.html).toContain('<h1>Bare</h1>');
    expect(body.html).not.toContain('<header>');
  });

  test('400 for a template and a language that there is not, 403 for a foreign program, 404 for a foreign page', async () => {
    expect(await refused(preview(bound, { template: 'x.html' }))).toEqual([400, 'template']);
    expect(await refused(preview(bound, { template: 'classic.html', language: 'xx' }))).toEqual([
      400,
      'language',
    ]);
    expect(await refused(preview(bound, { template: 'classic.html', program_id: other }))).toEqual([
      403,
      undefined,
    ]);
    const foreign = await make({ program_id: other });
    expect(await refused(preview(bound, { template: 'classic.html', id: foreign.id }))).toEqual([
      404,
      undefined,
    ]);
    expect((await bound('GET', `landing-page/${foreign.id}/preview`)).status).toBe(404);
  });
});

describe('the translations of a landing page', () => {
  test('are outdated once the English changes, unless that was a typo only', async () => {
    const { id } = await make({ title: 'Sprng', keywords: 'one', description: 'Text' });
    const german = { language_slug: 'de', title: 'Frühling', keywords: 'eins', description: 'Text' };
    await bound('PATCH', `landing-page/${id}/translations`, { translations: [german] });
    const outdated = async () => {
      const { body } = await bound('GET', `landing-page/${id}/translations`);
      return body.translations.find((row: { language_slug: string }) => row.language_slug === 'de').fields;
    };
    await patch(bound, id, { title: 'Spring', typo_only: true });
    expect(await outdated()).toEqual([]);
    await patch(bound, id, { keywords: 'two', description: 'Other' });
    expect(await outdated()).toEqual(['keywords', 'description']);
  });
});
