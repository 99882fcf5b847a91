/** The example site below its address in the office, over HTTP and with a real database. */
import { beforeAll, expect, test } from 'vitest';
import { asSystem, transact } from '../../../../server/context.ts';
import { tokenIn, visitsOf } from '../../../../test/example-site.ts';
import { makeProgram } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { makeExampleSiteKeys } from './example-site-keys.ts';

const app = useTestApp();
let program: { id: number; program_tag: string };
let class_id: number;
const { visitor, student } = visitsOf(app, () => program);

beforeAll(async () => {
  const { platform, http } = app();
  const db = platform.database.everything;
  program = await makeProgram(db, { program_display_name: 'Chess & Co', default_locale: 'en' });
  class_id = await makeSoldClass(db, program.id, {
    class_name: 'Chess <b>for</b> all',
    class_price: 4999,
    currency: 'USD',
  });
  await transact(asSystem(platform, 'test'), makeExampleSiteKeys);
  await http.listen({ port: 0, host: '127.0.0.1' });
});

test('shows what the program sells, and the texts of staff as texts', async () => {
  const { go } = visitor();
  const home = await go('');
  expect([home.status, home.text.includes('Chess &amp; Co')]).toEqual([200, true]);
  const page = await go(`/classes/${class_id}`);
  expect(page.text).toContain('Chess &lt;b&gt;for&lt;/b&gt; all');
  expect(page.text).not.toContain('<b>for</b>');
  expect((await go('/classes?q=chess')).text).toContain(`/classes/${class_id}`);
  expect((await go('/classes?q=nothing+like+it')).text).toContain('Nothing was found.');
});

test.each([
  ['/classes/999999', 404],
  ['/classes/x', 404],
  ['/nowhere', 404],
  ['/pages/none', 404],
  ['/classes?cursor=broken&category_id=999999', 200],
])('answers %s by a %i and a page', async (path, status) => {
  const answer = await visitor().go(path);
  expect(answer.status).toBe(status);
});

test('the key is in no answer, nobody keeps a page, and no script but its own runs', async () => {
  const { headers, text } = await visitor().go('');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(text).not.toMatch(/Bearer|site_key| on[a-z]+="/);
});

test('a program without a key for it has no such site', async () => {
  const other = await makeProgram(app().platform.database.everything);
  const answer = await fetch(`${app().http.listeningOrigin}/site/${other.program_tag}`);
  expect(await answer.text()).not.toContain('class="top"');
});

test('a form from elsewhere changes nothing', async () => {
  const { go } = await student();
  for (const origin of ['https://evil.example', 'null'])
    expect((await go('/sign-out', {}, { origin })).status).toBe(403);
  expect((await go('/account')).status).toBe(200);
});

test('a cookie of whose making we are not is nobody', async () => {
  const { go, cookies } = await student();
  const [text = '', signature = ''] = (cookies.get('site_session') ?? '').split('.');
  const session = JSON.parse(Buffer.from(text, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...session, user_id: session.user_id + 1 })).toString(
    'base64url',
  );
  for (const cookie of [`${forged}.${signature}`, `${text}.`, 'x', '', '%']) {
    cookies.set('site_session', cookie);
    expect((await go('/account')).location).toBe('/sign-in?to=%2Faccount');
  }
});

test('signs in, out and in again, and leads back to this site alone', async () => {
  const { go, email, password } = await student();
  expect((await go('/sign-out', {})).location).toBe('');
  expect((await go('/account')).location).toBe('/sign-in?to=%2Faccount');
  const wrong = await go('/sign-in', { email, password: 'wrong', to: '/account' });
  expect([wrong.status, wrong.text.includes('The email or the password is wrong.')]).toEqual([401, true]);
  expect(wrong.text).toContain(`value="${email}"`);
  for (const [to, location] of [
    ['/classes?q=a', '/classes?q=a'],
    ['//evil.example', ''],
    ['https://evil.example', ''],
    ['/\\evil.example', ''],
  ] as const)
    expect((await go('/sign-in', { email, password, to })).location).toBe(location);
});

test('an email that is known is nobody’s to take over by signing up', async () => {
  const { email, id } = await student();
  const taken = await visitor().go('/sign-up', {
    email,
    password: 'another password',
    first_name: 'Eve',
    last_name: 'Eve',
  });
  expect(taken.status).toBe(400);
  const { first_name } = await app()
    .platform.database.everything.selectFrom('site_users')
    .select('first_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(first_name).toBe('Ada');
});

test('sells once, however often the same form comes, and at the office’s price', async () => {
  const { go, id } = await student();
  const page = await go(`/checkout?class=${class_id}`);
  expect(page.text).toContain('This is a test payment: no money moves.');
  const form = { class: String(class_id), form_token: tokenIn(page.text, '/checkout'), shown_total: '4999' };
  expect((await go('/checkout', { ...form, shown_total: '1' })).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 5 }, () => go('/checkout', form)));
  expect(answers.map(({ status, location }) => [status, location])).toEqual(
    Array.from({ length: 5 }, () => [303, '/account?note=bought']),
  );
  const charges = await app()
    .platform.database.everything.selectFrom('charges')
    .select(['amount', 'currency', 'class_id'])
    .where('student_id', '=', id)
    .execute();
  expect(charges).toEqual([{ amount: 4999, currency: 'USD', class_id }]);
  expect((await go('/account?note=bought')).text).toContain('Thank you! Your place is booked.');
});

test('a code that does not apply is said so at its field, and nothing can be paid', async () => {
  const { go } = await student();
  const { status, text } = await go(`/checkout?class=${class_id}&code=nobody`);
  expect(status).toBe(400);
  expect(text).toContain('This does not apply here.');
  expect(text).not.toContain('name="shown_total"');
});

test('attends what one is enrolled in, and nothing else', async () => {
  const { go, id } = await student();
  const attend = () => go('/account/attend', { class_id: String(class_id), type: 'recording' });
  const attendances = () =>
    app()
      .platform.database.everything.selectFrom('attendances')
      .select('class_id')
      .where('user_id', '=', id)
      .execute();
  expect((await attend()).location).toBe('/account');
  expect(await attendances()).toEqual([]);
  const { text } = await go(`/checkout?class=${class_id}`);
  await go('/checkout', {
    class: String(class_id),
    form_token: tokenIn(text, '/checkout'),
    shown_total: '4999',
  });
  expect((await attend()).location).toBe('/account?note=attended');
  expect((await attend()).location).toBe('/account?note=attended');
  expect(await attendances()).toEqual([{ class_id }]);
});
