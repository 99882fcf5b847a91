import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { makeAdmin, makeProgram } from '../../test/factories.ts';
import { platformOn } from '../../test/system.ts';
import { copyTemplate } from '../../test/test-database.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { passwordMatches } from '../passwords/password-hashes.ts';
import { type Database, openDatabase } from './client.ts';
import { prepareContents } from './contents.ts';

let database: Database;
let owner = '';

beforeEach(async () => {
  const urls = await copyTemplate(inject('testDatabase'));
  database = openDatabase(urls, 4);
  owner = urls.owner;
});
afterEach(() => database.close());

function prepare(settings: Partial<Config>, embedded = false): Promise<string> {
  return prepareContents(platformOn(database, { ...readConfig({}), ...settings }), embedded, owner);
}

const admins = () => database.everything.selectFrom('admins').selectAll().orderBy('id').execute();

async function markAsDemo(): Promise<void> {
  await makeAdmin(database.everything, {
    email: 'superadmin@example.com',
    password_hash: 'known',
    permissions: ['superadmin'],
  });
  await database.everything
    .insertInto('settings')
    .values({ name: 'demo', value: JSON.stringify({ password_hash: 'known' }) })
    .execute();
}

test('the first superadmin comes from the settings, once, however many processes start', async () => {
  const settings = { adminEmail: 'Boss@Example.com', adminPassword: 'a good one', demo: false };
  await Promise.all([prepare(settings), prepare(settings), prepare(settings)]);
  await prepare({ ...settings, adminEmail: 'second@example.com' });
  const [boss, ...others] = await admins();
  expect(others).toEqual([]);
  expect(boss).toMatchObject({ email: 'boss@example.com', program_id: 0, permissions: ['superadmin'] });
  expect(await passwordMatches(boss?.password_hash, 'a good one', 'test')).toBe(true);
  // Of the installation: it may approve from its first day on. Whoever comes later is not.
  expect(boss).toMatchObject({ access_changed_at: null, email_changed_at: null });
  const { id } = await makeAdmin(database.everything, { permissions: ['superadmin'] });
  await prepare(settings);
  expect((await admins()).find((admin) => admin.id === id)?.access_changed_at).not.toBeNull();
});

test('staff of a program that has moved in are no superadmins, nor are those that were deleted', async () => {
  await makeAdmin(database.everything, { permissions: ['users'] });
  await makeAdmin(database.everything, { permissions: ['superadmin'], deleted_at: '2026-01-01T00:00:00Z' });
  await prepare({ adminEmail: 'boss@example.com', adminPassword: 'a good one', demo: false });
  expect((await admins()).map(({ email }) => email)).toContain('boss@example.com');
});

test('the first superadmin has none of the commonest passwords', async () => {
  const settings = { adminEmail: 'boss@example.com', adminPassword: 'Superman', demo: false };
  await expect(prepare(settings)).rejects.toThrow('ADMIN_PASSWORD: is one of the 10,000 most common');
  expect(await admins()).toEqual([]);
});

test('where it is no demo, passwords of staff that may be short are told in one line', async () => {
  const settings = { adminEmail: 'boss@example.com', adminPassword: 'a good one', demo: false };
  const line = (characters: string) =>
    `  Staff passwords can be as short as ${characters}: set PASSWORD_MIN_LENGTH to 12 or more.\n`;
  expect(await prepare(settings)).toBe(line('3 characters'));
  expect(await prepare({ ...settings, passwordMinLength: 1 })).toBe(line('1 character'));
  expect(await prepare({ ...settings, passwordMinLength: 11 })).toBe(line('11 characters'));
  expect(await prepare({ ...settings, passwordMinLength: 12 })).toBe('');
});

test('an address without TLS is told in one line where others than this machine reach it', async () => {
  const settings = { adminEmail: 'boss@example.com', adminPassword: 'a good one', demo: false };
  const notice = (more: Partial<Config>) => prepare({ ...settings, passwordMinLength: 12, ...more });
  const line = expect.stringMatching(/^ {2}PUBLIC_URL does not begin with https:[^\n]+\n$/);
  expect(await notice({ host: '0.0.0.0', publicUrl: 'http://localhost:4000' })).toEqual(line);
  expect(await notice({ host: '127.0.0.1', publicUrl: 'http://provost.example' })).toEqual(line);
  expect(await notice({ host: '::1', publicUrl: 'http://[::1]:4000' })).toBe('');
  expect(await notice({ host: '0.0.0.0', publicUrl: 'https://provost.example' })).toBe('');
});

test('an empty database without settings stays empty and says how to get in', async () => {
  expect(await prepare({ demo: 'auto' }, false)).toContain('ADMIN_EMAIL');
  expect(await prepare({ demo: false }, true)).toContain('ADMIN_EMAIL');
  expect(await admins()).toEqual([]);
});

test('demo data never joins programs that stand already', async () => {
  await makeProgram(database.everything);
  expect(await prepare({ demo: true })).toContain('ADMIN_EMAIL');
  expect(await admins()).toEqual([]);
});

test('a later start of a demo names the accounts that still have the known password', async () => {
  await markAsDemo();
  await makeAdmin(database.everything, { email: 'changed@example.com', permissions: [] });
  const notice = await prepare({});
  expect(notice).toContain('superadmin@example.com');
  expect(notice).toContain('demo-password');
  expect(notice).not.toContain('changed@example.com');
});

test('a demo is not served beyond this machine while its password is the known one', async () => {
  await markAsDemo();
  await expect(prepare({ host: '0.0.0.0', demo: false })).rejects.toThrow(ConfigError);
  await database.everything.updateTable('admins').set({ password_hash: 'chosen' }).execute();
  expect(await prepare({ host: '0.0.0.0', demo: false })).toBe('');
});
