import { type PassThrough, Readable } from 'node:stream';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { notFound } from '../../../../core/errors.ts';
import type { Context } from '../../../../server/context.ts';
import type { Snapshot } from '../../../../server/db/client.ts';
import { STORAGE } from '../../../../server/http/storage.ts';
import { exportOfZip } from '../../../exports/server/kinds.ts';
import { openedDetails } from '../../../payouts/batches/server/batch-file.ts';
import { secretsOf } from '../../../users/payment-settings/server/payment-secrets.ts';
import { erasureContract } from '../../contract.ts';
import { readmeOf } from './user-data-words.ts';

/** Columns that open something, and are nothing to be read. */
const SECRET = ['password_hash', 'token_hash', 'sealed', 'needles', 'waits_for'];

/** Columns that tell of somebody else where a row is the person's by another column than the one named. */
const OF_OTHERS: Record<string, { unless: string; columns: readonly string[] }> = {
  charges: {
    unless: 'student_id',
    columns: ['provider_charge', 'subscription', 'code', 'code_key', 'description'],
  },
};

export const USER_DATA = exportOfZip<{ id: number }>({
  name: 'user-data',
  saved_as: 'user-data',
  access: erasureContract.userData['~orpc'].meta.access,
  zip: (context, { id }) => dataOf(context, id),
});

/**
 * A text that says what each file is, and a JSON file for each table with rows of the person, by the keys of the database,
 * so that no table is forgotten; with payout details in the clear, what was mailed, also to addresses of before, the audit
 * of the person, and pictures. Who else stands in a row is left out. All of one moment; some rows at a time are in memory.
 * 404 where there is nobody.
 */
async function* dataOf(context: Context, id: number): AsyncGenerator<Buffer> {
  const snapshot = await context.platform.database.snapshot(context.actor.program_id);
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const sources: Readable[] = [];
  zip.on('error', (error: Error) => output.destroy(error));
  // The ZIP hears of no error of what it reads, and one that nobody hears ends the process.
  const read = (rows: AsyncIterable<Buffer>): Readable => {
    const source = Readable.from(rows);
    sources.push(source);
    return source.on('error', (error) => output.destroy(error));
  };
  try {
    const { client } = snapshot;
    const { rowCount } = await client.query('select from site_users where id = $1', [id]);
    if (!rowCount) notFound();
    const lists: JsonFile[] = [];
    for (const list of [...(await tablesOfPerson(client, id)), ...recordsOfPerson(id)]) {
      const { rows } = await client.query<{ some: boolean }>(`select exists (${list.query}) as some`);
      if (rows[0]?.some) lists.push(list);
    }
    const accounts = (await accountsOf(context, id)).filter(({ rows }) => rows.length > 0);
    const pictures = await picturesOf(context, id);
    const names = [...lists, ...accounts].map(({ name }) => name);
    zip.addBuffer(Buffer.from(readmeOf(names, pictures.length)), 'README.txt');
    for (const { name, query } of lists) zip.addReadStream(read(jsonOf(client, query)), `${name}.json`);
    for (const { name, rows } of accounts)
      zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${name}.json`);
    for (const path of pictures)
      zip.addReadStream(read(pieces(context, path)), `images/${path.slice(path.lastIndexOf('/') + 1)}`, {
        compress: false,
      });
    zip.end();
    yield* output as AsyncIterable<Buffer>;
  } finally {
    output.destroy();
    for (const source of sources) source.destroy();
    await snapshot.client.end();
  }
}

type Client = Snapshot['client'];
type JsonFile = { name: string; query: string };

const ROWS_AT_A_TIME = 500;

async function* jsonOf(client: Client, query: string): AsyncGenerator<Buffer> {
  await client.query(`declare person_rows no scroll cursor for ${query}`);
  let before = '[\n';
  for (;;) {
    const { rows } = await client.query<{ row: unknown }>(`fetch ${ROWS_AT_A_TIME} from person_rows`);
    if (rows.length === 0) break;
    yield Buffer.from(before + rows.map(({ row }) => JSON.stringify(row, null, 2)).join(',\n'));
    before = ',\n';
  }
  await client.query('close person_rows');
  yield Buffer.from('\n]\n');
}

async function tablesOfPerson(client: Client, id: number): Promise<JsonFile[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.conrelid::regclass::text as table, array_agg(distinct a.attname::text) as columns
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'site_users'::regclass group by 1
    union all select 'site_users', array['id'] order by 1`);
  return rows.map(({ table, columns }) => ({
    name: table,
    query: `select to_jsonb(t) - '{${SECRET.join()}}'::text[] ${withoutOthers(table, columns, id)} as row from ${table} t
      where ${columns.map((column) => `t.${column} = ${id}`).join(' or ')}`,
  }));
}

/** Returns the SQL that empties, in a row of the person, the columns that name or tell of another. */
function withoutOthers(table: string, columns: readonly string[], id: number): string {
  const others = OF_OTHERS[table];
  const emptied = [
    ...(columns.length > 1 ? columns.map((column) => ({ unless: column, columns: [column] })) : []),
    ...(others ? [others] : []),
  ];
  return emptied
    .map(({ unless, columns: of }) => {
      const nothing = JSON.stringify(Object.fromEntries(of.map((column) => [column, null])));
      return `|| case when t.${unless} = ${id} then '{}'::jsonb else '${nothing}' end`;
    })
    .join(' ');
}

/** Returns what is found by an address or the number. An address of before counts while nobody else has it; what went there in others' time is theirs. */
function recordsOfPerson(id: number): JsonFile[] {
  const addresses = `select distinct address_key(a.said #>> '{}') as address
    from documents_of_person(${id}) d (document), jsonb_path_query(d.document, 'strict $.**.email') a (said)
    where jsonb_typeof(a.said) = 'string' and a.said #>> '{}' <> ''
      and not exists (select from site_users u where u.id <> ${id} and u.email_key = address_key(a.said #>> '{}'))
      and not exists (select from admins s where s.email = address_key(a.said #>> '{}'))`;
  return Object.entries({
    addresses: `select to_jsonb(a.address) as row from (${addresses}) a order by 1`,
    // Tagged as SQL, which is no text for anybody.
    mails: String.raw`select to_jsonb(m) - 'secret_seed' as row from mails m
      where address_key(m.to_address) in (${addresses}) and not exists (select from (${spellsOfOthers(id, addresses)}) s
        where s.address = address_key(m.to_address) and m.created_at >= s.from_at and m.created_at < s.until_at)
      order by m.id`,
    audit: `select to_jsonb(e) - '{admin_id,address,request_id,trace_id}'::text[] as row from audit_entries e
      where e.entity = 'site_user' and e.entity_id = '${id}' order by e.id`,
    versions: `select to_jsonb(v) as row from record_versions v
      where v.entity = 'site_user' and v.entity_id = ${id} order by v.id`,
    site_facts: `select to_jsonb(f) - 'key_id' as row from site_facts f
      where f.body ->> 'user_id' = '${id}' order by f.told_at`,
  }).map(([name, query]) => ({ name, query }));
}

/** Returns when others had one of the addresses: users by their versions, admins by what was changed of them. */
function spellsOfOthers(id: number, addresses: string): string {
  return `with own (address) as materialized (${addresses})
    select address_key(v.row ->> 'email') as address, v.at as from_at, coalesce(v.until_at, 'infinity') as until_at
    from record_versions v where v.entity = 'site_user' and v.entity_id <> ${id}
      and address_key(v.row ->> 'email') in (select address from own)
    union all select address_key(e.before ->> 'email'), coalesce((select max(t.at) from audit_entries t
      where t.entity = 'admin' and t.entity_id = e.entity_id and t.id < e.id and t.after ->> 'email' = e.before ->> 'email'),
      a.created_at), e.at
    from audit_entries e join admins a on a.id::text = e.entity_id
    where e.entity = 'admin' and e.before ->> 'email' <> e.after ->> 'email'
      and address_key(e.before ->> 'email') in (select address from own)`;
}

async function accountsOf(context: Context, id: number): Promise<{ name: string; rows: object[] }[]> {
  const { db, platform } = context;
  const payouts = await db
    .selectFrom('payouts as p')
    .innerJoin('payout_details as d', 'd.payout_id', 'p.id')
    .select(['p.id', 'd.sealed'])
    .where('p.user_id', '=', id)
    .orderBy('p.id')
    .execute();
  const secrets = await secretsOf(context, id);
  return [
    { name: 'payment_accounts', rows: Object.keys(secrets).length > 0 ? [secrets] : [] },
    {
      name: 'payout_accounts',
      rows: payouts.map(({ id: payout_id, sealed }) => ({
        payout_id,
        ...openedDetails(platform, payout_id, sealed),
      })),
    },
  ];
}

async function picturesOf({ db, platform }: Context, id: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select distinct p.path from site_users u join uploads s on s.id in (u.photo_id, u.banner_id)
      join uploads p on p.id in (s.id, s.original_id) where u.id = ${id} order by 1`.execute(db);
  const there = await Promise.all(
    rows.map(async ({ path }) => ((await platform.files.exists(path.slice(STORAGE.length))) ? [path] : [])),
  );
  return there.flat();
}

async function* pieces({ platform }: Context, path: string): AsyncGenerator<Buffer> {
  const stored = await platform.files.get(path.slice(STORAGE.length));
  if (stored) yield* stored as AsyncIterable<Buffer>;
}
