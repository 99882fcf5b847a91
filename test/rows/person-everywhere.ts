/** Somebody of whom everything is held that can be held of anybody, and a look for it wherever things are kept. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { decrypt, payoutFileOf } from '../../server/encryption.ts';
import {
  ADMIN_PASSWORD,
  makeClass,
  makeProduct,
  makeProgram,
  makePurchase,
  makeSiteUser,
} from '../factories.ts';
import type { Call, TestApp } from '../harness.ts';
import { settle } from '../models/paying.ts';
import { makeCharge } from './charges.ts';
import { makeImport } from './imports.ts';

let made = 0;

/** Unlike anybody else's; `wanted` is what a search looks for. */
export function unlikeOthers() {
  made += 1;
  const mark = `${String.fromCodePoint(97 + (made % 26))}${made}`;
  const first_name = `Zephyrine${mark}`;
  const last_name = `Quillfeather${mark}`;
  const facts = {
    first_name,
    last_name,
    email: `zephyrine.${mark}@quill.example`,
    old_email: `zeph+old.${mark}@quill.example`,
    phone: `+1 555 0177 ${4000 + made}`,
    street: `${700 + made} Quince Tree Lane`,
    account: `98765432${1000 + made}`,
  };
  return { ...facts, wanted: Object.values(facts) };
}
export type Unlike = ReturnType<typeof unlikeOthers>;

/** An instructor who was paid, who bought something, wrote, was written of, imported, mailed and pictured. */
export async function makePersonEverywhere(app: TestApp, call: Call & { admin_id: number }) {
  const { everything: db } = app.platform.database;
  const who = unlikeOthers();
  const { first_name, last_name, email, old_email, phone, street, account } = who;
  const whole = `${first_name} ${last_name}`;
  const program_id = (await makeProgram(db)).id;
  const delivery = {
    name: whole,
    street,
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
    phone,
    country_id: 'us',
  };
  const person = await makeSiteUser(db, {
    user_type: 'I',
    program_id,
    first_name,
    last_name,
    email: old_email,
  });
  const { id } = person;
  await call('PATCH', `site-user/${id}`, {
    user_data: { email, more_about_you: `I am ${whole}`, experience: `Taught as ${last_name}` },
  });
  await call('PATCH', `site-user/${id}`, { user_data: { lilt_delivery: delivery } });
  await db
    .updateTable('site_users')
    .set({ lilt_delivery: JSON.stringify(delivery) })
    .where('id', '=', id)
    .execute();
  await call('PATCH', `user/${id}/payment-settings`, {
    paid_by: 'direct',
    fields: { direct: { routing_number: '021000021', account } },
    password: ADMIN_PASSWORD,
  });
  await settle(db, id);
  const class_ = await makeClass(db, { instructor_id: id, program_id, description: `By ${whole}` });
  const charge = await makeCharge(db, { class_id: class_.id, instructor_id: id, program_id });
  await makeCharge(db, {
    class_id: class_.id,
    instructor_id: id,
    program_id,
    student_id: id,
    description: `For ${whole}`,
  });
  await writeOf(app, call.admin_id, { ...who, id, whole, program_id, class_id: class_.id });
  return { id, program_id, class_id: class_.id, charge_id: charge.id, whole, ...who };
}

type Of = Unlike & { id: number; whole: string; program_id: number; class_id: number };

async function writeOf(app: TestApp, admin_id: number, of: Of): Promise<void> {
  const { everything: db } = app.platform.database;
  const { id, whole, email, phone, street, program_id, class_id, first_name, last_name } = of;
  const json = JSON.stringify;
  await db
    .insertInto('class_comments')
    .values([
      { class_id, user_id: id, message: `${first_name} was here` },
      { class_id, user_id: (await makeSiteUser(db)).id, message: `Thanks, ${whole} of ${street}` },
    ])
    .execute();
  await db
    .insertInto('mails')
    .values([
      { to_address: email.toUpperCase(), subject: `Dear ${first_name}`, body_text: `Hello ${last_name}` },
      {
        to_address: 'staff@example.com',
        subject: `About ${whole}`,
        body_text: `${whole} (${email}), Ms ${last_name}, moved to ${street}`,
      },
    ])
    .execute();
  await db
    .insertInto('lilt_entries')
    .values({ user_id: id, amount: 5, kind: 'grant', reason: `For ${whole}` })
    .execute();
  await db
    .insertInto('site_facts')
    .values({
      program_id,
      kind: 'charge',
      reference: `of ${id}`,
      body: json({ user: { email, note: `Ms ${last_name}` } }),
      key_id: null,
    })
    .execute();
  await db
    .insertInto('unmatched_payments')
    .values({
      provider_ref: `pi_${id}`,
      amount: 100,
      currency: 'USD',
      payer: email,
      paid_at: '2026-01-01T00:00:00Z',
      named: json({ name: whole }),
    })
    .execute();
  await db
    .insertInto('saved_views')
    .values({ admin_id, screen: '/users', name: `View ${id}`, search: `name=${encodeURIComponent(email)}` })
    .execute();
  await db
    .insertInto('exports')
    .values({
      file_name: `${String(id).padStart(32, '0')}.csv`,
      admin_id,
      program_id: 0,
      kind: 'site-users',
      filters: json({ name: whole }),
      state: 'done',
      bytes: 10,
      attempts: 1,
    })
    .execute();
  await app.platform.files.put(
    `reports/${String(id).padStart(32, '0')}-1.csv`,
    Buffer.from(`id,name\n${id},${whole}\n`),
  );
  const import_id = await makeImport(db, {
    kind: 'users',
    mapping: { email: 'email' },
    program_id,
    samples: json({ email: [email], name: [whole] }),
    file_name: `${whole}.csv`,
    state: 'ready',
    file_path: `user-imports/of-${id}.csv`,
  });
  await app.platform.files.put(`user-imports/of-${id}.csv`, Buffer.from(`email,name\n${email},${whole}\n`));
  await db
    .insertInto('user_import_rows')
    .values({
      import_id,
      line: 2,
      outcome: 'updated',
      user_id: id,
      email_key: email,
      before: json({ first_name, email }),
      cells: json([email, whole]),
    })
    .execute();
  const product = await makeProduct(db, { program_id });
  const purchase = await makePurchase(db, { user_id: id, product_id: product.id });
  const { id: fulfilment_id } = await db
    .insertInto('fulfilments')
    .values({ admin_id, program_id, file_name: `${String(id).padStart(32, 'f')}.csv` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sent = json({
    id: purchase.id,
    product: product.name,
    name: whole,
    email,
    address: [street, 'Springfield'],
    phone,
    notes: 'Ring',
    amount: null,
    currency: null,
    method: null,
  });
  await db
    .updateTable('gift_purchases')
    .set({ fulfilment_id, sent, tracking_number: '1Z' })
    .where('id', '=', purchase.id)
    .execute();
}

/** Ways in which a text may stand in pages, documents, addresses of the web and mails. */
function spelled(text: string): string[] {
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const search = new URLSearchParams({ q: text }).toString().slice(2);
  const ways = [text, html, search, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)];
  for (const quote of ['&#39;', '&#x27;', '&apos;']) ways.push(html.replaceAll("'", quote));
  return [...new Set(ways.map((way) => way.toLowerCase()))];
}

/** What a mail says: quoted-printable and base64 as text, beside what it is. */
function readable(bytes: Buffer): string {
  const raw = bytes.toString('utf8');
  const soft = raw.replaceAll(/=\r?\n/g, '');
  const quoted = Buffer.from(
    soft.replaceAll(/=([\da-f]{2})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
  const blocks = raw.match(/(?:^[\w+/]{20,}={0,2}\r?\n?)+/gm) ?? [];
  const words = [...raw.matchAll(/=\?utf-8\?b\?([\w+/=]+)\?=/gi)].map(([, word = '']) => word);
  const decoded = [...blocks, ...words].map((block) => Buffer.from(block, 'base64').toString('utf8'));
  return [raw, quoted, quoted.replaceAll('_', ' '), ...decoded].join('\n').toLowerCase();
}

/** Places in which one of the texts stands: rows of any table as text, files of the store, kept mails and payment files. */
export async function placesOf({ ownerUrl, platform }: TestApp, texts: readonly string[]): Promise<string[]> {
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  const found: string[] = [];
  const wanted = texts.flatMap(spelled);
  const has = (bytes: Buffer) => {
    const text = readable(bytes);
    return wanted.some((one) => text.includes(one));
  };
  const { rows: tables } = await owner.query<{ name: string; bytes: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name, array(select quote_ident(a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'bytea'::regtype and not a.attisdropped) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`,
  );
  for (const { name, bytes } of tables) {
    const said = ['t::text', ...bytes.map((column) => `encode(t.${column}, 'escape')`)].join();
    const { rows } = await owner.query<{ row: string }>(
      `select t::text as row from ${name} t where exists (select from unnest($1::text[]) w (said)
         where strpos(lower(concat(${said})), w.said) > 0)`,
      [wanted],
    );
    for (const { row } of rows) found.push(`${name}: ${row.slice(0, 300)}`);
  }
  const { rows: sealed } = await owner.query<{ batch_id: number; sealed: Buffer }>(
    'select batch_id, sealed from payout_files',
  );
  for (const file of sealed)
    if (has(decrypt(platform.paymentKey, payoutFileOf(file.batch_id), file.sealed)))
      found.push(`file of batch ${file.batch_id}`);
  await owner.end();
  const files = await readdir(platform.config.dataDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile())) {
    const at = path.join(file.parentPath, file.name);
    if (has(await readFile(at))) found.push(at);
  }
  return found;
}

/** Sums of every ledger. */
export async function ledgerSums({ ownerUrl }: TestApp) {
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  const { rows } = await owner.query(`select
    (select sum(amount) from charges) as charges, (select sum(amount - refunded) from charge_lines) as lines,
    (select sum(amount) from payouts) as payouts, (select sum(amount) from refunds) as refunds,
    (select sum(amount) from payout_adjustments) as adjustments, (select sum(amount) from lilt_entries) as coins,
    (select sum(lilt_balance) from site_users) as balances, (select count(*) from site_users) as people,
    (select count(*) from charge_lines) as shares, (select sum(amount) from membership_parts) as membership`);
  await owner.end();
  return rows[0];
}
