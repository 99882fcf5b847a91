/** An office that moves out and in again is the same to the cent, and a file that was touched moves nothing. Specification: Moving out. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { payeeId } from '../../features/payouts/rules.ts';
import { makeAdmin, makeClass, makeInstructor, makeSiteUser, makeUpload } from '../../test/factories.ts';
import { checkKeptSums } from '../../test/kept-sums.ts';
import {
  ask,
  emptyOffice,
  fileStore,
  moveIn,
  out,
  packed,
  unpacked,
  useMovingFolder,
} from '../../test/models/moving.ts';
import { makeOffice } from '../../test/models/office.ts';
import { makeBatch, makePayee } from '../../test/rows/batches.ts';
import { makeCharge } from '../../test/rows/charges.ts';
import { makeEvent, makeTickets } from '../../test/rows/events.ts';
import { useDatabase } from '../../test/use-database.ts';
import { openDatabase } from '../db/client.ts';
import type { Manifest } from './manifest.ts';
import { isMoved, LEFT_BEHIND, OF_NO_PROGRAM, readSchema, waysOf } from './moved-tables.ts';
import { openEntries } from './zip-entries.ts';

const database = useDatabase();
const folder = useMovingFolder();
let office: Awaited<ReturnType<typeof makeOffice>>;
let whole: { path: string; manifest: Manifest };

beforeAll(async () => {
  office = await makeOffice(database().everything, await fileStore());
  whole = await out(database().urls.owner, null);
});

describe('the schema', () => {
  test('says of each table that it moves and how its program is found, or why not', async () => {
    const client = new pg.Client({ connectionString: database().urls.owner });
    await client.connect();
    const schema = await readSchema(client);
    await client.end();
    const ways = waysOf(schema);
    const names = schema.tables.map(({ name }) => name);
    expect(names.filter((name) => !ways.has(name) && !Object.hasOwn(OF_NO_PROGRAM, name))).toEqual([]);
    const all = await ask<{ name: string }>(
      database().urls.owner,
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const known = all.map(({ name }) => name);
    expect(
      [...Object.keys(LEFT_BEHIND), ...Object.keys(OF_NO_PROGRAM)].filter((name) => !known.includes(name)),
    ).toEqual([]);
    const cutAndNeeded = schema.tables.flatMap(({ name, columns, cut }) =>
      columns
        .filter((column) => cut.has(column.name) && !column.is_nullable)
        .map((column) => `${name}.${column.name}`),
    );
    expect(cutAndNeeded).toEqual([]);
    const files = schema.tables.map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
  });

  test('leaves behind whatever is sealed or opens a door', () => {
    const doors = [
      'site_keys',
      'sessions',
      'refresh_tokens',
      'payment_secrets',
      'payout_details',
      'payout_files',
      'draw_secrets',
      'one_time_codes',
      'passkey_challenges',
      'passkeys',
      'recovery_codes',
    ];
    expect(doors.filter(isMoved)).toEqual([]);
  });
});

describe('an office', () => {
  test('is the same in another installation: each file by its hash, each balance to the cent', async () => {
    const elsewhere = await emptyOffice();
    await moveIn(whole.path, elsewhere);
    const again = await out(elsewhere, null);
    expect(again.manifest).toEqual({ ...whole.manifest, created_at: again.manifest.created_at });
    expect(whole.manifest.sums.length).toBeGreaterThan(4);
    for (const { earned, refunded, paid, open } of whole.manifest.sums)
      expect(earned).toBe(refunded + paid + open);
    for (const name of [
      'charges.csv',
      'lines.csv',
      'users.csv',
      'tickets.csv',
      'coins.csv',
      'payouts.csv',
      'refunds.csv',
    ])
      expect([name, whole.manifest.files[name]?.rows]).toEqual([name, expect.any(Number)]);
    // What the office does next takes ids that are free, behind its rules.
    await ask(elsewhere, `insert into programs (program_tag, program_display_name) values ('next', 'Next')`);
    const unsealed = `select from audit_entries e full join unsealed_audit_entries u on u.entry_id = e.id
      where e.id is null or u.entry_id is null`;
    expect(await ask(elsewhere, unsealed), 'what waits for a seal here is all that came').toEqual([]);
    const there = openDatabase({ global: elsewhere, scoped: elsewhere, site: elsewhere }, 1);
    await checkKeptSums(there.everything);
    await there.close();
    const disabled = await ask(elsewhere, `select tgname from pg_trigger where tgenabled = 'D'`);
    expect(disabled).toEqual([]);
    const keys = `select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2`;
    expect(await ask(elsewhere, keys)).toEqual(await ask(database().urls.owner, keys));
    await expect(moveIn(whole.path, elsewhere)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^This installation is not empty/),
    });
  });

  test('of one program moves what is its own, and of others what that names, without their passwords', async () => {
    const id = office.program_id;
    const { path: file, manifest } = await out(database().urls.owner, id);
    expect(manifest.programs.map((program) => program.id)).toEqual([id]);
    const elsewhere = await emptyOffice();
    await moveIn(file, elsewhere);
    const again = await out(elsewhere, null);
    expect(again.manifest.files).toEqual(manifest.files);
    expect(again.manifest.sums).toEqual(manifest.sums);
    const own = `from charges c where ${id} in (c.program_id, c.site_program_id)`;
    const count = async (url: string) =>
      (await ask<{ count: string }>(url, `select count(*) ${own}`))[0]?.count;
    expect(await count(elsewhere)).toBe(await count(database().urls.owner));
    const foreign = await ask(
      elsewhere,
      `select email from site_users where password_hash is not null and program_id is distinct from ${id}
       union all select email from admins where program_id <> ${id} and (password_hash <> '-' or deleted_at is null)`,
    );
    expect(foreign).toEqual([]);
    const own_users = `select count(*) from site_users where program_id = ${id} and password_hash is not null`;
    expect(await ask(elsewhere, own_users)).toEqual(await ask(database().urls.owner, own_users));
    const others = await ask(elsewhere, `select 1 from audit_entries where program_id <> ${id}`);
    expect(others).toEqual([]);
  });

  test('of a program that is not there is a 404', async () => {
    await expect(out(database().urls.owner, 2_000_000)).rejects.toMatchObject({ status: 404 });
  });
});

describe('what comes along of another program', () => {
  /** Moves the program into an installation of its own; answers its address and the files. */
  const moved = async () => {
    const { path: file } = await out(database().urls.owner, office.program_id);
    const elsewhere = await emptyOffice();
    await moveIn(file, elsewhere);
    return { elsewhere, files: await unpacked(file) };
  };
  /** Somebody of the other program, named by a row of this one. */
  const makeStranger = async (values: Parameters<typeof makeSiteUser>[1] = {}) => {
    const db = database().everything;
    const stranger = await makeInstructor(db, { program_id: office.foreign_id, ...values });
    const { id: class_id } = await makeClass(db, { instructor_id: stranger.id });
    await db.insertInto('class_programs').values({ class_id, program_id: office.program_id }).execute();
    return stranger;
  };

  test('is no payee whom a batch left out', async () => {
    const db = database().everything;
    const own = await makePayee(db, { program_id: office.program_id });
    const held = await makeInstructor(db, { program_id: office.foreign_id, last_name: 'Held-Back' });
    const { id: class_id } = await makeClass(db, { instructor_id: held.id });
    await makeCharge(db, { class_id, instructor_id: held.id, program_id: office.foreign_id });
    const heldId = payeeId({ user_id: held.id, program_id: null }, 'USD');
    const batch = await makeBatch(db, [own.id, heldId], { approval: true });
    const query = `select held::text from payout_batches where id = ${batch.id}`;
    const [before] = await ask<{ held: string }>(database().urls.owner, query);
    expect(before?.held).toContain('Held-Back');
    const { elsewhere, files } = await moved();
    expect(await ask(elsewhere, query)).toEqual([{ held: '[]' }]);
    expect(files.get('payout_batches.csv')?.toString()).not.toContain('Held-Back');
  });

  test('has the coins and tickets whose entries have moved', async () => {
    const db = database().everything;
    const { id: user_id } = await makeStranger();
    await db
      .insertInto('lilt_entries')
      .values([
        { user_id, amount: 500, kind: 'grant' },
        { user_id, amount: -100, kind: 'ticket' },
      ])
      .execute();
    const lent = await makeEvent(db, { program_id: office.foreign_id });
    await makeTickets(db, lent, 2, user_id);
    await db
      .insertInto('event_programs')
      .values({ event_id: lent.id, program_id: office.program_id })
      .execute();
    const own = await makeEvent(db, { program_id: office.program_id });
    await makeTickets(db, own, 3, user_id);
    const facts = `select u.lilt_balance::integer as balance, u.lilt_total::integer as total,
        (select json_agg(e.tickets order by e.id) from events e where e.id in (${lent.id}, ${own.id})) as tickets
      from site_users u where u.id = ${user_id}`;
    expect(await ask(database().urls.owner, facts)).toEqual([{ balance: 400, total: 500, tickets: [2, 3] }]);
    const { elsewhere } = await moved();
    expect(await ask(elsewhere, facts)).toEqual([{ balance: 0, total: 0, tickets: [0, 3] }]);
    const other = await ask(
      elsewhere,
      `select u.id from site_users u where u.lilt_balance <>
         (select coalesce(sum(e.amount), 0) from lilt_entries e where e.user_id = u.id)
       union all select v.id from events v where v.tickets <> (select count(*) from tickets t where t.event_id = v.id)`,
    );
    expect(other).toEqual([]);
  });

  test('is of staff the email only where the audit names them', async () => {
    const db = database().everything;
    const staff = (email: string) =>
      makeAdmin(db, { program_id: office.foreign_id, permissions: ['users'], email });
    const [silent, author] = [await staff('silent@example.org'), await staff('author@example.org')];
    const { program_id } = office;
    await db.updateTable('programs').set({ updated_by: silent.id }).where('id', '=', program_id).execute();
    await db
      .insertInto('audit_entries')
      .values({ admin_id: author.id, program_id, entity: 'program', entity_id: '1', action: 'update' })
      .execute();
    const { elsewhere, files } = await moved();
    const query = `select email, permissions, updated_by from admins where id in (${silent.id}, ${author.id}) order by id`;
    expect(await ask(elsewhere, query)).toEqual([
      { email: expect.stringMatching(/^[0-9a-f-]{36}@moved\.invalid$/), permissions: [], updated_by: null },
      { email: author.email, permissions: [], updated_by: null },
    ]);
    for (const [name, bytes] of files) expect([name, bytes.includes(silent.email)]).toEqual([name, false]);
  });

  test('is of a person the name alone, with an address for whoever signs in here', async () => {
    const db = database().everything;
    const told = {
      gulfpower_empid: 'told-number',
      site_address: 'told-site',
      experience: 'told-experience',
      student_profession: 'told-profession',
      more_about_you: 'told-more',
      other_information: 'told-information',
      lilt_delivery: '{"street":"told-street"}',
      password_hash: 'told-hash',
      locale: 'ja',
      timezone: 5,
      membership: 1,
      membership_at: '2026-01-02T03:04:05Z',
      daily_quiz_disabled: 1,
      daily_quiz_next_time: '2026-01-02T03:04:05Z',
      photo_id: (await makeUpload(db, { program_id: office.foreign_id })).id,
      banner_id: (await makeUpload(db, { program_id: office.foreign_id })).id,
    };
    const saver = await makeAdmin(db, {
      program_id: office.foreign_id,
      permissions: ['users'],
      email: 'told-staff@example.org',
    });
    const stranger = await makeStranger({ ...told, email: 'told-1@example.org', updated_by: saver.id });
    const member = await makeStranger({ ...told, email: 'member@example.org' });
    await db
      .insertInto('site_user_sites')
      .values({ user_id: member.id, program_id: office.program_id })
      .execute();
    const { elsewhere, files } = await moved();
    const read = async (url: string, id: number) =>
      (await ask<Record<string, unknown>>(url, `select * from site_users where id = ${id}`))[0] ?? {};
    const before = await read(database().urls.owner, stranger.id);
    const after = await read(elsewhere, stranger.id);
    const fresh = await read(
      database().urls.owner,
      (await makeSiteUser(db, { email: 'fresh@example.org' })).id,
    );
    const kept = [
      'id',
      'first_name',
      'last_name',
      'name_search',
      'program_id',
      'user_type',
      'status',
      'del_status',
      'approved',
      'viewable',
      'dateadded',
      'updated_at',
    ];
    const given = ['email', 'email_key', 'search', 'bounced_at'];
    for (const [name, value] of Object.entries(after).filter(([column]) => !given.includes(column)))
      expect([name, value]).toEqual([name, kept.includes(name) ? before[name] : fresh[name]]);
    expect(after.email).toMatch(/^[0-9a-f-]{36}@moved\.invalid$/);
    expect(after.bounced_at).not.toBeNull();
    const { bounced_at, email, locale, membership, site_address } = await read(elsewhere, member.id);
    expect({ bounced_at, email, locale, membership, site_address }).toEqual({
      bounced_at: null,
      email: 'member@example.org',
      locale: 'ja',
      membership: 1,
      site_address: '',
    });
    for (const [name, bytes] of files) expect([name, bytes.includes('told-')]).toEqual([name, false]);
    for (const id of [told.photo_id, told.banner_id])
      expect(await ask(elsewhere, `select from uploads where id = ${id}`)).toEqual([]);
  });

  test('lets people sign in whose whole program signs in here', async () => {
    const db = database().everything;
    const guest = await makeStranger({ email: 'guest@example.org' });
    const pair = { program_id: office.foreign_id, default_program_id: office.program_id };
    await db.insertInto('program_defaults').values(pair).execute();
    const { elsewhere } = await moved();
    await db.deleteFrom('program_defaults').where('program_id', '=', office.foreign_id).execute();
    expect(await ask(elsewhere, `select email from site_users where id = ${guest.id}`)).toEqual([
      { email: 'guest@example.org' },
    ]);
    expect(
      await ask(
        elsewhere,
        `select signs_in_on(${office.program_id}, ${guest.id}, ${office.foreign_id}) as is`,
      ),
    ).toEqual([{ is: true }]);
  });
});

describe('a file that was touched', () => {
  let files: Map<string, Buffer>;
  let elsewhere: string;
  beforeAll(async () => {
    files = await unpacked(whole.path);
    elsewhere = await emptyOffice();
  });

  /** Answers the words of the refusal, after which there is nothing. */
  const refusalOf = async (file: string): Promise<string> => {
    const error = await moveIn(file, elsewhere, 'nothing').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 400 });
    const rows = await ask(
      elsewhere,
      `select 1 from programs union all select 1 from site_users union all select 1 from charges
       union all select 1 from settings where name not in ('money', 'security')`,
    );
    expect(rows).toEqual([]);
    const store = await fileStore('nothing');
    for (const { path: image } of await ask<{ path: string }>(
      database().urls.owner,
      'select path from uploads limit 20',
    ))
      expect(await store.exists(image.replace('/storage/', ''))).toBe(false);
    return (error as Error).message;
  };
  const withFiles = (change: (changed: Map<string, Buffer>) => void) => {
    const changed = new Map(files);
    change(changed);
    return packed(changed);
  };
  const edited = (from: string, to: string) => (changed: Map<string, Buffer>) => {
    const text = changed.get('manifest.json')?.toString() ?? '';
    expect(text).toContain(from);
    changed.set('manifest.json', Buffer.from(text.replace(from, to)));
  };

  test('that is cut, or no ZIP, is refused', async () => {
    const bytes = await readFile(whole.path);
    const cut = path.join(folder(), 'cut.zip');
    for (const length of [bytes.length - 1, Math.floor(bytes.length / 2), 10, 0]) {
      await writeFile(cut, bytes.subarray(0, length));
      expect(await refusalOf(cut)).toMatch(/^The file is broken: /);
    }
  });

  test('with a changed byte anywhere is refused', async () => {
    const bytes = await readFile(whole.path);
    const changed = path.join(folder(), 'changed.zip');
    for (const name of ['lines.csv', 'users.csv', 'tickets.csv', 'manifest.json', 'images/']) {
      const place = bytes.indexOf(name) + 30;
      expect(place).toBeGreaterThan(30);
      const copy = Buffer.from(bytes);
      copy[place] = (copy[place] ?? 0) ^ 1;
      await writeFile(changed, copy);
      expect(await refusalOf(changed)).toMatch(/./);
    }
  });

  test('with another hash, count or sum in its manifest is refused', async () => {
    const sha256 = whole.manifest.files['classes.csv']?.sha256 ?? '';
    expect(await refusalOf(await withFiles(edited(sha256, '0'.repeat(64))))).toMatch(
      /^classes\.csv has been changed/,
    );
    const rows = `"rows": ${whole.manifest.files['charges.csv']?.rows},\n   "sha256": "${whole.manifest.files['charges.csv']?.sha256}`;
    expect(await refusalOf(await withFiles(edited(rows, rows.replace('"rows": ', '"rows": 1'))))).toMatch(
      /^charges\.csv holds \d+ rows/,
    );
    const [sum] = whole.manifest.sums;
    expect(
      await refusalOf(
        await withFiles(edited(`"earned": ${sum?.earned},`, `"earned": ${(sum?.earned ?? 0) + 1},`)),
      ),
    ).toMatch(/^The sums of .* are not those of the manifest/);
    expect(await refusalOf(await withFiles(edited('"version": 1', '"version": 2')))).toMatch(
      /^manifest\.json: version is of another version/,
    );
    expect(
      await refusalOf(await withFiles((changed) => changed.set('manifest.json', Buffer.from('{')))),
    ).toMatch(/no JSON/);
  });

  test('with money that was changed together with its hash is refused', async () => {
    const lines = files.get('lines.csv')?.toString() ?? '';
    const header = lines.split('\n', 1)[0]?.split(',') ?? [];
    const place = header.indexOf('paid');
    const rows = lines.split('\n').map((line) => line.split(','));
    const row = rows.find((cells, index) => index > 0 && Number(cells[place]) > 1);
    expect(row).toBeDefined();
    if (row) row[place] = String(Number(row[place]) - 1);
    const bytes = Buffer.from(rows.map((cells) => cells.join(',')).join('\n'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = await withFiles((changed) => {
      changed.set('lines.csv', bytes);
      edited(whole.manifest.files['lines.csv']?.sha256 ?? '', sha256)(changed);
    });
    expect(await refusalOf(file)).toMatch(/^The sums of .* are not those of the manifest/);
  });

  test('with coins or tickets that do not add up is refused', async () => {
    const spoiled = async (change: string) => {
      const office = await emptyOffice();
      await moveIn(whole.path, office);
      await ask(office, change);
      return (await out(office, null)).path;
    };
    const user = '(select min(user_id) from lilt_entries)';
    for (const column of ['lilt_balance', 'lilt_total'])
      expect(
        await refusalOf(await spoiled(`update site_users set ${column} = ${column} + 1 where id = ${user}`)),
      ).toMatch(/^The coins of user \d+ do not add up: /);
    expect(
      await refusalOf(
        await spoiled(`alter table events disable trigger user; update events set tickets = tickets + 1;
          alter table events enable trigger user`),
      ),
    ).toMatch(/^The tickets of event \d+ do not add up: it counts 4, and there are 3$/);
  });

  test('with a file more or less, or one that nothing names, is refused', async () => {
    expect(await refusalOf(await withFiles((changed) => changed.delete('charges.csv')))).toMatch(
      /charges\.csv is missing/,
    );
    expect(await refusalOf(await withFiles((changed) => changed.delete('manifest.json')))).toMatch(
      /manifest\.json is missing/,
    );
    expect(await refusalOf(await withFiles((changed) => changed.set('more.csv', Buffer.from('x'))))).toMatch(
      /does not name more\.csv/,
    );
    expect(await refusalOf(await withFiles((changed) => changed.set('evil.sh', Buffer.from('x'))))).toMatch(
      /it holds "evil\.sh"/,
    );
    const twice = [...files, ['charges.csv', Buffer.from('id\n')] as const];
    expect(await refusalOf(await packed(twice))).toMatch(/it holds charges\.csv twice/);
  });

  test('that leads out of its folder is refused', async () => {
    // The packer refuses such a name as well: it is written over one of the same length.
    const innocent = await packed([...files, ['images/00000000.png', Buffer.from('x')] as const]);
    const bytes = (await readFile(innocent))
      .toString('latin1')
      .replaceAll('images/00000000.png', '../../../etc/passwds');
    const file = path.join(folder(), 'leads-out.zip');
    for (const name of ['../../etc/passwd.xx', '/etc/cron.d/provost', 'images/../../a.sh.x']) {
      const named = bytes.replaceAll('../../../etc/passwds', name.padEnd(19, 'x').slice(0, 19));
      await writeFile(file, Buffer.from(named, 'latin1'));
      expect(await refusalOf(file)).toMatch(/^The file is broken: /);
    }
  });

  test('that unpacks to far more than it is, is refused before it does', async () => {
    const zeros = Buffer.alloc(300 * 1024 * 1024);
    const bomb = await packed([['charges.csv', zeros] as const]);
    expect(await refusalOf(bomb)).toMatch(/unpacks to far more/);
  });

  test('with rows that do not fit together is refused', async () => {
    const rows = files.get('class_programs.csv')?.toString() ?? '';
    const bytes = Buffer.from(rows.replace(/^\d+,/m, '2000000000,'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = await withFiles((changed) => {
      changed.set('class_programs.csv', bytes);
      edited(whole.manifest.files['class_programs.csv']?.sha256 ?? '', sha256)(changed);
    });
    expect(await refusalOf(file)).toMatch(/^The file does not fit together: .*class_programs/);
  });
});

test('nothing that is sealed, opens a door or says where money goes is in it', async () => {
  const entries = await openEntries(whole.path, 1e9);
  const doors = [...entries.names].filter((name) =>
    /payment_se|key|^sessions|secret|token_|password|payout_[df]/.test(name),
  );
  // It opens nothing: references of erased people are found again by it, wherever the program is.
  expect(doors).toEqual(['erased_reference_keys.csv']);
  const users = await text(entries.read('users.csv'));
  expect(users.split('\n', 1)[0]).toContain('password_hash');
  entries.close();
});
