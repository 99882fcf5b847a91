import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeAdmin } from '../test/factories.ts';
import { useTestApp } from '../test/harness.ts';
import { until } from '../test/until.ts';
import { withoutValues } from './http/logged-requests.ts';
import { openLog } from './log.ts';

const lines: string[] = [];
const destination = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const app = useTestApp({ logLevel: 'trace' }, { log: destination });
const written = () => lines.join('');
beforeEach(() => void lines.splice(0));

/** What a caller can put where, all of it told apart from anything of ours by this word. */
const MARK = 'xyzzy';
const mark = (where: string) => `${MARK}-${where}`;

/** The lines that tell what a caller sent, once its request is told. */
async function linesOfTheCaller(): Promise<string[]> {
  await until(() => expect(written()).toContain('reqId'));
  await wait(50);
  return lines.filter((line) => line.toLowerCase().includes(MARK));
}

describe('the log, down to trace, holds nothing that a caller sent', () => {
  const headers = {
    authorization: `Bearer ${mark('token')}`,
    cookie: `provost_refresh=${mark('cookie')}`,
    'idempotency-key': mark('key'),
    'user-agent': mark('agent'),
    referer: `http://example.com/${mark('referer')}`,
  };

  test.each([
    ['GET', `/api/wladmin/users?page=1&name=${mark('query')}&${mark('name')}=1`],
    ['GET', `/api/wladmin/user-search?name=${mark('search')}%40example.com`],
    ['GET', `/api/wladmin/${mark('path')}/7`],
    ['DELETE', `/api/wladmin/user/${mark('id')}`],
    ['GET', `/set-new-password/${mark('reset')}`],
    ['GET', `/${mark('screen')}?to=/${mark('to')}`],
    ['GET', `/storage/images/${mark('file')}.png`],
    ['GET', `/storage/draws/${mark('draw')}.json`],
    ['GET', `/assets/${mark('asset')}.js`],
    ['GET', `/api/docs/${mark('docs')}`],
    ['GET', `/api/wladmin/user/%F0${mark('undecodable')}`],
    ['PUT', `/${mark('method')}`],
  ] as const)('%s %s', async (method, url) => {
    await app().http.inject({ method, url, headers });
    expect(await linesOfTheCaller()).toEqual([]);
  });

  test.each([
    ['auth', { email: `${MARK}@example.com`, password: mark('password') }],
    ['auth', { email: mark('no-address'), password: mark('password') }],
    ['auth', { [mark('field')]: 1 }],
    ['auth/refresh', { refresh_token: mark('refresh') }],
    ['recover-password', { email: `${MARK}@example.com` }],
    ['change-password', { token: mark('token'), password: mark('password') }],
    ['user', { user_data: { email: `${MARK}@example.com` } }],
  ])('in the body of %s', async (path, body) => {
    await app().call('POST', path, body, headers);
    expect(await linesOfTheCaller()).toEqual([]);
  });

  test('signed in, with a body that is taken, one that is refused and one that is no JSON', async () => {
    const call = await app().as({ permissions: ['superadmin'], email: `${MARK}@example.com` });
    const user_data = {
      email: `${MARK}2@example.com`,
      password: mark('pw'),
      program_id: 0,
      permissions: ['events'],
    };
    const key = { 'idempotency-key': mark('key') };
    expect((await call('POST', 'user', { user_data }, key)).status).toBe(200);
    expect((await call('POST', 'user', { user_data })).status).toBe(400);
    expect((await call('GET', `user-search?name=${mark('name')}`)).status).toBe(200);
    await app().http.inject({
      method: 'POST',
      url: '/api/wladmin/auth',
      headers: { 'content-type': 'application/json' },
      payload: `{"email": "${MARK}`,
    });
    expect(await linesOfTheCaller()).toEqual([]);
  });

  test('in a form', async () => {
    const form = new FormData();
    form.append(mark('field'), mark('value'));
    form.append('file', new File([mark('bytes')], `${mark('file')}.png`, { type: `image/${MARK}` }));
    const call = await app().as({ permissions: ['superadmin'] });
    await call('POST', '/api/upload', form, { 'x-other': mark('header') });
    expect(await linesOfTheCaller()).toEqual([]);
  });
});

describe('an error of ours', () => {
  test('is told with what a database said about itself, not with the row', async () => {
    const { platform } = app();
    const admin = await makeAdmin(platform.database.everything, {
      permissions: [],
      email: `${MARK}3@example.com`,
    });
    const errors = await Promise.all([
      makeAdmin(platform.database.everything, { permissions: [], email: admin.email }).catch(
        (e: unknown) => e,
      ),
      sql`select ${mark('number')}::text::integer`
        .execute(platform.database.everything)
        .catch((e: unknown) => e),
      sql`select ${`${MARK}"quoted" ${MARK}`}::text::date`
        .execute(platform.database.everything)
        .catch((e: unknown) => e),
    ]);
    for (const error of errors) platform.log.error({ err: error }, 'it failed');
    await wait(50);
    expect(written()).not.toContain(MARK);
    const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'it failed');
    expect(told.map(({ err }) => err.code)).toEqual(['23505', '22P02', '22007']);
    expect(told[0].err).toMatchObject({ table: 'admins', constraint: 'admins_email' });
    expect(told[0].err.stack.length).toBeGreaterThan(0);
  });

  test.each([
    new Error(`550 <${MARK}@example.com> refused`),
    new Error(`cannot read "${MARK}`),
    Object.assign(new Error('rejected'), { rejected: [`${MARK}@example.com`], envelope: { to: [MARK] } }),
    Object.assign(new Error('malformed'), { rawPacket: Buffer.from(MARK), input: MARK }),
    new Error('outer', { cause: new Error(`inner "${MARK}"`) }),
    mark('thrown'),
  ])('carries no recipient, packet, input or quoted value: %#', async (error) => {
    openLog('trace', destination).error({ err: error }, 'it failed');
    await wait(10);
    expect(written()).toContain('it failed');
    expect(written()).not.toContain(MARK);
    expect(written()).not.toContain(Buffer.from(MARK).toJSON().data.join());
  });

  test('keeps its words, its cause and where it came from', () => {
    openLog('info', destination).error(
      { err: new TypeError('x is no y', { cause: new Error('z') }) },
      'it failed',
    );
    const { err } = JSON.parse(lines.at(-1) ?? '{}');
    expect(err).toMatchObject({ type: 'TypeError', message: 'x is no y', cause: { message: 'z' } });
    expect(err.stack[0]).toContain('log.test.ts');
  });
});

test.each([
  ['/api/wladmin/user/7?page=2&name=ada', '/api/wladmin/user/7?page&name'],
  ['/api/wladmin/users', '/api/wladmin/users'],
  ['/api/wladmin/users?ada@example.com', '/api/wladmin/users?…'],
  ['/set-new-password/abc', '/…/…'],
  ['/storage/images/abc.png?x=1?y=2', '/storage/images/…?…'],
  ['/', '/'],
  ['', ''],
])('the address %s is logged as %s', (url, logged) => {
  expect(withoutValues(url)).toBe(logged);
});
