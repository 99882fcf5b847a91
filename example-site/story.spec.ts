import { expect, type Page, test } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { type ApiCall, apiAs } from '../test/e2e/api.ts';
import { signIn } from '../test/e2e/session.ts';
import { holdToasts } from '../test/e2e/waiting/toasts.ts';

/** Brightside Courses, a class of Ada Lovelace's, and her code. */
const SITE = '/site/brightside';
const PROGRAM = 2;
const CLASS = 1;
const CODE = 'ADA20';
const ADA = 'ada.lovelace@example.org';
const PASSWORD = 'a password of hers';

const DAY_MS = 24 * 60 * 60 * 1000;
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

test('a student buys, attends, wins and asks for her money back; staff pay the instructor, and all see the same cents', async ({
  page,
  browser,
  baseURL,
}) => {
  const staff = await apiAs(baseURL, 'superadmin');
  const site = siteCalls(baseURL);
  const office = await (await browser.newContext({ baseURL })).newPage();
  await holdToasts(office);
  await signIn(office, 'superadmin');
  // Other tests sell to people as well, and some of them at the same moment: nobody else has her name.
  const surname = `Hermann ${crypto.randomUUID().slice(0, 8)}`;
  const email = `grete-${Date.now()}@example.com`;

  // Grete signs up in German and buys with a referral code.
  await page.goto(`${SITE}/checkout?class=${CLASS}&code=${CODE}&locale=de`);
  await page.getByRole('link', { name: 'Registrieren' }).click();
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Grete');
  await page.getByRole('textbox', { name: 'Nachname' }).fill(surname);
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByLabel('Passwort').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Registrieren' }).click();
  await page.getByRole('button', { name: '11,99 $ bezahlen' }).click();
  await expect(page.getByRole('status')).toHaveText('Danke! Dein Platz ist gebucht.');

  // Staff see the sale, with the code, at once.
  await office.goto('/transactions');
  const sale = office.locator('tr[data-row]').filter({ hasText: `Grete ${surname}` });
  await expect(sale).toContainText('11.99');
  const charge = Number(await sale.getAttribute('data-row'));
  const { user } = await site('sign-in', { email, password: PASSWORD });

  // She attends a session that is on.
  await site('sessions', {
    reference: `story-${user.id}`,
    class_id: CLASS,
    start_at: later(-60_000),
    end_at: later(60 * 60_000),
  });
  await page.goto(`${SITE}/account`);
  await page.getByRole('button', { name: 'Live teilnehmen' }).first().click();
  await expect(page.getByRole('status')).toHaveText('Notiert. Viel Freude im Kurs!');

  // With coins that the site gives she buys tickets, and wins what staff draw.
  const event = await staff('POST', 'lilt-event', {
    data: {
      name: `A lathe for ${user.id}`,
      description: '',
      type: 'giveaway',
      price: null,
      ticket_price: 2.5,
      usd_price: 0,
      available: 10,
      product_id: (await someProduct(baseURL)) as number,
      start_at: later(-DAY_MS),
      end_at: later(DAY_MS),
      active: 1,
      program_id: PROGRAM,
    },
  });
  expect(event.status, JSON.stringify(event.body)).toBe(200);
  const { id: event_id } = event.body.event;
  await site('coins', { reference: `story-${user.id}`, user_id: user.id, amount: 10, reason: 'Quiz' });
  await page.goto(`${SITE}/events/${event_id}`);
  await page.getByRole('spinbutton', { name: 'Anzahl' }).fill('3');
  await page.getByRole('button', { name: 'Lose kaufen' }).dblclick();
  await expect(page.getByRole('status')).toHaveText('Deine Lose sind gebucht. Viel Glück!');
  await expect(page.getByRole('link', { name: `A lathe for ${user.id}` })).toHaveCount(3);
  await page.getByRole('link', { name: 'Münzen' }).click();
  await expect(page.locator('.balance')).toHaveText('2,5 Münzen');

  expect((await staff('POST', `lilt-event/${event_id}/end`, { reason: 'The story goes on' })).status).toBe(
    200,
  );
  const proposal = (await staff('GET', `lilt-event/${event_id}/draw`)).body;
  const drawn = await staff('POST', `lilt-event/${event_id}/draw-final`, {
    id: proposal.id ?? proposal.user?.id,
    token: proposal.token,
  });
  expect(drawn.status, JSON.stringify([proposal, drawn.body])).toBe(200);
  await page.goto(`${SITE}/events/${event_id}`);
  await expect(page.getByText(`Gewinnlos: ${drawn.body.ticket}`)).toBeVisible();
  await page.goto(`${SITE}/account/purchases`);
  const prize = page.getByRole('listitem').filter({ hasText: 'Gewonnen' });
  await prize.getByText('Lieferadresse').click();
  for (const [name, value] of [
    ['Name', `Grete ${surname}`],
    ['Straße', '1 Main Street'],
    ['Postleitzahl', '62701'],
    ['Ort', 'Springfield'],
    ['Bundesland oder Region', 'IL'],
  ] as const)
    await prize.getByRole('textbox', { name, exact: true }).fill(value);
  await prize.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByRole('status')).toHaveText('Gespeichert.');

  // Ada reads what she earns by it, explained; it is what staff are told of her part.
  const { results } = await site('users', { email: ADA, password: PASSWORD });
  expect(results[0].errors).toEqual([]);
  const instructor = await (await browser.newContext({ baseURL, locale: 'en-US' })).newPage();
  await instructor.goto(`${SITE}/sign-in`);
  await instructor.getByRole('textbox', { name: 'Email' }).fill(ADA);
  await instructor.getByLabel('Password').fill(PASSWORD);
  await instructor.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  const line = await lineOf(instructor, charge, baseURL);
  const explained = (await staff('GET', `charge/${charge}/explain`)).body;
  expect(JSON.stringify(explained)).toContain((line.amount / 100).toFixed(2));
  const entry = instructor.getByRole('listitem').filter({ hasText: line.explanation }).first();
  await expect(entry).toContainText(money(line.amount));
  await entry.getByText('How it was worked out').click();
  await expect(entry.getByText(line.explanation, { exact: true })).toBeVisible();

  // Staff pay her, the new line with the rest; she reads the payout and its statement, to the cent.
  const payout = await pay(office, staff, charge);
  await instructor.goto(`${SITE}/account/payouts`);
  const paidOut = instructor
    .getByRole('listitem')
    .filter({ hasText: money(payout.amount) })
    .first();
  await expect(paidOut).toContainText(money(line.amount));
  await expect(paidOut).toContainText('On its way');
  const { payouts } = await read(baseURL, 'users/1/payouts');
  const told = payouts.find(({ lines }: Payout) => lines.some(({ charge_id }) => charge_id === charge));
  expect(told.amount).toBe(payout.amount);
  expect(sumOf(told.lines)).toBe(payout.amount);
  await lineOf(instructor, charge, baseURL);
  // Others buy the same class of her at the same time, which is not paid yet.
  const paid = instructor
    .getByRole('listitem')
    .filter({ hasText: line.explanation })
    .filter({ hasText: 'Paid' });
  await expect(paid.first()).toContainText(money(line.amount));
  const statement = await statementOf(instructor);
  const sold = statement.filter((row) => row.Sale === String(charge));
  expect(sold.map((row) => [row.Earned, row['Refunded'], row.Currency, row.Payout])).toEqual([
    [(line.amount / 100).toFixed(2), '0.00', 'USD', String(told.id)],
  ]);
  let before = await monthOf(baseURL);
  // Others buy of her at the same time: both are read again until nothing came between.
  await expect(async () => {
    before = await monthOf(baseURL);
    await instructor.goto(`${SITE}/account/earnings`);
    const month = instructor.getByRole('listitem').filter({ hasText: money(before.earned) });
    const texts = (await month.allTextContents()).join();
    for (const amount of [before.paid, before.open]) expect(texts).toContain(money(amount));
  }).toPass();

  // She asks for her money back; staff see it, approve, and all of it is gone again.
  await page.goto(`${SITE}/account/payments`);
  await page.locator('summary', { hasText: 'Erstattung anfragen' }).click();
  await page.getByRole('textbox', { name: 'Grund' }).fill('Krank geworden');
  await page.getByRole('button', { name: 'Erstattung anfragen' }).click();
  await expect(page.getByText('Wartet auf eine Entscheidung')).toBeVisible();
  await office.goto('/refunds');
  await expect(office.locator('tr[data-row]').filter({ hasText: `Grete ${surname}` })).toContainText('11.99');
  const [request] = (await staff('GET', `refunds?charge_id=${charge}`)).body.refunds;
  expect((await staff('POST', `refund/${request.id}/refund`)).status).toBe(200);
  await expect(async () => {
    await page.reload();
    expect(await page.getByText(/^Erstattet: 11,99\s\$$/).isVisible()).toBe(true);
  }).toPass();
  await expect(page.getByText('Genehmigt')).toBeVisible();
  const given = await lineOf(instructor, charge, baseURL);
  expect(given.refunded).toBe(line.amount);

  // What Ada was paid and the student has back is hers to give: nothing is lost, nothing is made.
  // Others may sell of hers meanwhile, which adds to what is earned and open alike.
  const after = await monthOf(baseURL);
  expect([after.refunded, after.paid, after.open - after.earned]).toEqual([
    before.refunded + line.amount,
    before.paid,
    before.open - before.earned - line.amount,
  ]);
  expect(after.earned).toBe(after.refunded + after.paid + after.open);
  const back = (await statementOf(instructor)).find((row) => row.Sale === String(charge));
  expect(back?.['Refunded']).toBe((line.amount / 100).toFixed(2));
});

type Payout = { lines: { charge_id: number; amount: number }[] };

/** Switches the line of this sale on, previews the payout of Ada's dollars and sends it, by the screens; minor units. */
async function pay(office: Page, staff: ApiCall, charge: number): Promise<{ amount: number }> {
  const { payouts } = (await staff('GET', 'payouts?name=Ada%20Lovelace&currency=USD')).body;
  const list = '/payouts?name=Ada%20Lovelace&currency=USD';
  await office.goto(`${list}&transactions=${payouts[0].id}`);
  const lines = office.getByRole('dialog', { name: 'Instructor transactions: Ada Lovelace, USD' });
  const { transactions } = (await staff('GET', `payout-transactions?payee_id=${payouts[0].id}`)).body;
  const { id } = transactions.find(({ charge_id }: { charge_id: number }) => charge_id === charge);
  const active = lines.getByRole('switch', { name: new RegExp(`^Active: .*, ${id}$`) });
  // It waits for sessions to come, and staff may pay it all the same.
  await expect(active).not.toBeChecked();
  await active.press('Space');
  await expect(active).toBeChecked();

  await office.goto(list);
  await office.getByRole('button', { name: 'Send Payout: Ada Lovelace, USD' }).click();
  const preview = office.getByRole('dialog', { name: 'Send Payout: Ada Lovelace, USD' });
  const [payee] = (await staff('GET', 'payouts?name=Ada%20Lovelace&currency=USD')).body.payouts;
  await expect(preview.getByRole('table', { name: 'Paid', exact: true })).toContainText(
    payee.payout.toFixed(2),
  );
  await preview.getByRole('button', { name: 'Send 1 payout' }).click();
  const toast = office.getByRole('status').filter({ hasText: 'Payout created: 1 payout' });
  await toast.getByRole('link', { name: 'Open' }).click();
  await expect(office.locator('tr[data-row]').first()).toContainText(payee.payout.toFixed(2));
  return { amount: Math.round(payee.payout * 100) };
}

const sumOf = (lines: Payout['lines']) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** Ada's dollars of this month, as the site reads them. */
async function monthOf(baseURL: string | undefined) {
  const { earnings } = await read(baseURL, 'users/1/earnings');
  return earnings.find(
    (of: { month: string; currency: string }) => of.currency === 'USD' && of.month === thisMonth(),
  );
}

/** The statement as a file, row by row, by the names of its columns. */
async function statementOf(page: Page): Promise<Record<string, string>[]> {
  const answer = await page.request.get(`${SITE}/account/statements/${thisMonth()}.csv`);
  expect(answer.headers()['content-type']).toContain('text/csv');
  return parse(await answer.text(), { bom: true, columns: true });
}

const thisMonth = () => new Date().toISOString().slice(0, 7);

type Told = Record<string, unknown>;

function siteCalls(baseURL: string | undefined) {
  return async (path: string, body: Told) => {
    const answer = await fetch(`${baseURL}/api/site/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo-site-key', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBe(200);
    return answer.json();
  };
}

async function read(baseURL: string | undefined, path: string) {
  const headers = { authorization: 'Bearer demo-site-key' };
  return (await fetch(`${baseURL}/api/site/${path}`, { headers })).json();
}

async function someProduct(baseURL: string | undefined): Promise<number> {
  const { products } = await read(baseURL, 'products');
  return products.find(({ type }: { type: string }) => type === 'physical').id;
}

/** Opens this month in the account of the instructor, and answers the line of a charge there. */
async function lineOf(page: Page, charge: number, baseURL: string | undefined) {
  const month = thisMonth();
  await page.goto(`${SITE}/account/earnings/${month}`);
  const { lines } = await read(baseURL, `users/1/earnings/${month}`);
  return lines.find(({ charge_id }: { charge_id: number }) => charge_id === charge);
}

const money = (amount: number) => `$${(amount / 100).toFixed(2)}`;
