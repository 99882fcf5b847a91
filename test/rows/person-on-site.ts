/** Somebody with a rare name who does on a site, and has done to them, whatever there is to do. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { fanOut } from '../../features/programs/webhooks/server/fan-out.ts';
import { settleRefund } from '../../features/transactions/refunds/server/settle.ts';
import { transact } from '../../server/context.ts';
import { deliverDueMails } from '../../server/mail/deliver-mails.job.ts';
import {
  makeClass,
  makeInstructor,
  makeProduct,
  makeProgram,
  makeSiteKey,
  makeSiteUser,
} from '../factories.ts';
import type { Call, TestApp } from '../harness.ts';
import { system } from '../system.ts';
import { makeImport } from './imports.ts';
import { makeWebhook } from './webhooks.ts';

let made = 0;

/** Apostrophe, umlaut and ampersand are written otherwise in pages, addresses of the web and mails. */
function rareName() {
  made += 1;
  const first_name = `Jürgén${made}`;
  const last_name = `O'Grünquill-Vath${made}`;
  const facts = {
    first_name,
    last_name,
    email: `juergen.o'grun${made}@vath.example`,
    old_email: `jo+vath${made}@quill.example`,
    phone: `+49 171 555 ${70_000 + made}`,
    company: `Vath${made} & O'Grünquill Söhne`,
  };
  return { ...facts, wanted: Object.values(facts) };
}

export async function makePersonOnSite(app: TestApp, staff: Call & { admin_id: number }) {
  const { everything: db } = app.platform.database;
  const who = rareName();
  const { first_name, last_name, email, old_email, phone, company } = who;
  const whole = `${first_name} ${last_name}`;
  const { id: program_id } = await makeProgram(db);
  const { site_key } = await makeSiteKey(db, program_id);
  const headers = { authorization: `Bearer ${site_key}` };
  const site = async (method: 'POST' | 'PATCH', url: string, body: unknown) => {
    const answer = await app.call(method, `/api/site/${url}`, body, headers);
    expect(answer.status, `${url}: ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  const office = async (...request: Parameters<Call>) => {
    const answer = await staff(...request);
    expect(answer.status, `${request[1]}: ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  await makeWebhook(db, {
    program_id,
    kinds: ['user.changed', 'charge.changed', 'session.changed', 'coin.changed'],
  });
  const { results } = await site('POST', 'users', {
    reference: email,
    email: old_email,
    first_name,
    last_name,
    user_type: 'I',
    send_email: true,
  });
  const { id } = results[0];
  await office('PATCH', `site-user/${id}`, { user_data: { email, more_about_you: `Ask ${first_name}` } });

  const own = await makeClass(db, {
    program_id,
    instructor_id: id,
    class_name: `Drawing with ${whole}`,
    description: `<p>${first_name} O&#39;Grünquill-Vath${made} draws. Call ${phone}</p>`,
    additional_info: `Write to ${email}`,
  });
  await site('POST', 'sessions', {
    reference: `lesson of ${email}`,
    class_id: own.id,
    start_at: '2026-05-01T10:00:00Z',
    end_at: '2026-05-01T11:00:00Z',
  });
  const other = await makeInstructor(db, { program_id });
  const sold = await makeClass(db, { program_id, instructor_id: other.id });
  const sale = {
    reference: `order of ${email}`,
    type: 'class',
    class_id: sold.id,
    user_id: id,
    amount: 4999,
    currency: 'USD',
    provider_ref: `bank ${email}`,
    description: `For ${whole} (${company})`,
  };
  const charge_id = (await site('POST', 'charges', sale)).results[0].id;
  await site('POST', 'charges', {
    ...sale,
    user_id: undefined,
    reference: `waiting of ${email}`,
    user_reference: `unknown ${email}`,
    provider_ref: `cash ${email}`,
  });
  const wish = await site('POST', 'refund-requests', {
    reference: `wish of ${email}`,
    charge_id,
    user_id: id,
    amount: 100,
    reason: `I, ${first_name}, am ill`,
  });
  // By somebody else: who has changed the email decides nothing of what the user asks.
  const approver = await app.as({ permissions: ['superadmin'] });
  expect((await approver('POST', `refund/${wish.results[0].id}/refund`)).status).toBe(200);
  const { id: refund } = await db
    .selectFrom('refunds')
    .select('id')
    .where('charge_id', '=', charge_id)
    .executeTakeFirstOrThrow();
  await db.updateTable('refunds').set({ state: 'sending' }).where('id', '=', refund).execute();
  await transact(system(db), (tx) => settleRefund(tx, refund, { state: 'succeeded' }));
  await office('PATCH', `charge-refund/${refund}`, { returned: 1 });
  await site('POST', 'coins', {
    reference: `coins of ${email}`,
    user_id: id,
    amount: 50,
    reason: `Quiz by ${whole}`,
  });
  const { id: comment } = await db
    .insertInto('class_comments')
    .values({ class_id: sold.id, user_id: id, message: `Greetings, ${first_name}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await office('DELETE', `comment/${comment}`);
  const product = await makeProduct(db, { program_id });
  const buying = {
    reference: `gift of ${email}`,
    user_id: id,
    product_id: product.id,
    price: 20,
  };
  await app.call('POST', '/api/site/purchases', buying, headers);
  for (const screen of ['/users', '/transactions']) {
    const search = new URLSearchParams({ name: whole, email }).toString();
    await office('POST', 'view', { data: { screen, name: whole, search } });
  }
  await office('POST', 'view', {
    data: { screen: '/users', name: `${whole} again`.padEnd(80, '.'), search: '' },
  });

  const form = new FormData();
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), `${whole}.png`);
  const photo_id = (await site('POST', 'uploads', form)).id;
  await site('PATCH', `users/${id}`, { photo_id });
  await makeSiteUser(db, { program_id, photo_id });
  await db
    .insertInto('payment_settings')
    .values({ user_id: id, made_out_to: company, sent_to: `${whole}, ${phone}` })
    .execute();

  const html = `<p>Dear ${last_name.replaceAll("'", '&#39;')}, ${company.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')}</p>`;
  const { id: mail } = await db
    .insertInto('mails')
    .values({
      to_address: 'staff@example.com',
      subject: `Über ${whole}`,
      body_text: `${whole} wrote from ${email}`,
      body_html: `<p>${whole.replaceAll("'", '&#39;')}</p>${html}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: old } = await db
    .insertInto('mails')
    .values({
      to_address: 'staff@example.com',
      subject: `Von ${whole}`,
      body_text: `Dear ${whole}, ${phone}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await deliverDueMails(app.platform);
  // As after 30 days: the row is empty, the file that was kept is not.
  await db
    .updateTable('mails')
    .set({ subject: '', body_text: '', body_html: null })
    .where('id', '=', old)
    .execute();
  await writeFile(path.join(app.platform.config.dataDir, 'mail', '.000001.eml.part'), `To: ${email}\n`);

  const import_id = await makeImport(db, {
    kind: 'charges',
    mapping: { email: 'email' },
    program_id,
    file_name: `${'x'.repeat(80)} ${whole}.csv`,
  });
  await db
    .insertInto('site_import_rows')
    .values([
      { import_id, line: 2, outcome: 'created', reference: `import of ${email}`, booked_id: charge_id },
      {
        import_id,
        line: 3,
        outcome: 'rejected',
        reason: `There is no user ${email}`,
        cells: JSON.stringify([email, whole]),
      },
    ])
    .execute();
  await fanOut(app.platform, new AbortController().signal);
  return { id, program_id, charge_id, mail, whole, headers, sale, ...who };
}
