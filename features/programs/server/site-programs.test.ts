/** How programs are set up, over HTTP: what the calls do, what they refuse, whose programs they leave alone. */
import { beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../server/context.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Answer, type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { system } from '../../../test/system.ts';
import { exampleSiteKeyOf } from '../site-keys/server/example-site-keys.ts';
import { keepSiteKey } from '../site-keys/server/site-keys.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
let reader: Call & { admin_id: number };

beforeEach(async () => {
  program = (await makeProgram(db(), { program_display_name: 'Brightside' })).id;
  other = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['programadmin'], program_id: program });
  reader = await app().as({ permissions: ['catalogue'], program_id: program });
});

const at = (id: number, rest = '') => `program/${id}${rest}`;
const read = async (id: number, call: Call = superadmin) => (await call('GET', at(id))).body.program;
const newTag = () => `tag-${crypto.randomUUID()}`;
const create = (program_data: object) => superadmin('POST', 'program', { program_data });
const change = (program_data: object, id = program) => superadmin('PATCH', at(id), { program_data });
const refusal = ({ status, body }: Answer) => [status, body.errors?.[0].path, body.message];
const stored = (id: number) =>
  db().selectFrom('programs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const entriesOf = async (id: number) => {
  const entries = await db()
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'program')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
  return entries;
};

describe('GET program/{id}', () => {
  test('200 with texts, tags and when its key was made, but never the key or its hash', async () => {
    await superadmin('POST', at(program, '/site-key'));
    const answer = await reader('GET', at(program));
    expect(answer.body.program).toMatchObject({
      id: program,
      status: 1,
      lilt_enabled: 0,
      default_locale: 'en',
      default_currency: 'USD',
      stripe_subscription_percent: 0,
      affiliate: 0,
      data: { heading_text: '', row_4_text: '', button_text: '', populate_discount: false },
      tags: [],
      site_key_at: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(answer.body)).not.toContain('hash');
  });

  test('has the address of its site where one is set up', async () => {
    const { config } = app().platform;
    const addressOf = async () => (await reader('GET', at(program))).body.site_address;
    expect(await addressOf()).toBeNull();
    const site_key = exampleSiteKeyOf(app().platform, program);
    await transact(system(db()), (tx) => keepSiteKey(tx, { program_id: program, name: 'Example', site_key }));
    const { program_tag } = await read(program, reader);
    expect(await addressOf()).toBe(`${config.publicUrl}/site/${program_tag}`);
    config.siteUrl = 'https://{program_tag}.example.com';
    expect(await addressOf()).toBe(`https://${program_tag}.example.com`);
    delete config.siteUrl;
  });

  test('404 for a foreign program, 403 without the area; one that is switched off stays readable', async () => {
    expect((await reader('GET', at(other))).status).toBe(404);
    const stranger = await app().as({ permissions: ['events'], program_id: program });
    expect((await stranger('GET', at(program))).status).toBe(403);
    await change({ status: 0 });
    expect((await read(program, reader)).status).toBe(0);
    const chosen = async (query: string) =>
      (await superadmin('GET', `programs${query}`)).body.programs.map(({ id }: { id: number }) => id);
    expect(await chosen('')).not.toContain(program);
    expect(await chosen('?status=all')).toContain(program);
    expect(await chosen(`?status=all&name=%23${program}`)).toEqual([program]);
  });
});

describe('POST program', () => {
  test('200 with the defaults of the server; a new program gets what is meant for all new ones', async () => {
    const event = { name: 'For all', type: 'regular', price: 1, auto_assign: true, program_id: 0 };
    const dates = { start_at: '2030-01-01T00:00:00Z', end_at: '2030-02-01T00:00:00Z' };
    const made = await superadmin('POST', 'lilt-event', { data: { ...event, ...dates } });
    const category = await superadmin('POST', 'lilt-category', { data: { name: 'For all', auto_assign: 1 } });
    const program_tag = newTag();
    const { status, body } = await create({ program_tag, program_display_name: ' Evening classes ' });
    expect([status, body.program]).toMatchObject([
      200,
      {
        program_tag,
        program_display_name: 'Evening classes',
        support_email: '',
        status: 1,
        lilt_enabled: 0,
        default_locale: 'en',
        default_currency: 'USD',
        affiliate: 0,
        site_coins_per_day: 10_000,
      },
    ]);
    const { id } = body.program;
    const assigned = async (path: string) => (await superadmin('GET', `${path}/programs`)).body.programs;
    expect(await assigned(`lilt-event/${made.body.event.id}`)).toContain(id);
    expect(await assigned(`lilt-category/${category.body.category.id}`)).toContain(id);
    expect(await entriesOf(id)).toMatchObject([
      { action: 'create', before: null, after: { program_tag, program_display_name: 'Evening classes' } },
    ]);
  });

  test('400 names the field', async () => {
    const good = { program_tag: newTag(), program_display_name: 'Good' };
    for (const [field, wrong] of [
      ['program_tag', ''],
      ['program_tag', 'Upper'],
      ['program_tag', 'with space'],
      ['program_tag', 'x'.repeat(65)],
      ['program_display_name', ' '],
      ['program_display_name', 'x'.repeat(201)],
      ['support_email', 'nobody'],
      ['default_currency', 'XXX'],
      ['default_locale', 'xx'],
      ['status', 2],
      ['stripe_subscription_percent', 100.01],
      ['stripe_subscription_percent', 0.001],
      ['site_coins_per_day', -1],
      ['site_coins_per_day', 1.5],
      ['site_coins_per_day', null],
    ]) {
      const { status, body } = await create({ ...good, [String(field)]: wrong });
      expect([status, body.errors?.[0].path], `${field} ${wrong}`).toEqual([400, `program_data.${field}`]);
    }
    const { status, body } = await create({ ...good, data: { row_1_text: 'x'.repeat(2001) } });
    expect([status, body.errors?.[0].path]).toEqual([400, 'program_data.data.row_1_text']);
    expect(refusal(await create({ ...good, program_tag: undefined }))[1]).toBe('program_data.program_tag');
  });

  test('one tag is one program’s: of ten at once 200 for one, 400 for nine that name the field', async () => {
    const program_data = { program_tag: newTag(), program_display_name: 'Race' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => superadmin('POST', 'program', { program_data })),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(400)]);
    const lost = answers.filter(({ status }) => status === 400).map(({ body }) => body.errors[0].path);
    expect(lost).toEqual(Array(9).fill('program_data.program_tag'));
    expect(refusal(await change({ program_tag: program_data.program_tag }))).toEqual([
      400,
      'program_data.program_tag',
      `Another program has the tag “${program_data.program_tag}”`,
    ]);
  });

  test('two that exchange their tags for one at the same moment: one has it', async () => {
    const program_tag = newTag();
    const answers = await Promise.all([program, other].map((id) => change({ program_tag }, id)));
    expect(statusesOf(answers)).toEqual([200, 400]);
  });
});

describe('PATCH program/{id}', () => {
  test('200 changes what is named, leaves the rest, empties by null, and is recorded', async () => {
    const full = {
      program_tag: newTag(),
      program_display_name: 'Renamed',
      support_email: ' Help@Example.com ',
      lilt_enabled: 1,
      default_locale: 'fr',
      default_currency: 'EUR',
      stripe_subscription_referrer: 'acct_1',
      stripe_subscription_percent: 12.5,
      site_coins_per_day: 0,
      data: { heading_text: 'Learn', row_1_text: 'One\nTwo', populate_discount: true },
    };
    const { body } = await change(full);
    const { data, ...rest } = full;
    expect(body.program).toMatchObject({ ...rest, support_email: 'Help@Example.com' });
    expect(body.program.data).toMatchObject(data);
    const part = await change({ support_email: null, data: { heading_text: null } });
    expect(part.body.program).toMatchObject({ ...rest, support_email: '' });
    expect(part.body.program.data).toMatchObject({ ...data, heading_text: '' });
    expect((await entriesOf(program)).at(-1)).toMatchObject({
      action: 'update',
      before: { support_email: 'Help@Example.com', heading_text: 'Learn' },
      after: { support_email: '', heading_text: '' },
    });
    const again = await change({ program_display_name: 'Renamed' });
    expect(again.body.program.updated_at).toBe(part.body.program.updated_at);
  });

  test('two superadmins at once: the second is told who was first, with nothing written', async () => {
    const { updated_at } = await read(program);
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => change({ program_display_name: name, updated_at })),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body.conflict.changed_by).toContain('@');
    const won = answers.find(({ status }) => status === 200);
    expect((await stored(program)).program_display_name).toBe(won?.body.program.program_display_name);
  });

  test('403 for whoever is no superadmin, 404 for what is not there', async () => {
    for (const call of [bound, reader]) {
      const answer = await call('PATCH', at(program), { program_data: { status: 0 } });
      expect(answer.status).toBe(403);
    }
    expect((await change({ status: 0 }, 99_999_999)).status).toBe(404);
  });
});

describe('PATCH program', () => {
  const say = (call: Call, body: object) => call('PATCH', 'program', body);

  test('200 for one’s own program, and for the one that global staff names', async () => {
    const own = await say(bound, { affiliate: 1 });
    expect([own.status, own.body]).toMatchObject([200, { program_id: program, affiliate: 1 }]);
    expect((await read(program, bound)).affiliate).toBe(1);
    expect((await stored(program)).updated_by).toBe(bound.admin_id);
    const global = await app().as({ permissions: ['programadmin'] });
    expect((await say(global, { affiliate: false, program_id: program })).body.affiliate).toBe(0);
    expect((await entriesOf(program)).map(({ after }) => after)).toEqual([
      { affiliate: 1 },
      { affiliate: 0 },
    ]);
  });

  test('400 where nobody knows which, 404 for a foreign one, 403 below a programadmin', async () => {
    expect(refusal(await say(superadmin, { affiliate: 1 }))).toEqual([400, 'program_id', 'Choose a program']);
    expect(refusal(await say(bound, { affiliate: 2 }))[1]).toBe('affiliate');
    expect((await say(bound, { affiliate: 1, program_id: other })).status).toBe(404);
    expect((await say(reader, { affiliate: 1 })).status).toBe(403);
    expect((await stored(other)).affiliate).toBe(0);
  });

  test('409 over somebody else’s change', async () => {
    const { updated_at } = await read(program);
    await change({ status: 0 });
    expect((await say(bound, { affiliate: 1, updated_at })).status).toBe(409);
  });
});

describe('PATCH program/{id}/tags', () => {
  type Tag = { id: number; name: string };
  const save = (tags: object[], call: Call = bound, id = program) => call('PATCH', at(id, '/tags'), { tags });
  const make = async (...names: string[]): Promise<Tag[]> => {
    const { body } = await save(names.map((name) => ({ name })));
    return body.tags;
  };
  const namesOf = ({ body }: Answer) => body.tags.map(({ name }: Tag) => name);

  test('200 makes, renames, switches off and removes in one save, and is recorded', async () => {
    const [one, two, three] = await make('One', 'Two', 'Three');
    const { body } = await save([
      { id: one?.id, name: 'Two' },
      { id: two?.id, name: 'One', active: 0, is_customer_tag: true },
      { name: 'Three' },
    ]);
    expect(body.tags).toEqual([
      { id: one?.id, name: 'Two', active: 1, is_customer_tag: 0, classes: 0 },
      { id: two?.id, name: 'One', active: 0, is_customer_tag: 1, classes: 0 },
      { id: expect.any(Number), name: 'Three', active: 1, is_customer_tag: 0, classes: 0 },
    ]);
    expect(body.tags[2].id).not.toBe(three?.id);
    expect((await read(program, reader)).tags).toEqual(body.tags);
    expect((await entriesOf(program)).map(({ action }) => action)).toEqual(['tags', 'tags']);
  });

  test('400 says how many classes a tag would be taken from; switched off it stays on them', async () => {
    const [used, spare] = await make('Used', 'Spare');
    const instructor_id = (await makeInstructor(db(), { program_id: program })).id;
    for (let n = 0; n < 2; n++) {
      const { id: class_id } = await makeClass(db(), { instructor_id, program_id: program });
      const link = { class_id, program_id: program, tag_id: used?.id ?? 0 };
      await db().insertInto('class_program_tags').values(link).execute();
    }
    expect(refusal(await save([{ id: spare?.id, name: 'Spare' }]))).toEqual([
      400,
      'tags',
      '2 classes use the tag “Used”. Deactivate the tag instead of removing it',
    ]);
    const { body } = await save([{ id: used?.id, name: 'Used', active: 0 }]);
    expect(body.tags).toMatchObject([{ name: 'Used', active: 0, classes: 2 }]);
  });

  test('400: none left, a name twice whatever its case or composition, an id twice, unknown or of another program', async () => {
    const [one, two] = await make('One', 'Two');
    const [foreign] = (await save([{ name: 'Theirs' }], superadmin, other)).body.tags;
    const both = [one, two].map((tag) => ({ id: tag?.id, name: tag?.name }));
    expect(refusal(await save([]))).toEqual([400, 'tags', 'At least one tag stays']);
    expect(refusal(await save([...both, { name: ' oNE ' }]))[1]).toBe('tags.2.name');
    expect(refusal(await save([...both, { name: 'Cafe\u0301' }, { name: 'CAF\u00c9' }]))[1]).toBe(
      'tags.3.name',
    );
    expect(refusal(await save([...both, { id: one?.id, name: 'Three' }]))[1]).toBe('tags.2.id');
    expect(refusal(await save([...both, { name: ' ' }]))[1]).toBe('tags.2.name');
    const missing = refusal(await save([...both, { id: 99_999_999, name: 'x' }]));
    const theirs = refusal(await save([...both, { id: foreign.id, name: 'x' }]));
    expect(missing).toEqual([400, 'tags.2.id', 'There is no tag 99999999']);
    expect(theirs).toEqual([400, 'tags.2.id', `There is no tag ${foreign.id}`]);
    expect(namesOf(await save(both))).toEqual(['One', 'Two']);
  });

  test('404 for a foreign program, 403 below a programadmin, 409 over somebody else’s save', async () => {
    expect((await save([{ name: 'x' }], bound, other)).status).toBe(404);
    expect((await save([{ name: 'x' }], reader)).status).toBe(403);
    const { updated_at } = await read(program);
    await make('One');
    const late = await superadmin('PATCH', at(program, '/tags'), { tags: [{ name: 'x' }], updated_at });
    expect(late.status).toBe(409);
  });

  test('fifty saves at once are all answered, and the last of them stands whole', async () => {
    const [tag] = await make('Kept');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        save([{ id: tag?.id, name: `Kept ${n}` }, { name: `New ${n}` }], n % 2 ? bound : superadmin),
      ),
    );
    expect(statusesOf(answers)).toEqual(Array(50).fill(200));
    const { tags } = await read(program);
    expect(tags).toHaveLength(2);
    const numbers = tags.map(({ name }: Tag) => name.split(' ')[1]);
    expect(numbers[0]).toBe(numbers[1]);
  });
});

describe('what hangs on a program', () => {
  test('subscriptions: 200 one of each type, what is left out stays; 400 for a type twice', async () => {
    const save = (subscriptions: object[], call: Call = superadmin) =>
      call('PATCH', at(program, '/subscriptions'), { subscriptions });
    await save([
      { type: 'year', product_id: 'prod_1', price_id: ' price_1 ', coupon: 'SAVE' },
      { type: 'month', product_id: 'prod_2' },
    ]);
    const { body } = await save([{ type: 'year', coupon: null }]);
    const known = { product_id: null, price_id: null, coupon: null };
    expect(body.subscriptions).toEqual([
      { type: 'month', product_id: 'prod_2', price_id: '', coupon: '', known },
      { type: 'year', product_id: 'prod_1', price_id: 'price_1', coupon: '', known },
      { type: 'cancellation', product_id: '', price_id: '', coupon: '', known },
    ]);
    expect((await reader('GET', at(program, '/subscriptions'))).body).toEqual(body);
    const twice = await save([{ type: 'year' }, { type: 'year' }]);
    expect(refusal(twice)[1]).toBe('subscriptions.1.type');
    expect(refusal(await save([{ type: 'week' }]))[1]).toBe('subscriptions.0.type');
    expect((await save([], bound)).status).toBe(403);
    expect((await reader('GET', at(other, '/subscriptions'))).status).toBe(404);
  });

  test('translations: English is what the program itself says', async () => {
    await change({ data: { heading_text: 'Learn', button_text: 'Join' } });
    const save = (translations: object[], call: Call = superadmin) =>
      call('PATCH', at(program, '/translations'), { translations });
    const texts = { heading_text: 'تعلّم', button_text: 'انضم' };
    const { status, body } = await save([{ language_slug: 'ar', ...texts }]);
    const of = (language: string) =>
      body.translations.find(({ language_slug }: { language_slug: string }) => language_slug === language);
    expect([status, of('en'), of('ar')]).toMatchObject([
      200,
      { heading_text: 'Learn', button_text: 'Join', row_1_text: '' },
      texts,
    ]);
    expect((await reader('GET', at(program, '/translations'))).body).toEqual(body);
    const outdated = async () => {
      const { translations } = (await reader('GET', at(program, '/translations'))).body;
      return translations.find(({ outdated: is }: { outdated: boolean }) => is)?.fields ?? [];
    };
    await superadmin('PATCH', at(program), {
      program_data: { data: { heading_text: 'Learn!' } },
      typo_only: true,
    });
    expect(await outdated()).toEqual([]);
    await change({ data: { button_text: 'Join us' } });
    expect(await outdated()).toEqual(['button_text']);
    await change({ data: { heading_text: 'Learn', button_text: 'Join' } });
    expect((await save([{ language_slug: 'en', heading_text: 'x' }])).status).toBe(400);
    expect((await save([{ language_slug: 'ar', button_text: 'x'.repeat(201) }])).status).toBe(400);
    expect((await save([], bound)).status).toBe(403);
    expect((await reader('GET', at(other, '/translations'))).status).toBe(404);
  });

  test('translations are outdated where the English has changed, but for a typo', async () => {
    await change({ data: { heading_text: 'Learn', button_text: 'Join' } });
    const translations = [{ language_slug: 'de', heading_text: 'Lerne', button_text: 'Los' }];
    await superadmin('PATCH', at(program, '/translations'), { translations });
    const outdated = async (program_data: object, more: object = {}) => {
      await superadmin('PATCH', at(program), { program_data, ...more });
      const { body } = await reader('GET', at(program, '/translations'));
      return body.translations.flatMap(({ fields }: { fields: string[] }) => fields);
    };
    expect(await outdated({ data: { heading_text: 'Learn!' } }, { typo_only: true })).toEqual([]);
    expect(await outdated({ status: 1 }, { typo_only: true })).toEqual([]);
    expect(await outdated({ data: { heading_text: 'Teach' } })).toEqual(['heading_text']);
    expect(await outdated({ data: { heading_text: 'Learn!' } })).toEqual([]);
  });

  test('default programs: 200 replaces them; 400 for itself and for one that is not there', async () => {
    const save = (programs: number[], call: Call = superadmin) =>
      call('PATCH', at(program, '/programs'), { programs });
    expect((await save([other, other])).body.programs).toEqual([other]);
    expect((await reader('GET', at(program, '/programs'))).body.programs).toEqual([other]);
    expect(refusal(await save([other, program]))[1]).toBe('programs.1');
    expect(refusal(await save([99_999_999]))).toEqual([400, 'programs.0', 'There is no program 99999999']);
    expect((await save([])).body.programs).toEqual([]);
    expect((await save([], bound)).status).toBe(403);
  });
});
