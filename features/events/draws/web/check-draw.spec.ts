import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectToFit } from '../../../../test/e2e/accessible.ts';
import { signIn } from '../../../../test/e2e/session.ts';

/** Of the demo: drawn in two attempts, ended and not drawn, of no program's sale yet, and no giveaway. */
const DRAWN = 5;
const WAITING = 4;
const DRAFT = 10;
const REGULAR = 11;

type Proof = {
  C: string;
  s: string;
  event_id: number;
  tickets: string[];
  attempts: { ticket: string; number: number; confirmed_at: string | null }[];
};

const steps = (page: Page) => page.getByRole('region', { name: 'Step by step' }).getByRole('listitem');
const crosses = (page: Page) => page.getByRole('img', { name: 'Failed' });
const result = (page: Page, words: string | RegExp) => page.getByText(words);

test('a true draw checks out for whoever has no account, step by step, and names nobody', async ({
  page,
  baseURL,
}) => {
  const proof = (await (await page.request.get(`/storage/draws/${DRAWN}.json`)).json()) as Proof;
  await page.goto(`/draws/${DRAWN}`);
  await expect(page.getByRole('heading', { level: 1, name: `Draw of event ${DRAWN}` })).toBeVisible();
  await expect(result(page, 'This draw passed the check')).toBeVisible();
  const winner = proof.attempts.at(-1)?.ticket ?? '';
  await expect(page.getByRole('status').getByText(`Ticket ${winner} won.`)).toBeVisible();
  const told = await steps(page).allInnerTexts();
  expect(told.map((text) => text.split('\n')[0])).toEqual([
    'The proof is complete',
    'The proof is of this event',
    'The secret matches the fingerprint',
    'Every change after the first ticket is recorded',
    'Every ticket counts once',
    'The list of tickets was fixed before the draw',
    'Public randomness',
    'These values decide the draw',
    'Attempt 1 picked the right ticket',
    'Attempt 2 picked the right ticket',
    'The last attempt is the confirmed one',
  ]);
  await expect(page.getByRole('img', { name: 'Passed', exact: true })).toHaveCount(told.length);
  await expect(steps(page).nth(2)).toContainText(proof.C);
  await expect(steps(page).nth(4)).toContainText('250 tickets were sold');
  await expect(steps(page).nth(8)).toContainText('rejected: another attempt followed');
  expect(await page.getByRole('main').innerText()).not.toMatch(/@|\(#\d/);
  await expectAccessible(page);
  await expectToFit(page);

  const noted = page.getByRole('textbox', { name: 'The fingerprint you noted before the draw' });
  await noted.fill(proof.C.toUpperCase());
  await expect(page.getByText(`--commitment ${proof.C.toUpperCase()}`)).toBeVisible();
  await expect(result(page, 'This draw passed the check')).toBeVisible();
  await noted.fill(proof.C.slice(1));
  await expect(page.getByText(/^Enter 64 characters/)).toBeVisible();
  await noted.fill('0'.repeat(64));
  await expect(
    result(page, 'This draw failed the check: the secret does not match the fingerprint'),
  ).toBeVisible();
  await noted.fill('');
  await expect(result(page, 'This draw passed the check')).toBeVisible();

  // The command that the page hands out runs alone, on the address that the page names, and says the same.
  const folder = await mkdtemp(path.join(tmpdir(), 'provost-check-'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'the command' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('verify-draw.mjs');
  await download.saveAs(path.join(folder, 'verify-draw.mjs'));
  const [node, ...command] = (await page.getByText(/^node verify-draw/).innerText()).split(' ');
  expect([node, ...command]).toEqual(['node', 'verify-draw.mjs', `${baseURL}/storage/draws/${DRAWN}.json`]);
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: folder });
  expect(stdout).toContain(`The draw holds: ticket ${winner} wins event ${DRAWN}`);
  await rm(folder, { recursive: true });
});

test('a proof that somebody touched does not check out, and the step is marked', async ({ page }) => {
  await tampered(page, (proof) => {
    const last = proof.attempts.at(-1);
    const other = proof.tickets.find((code) => code !== last?.ticket);
    if (last && other) last.ticket = other;
  });
  await expect(result(page, 'This draw failed the check: attempt 2 picked the wrong ticket')).toBeVisible();
  await expect(crosses(page)).toHaveCount(1);
  const broken = steps(page).filter({ has: page.getByRole('img', { name: 'Failed' }) });
  await expect(broken).toContainText('Attempt 2 picked the wrong ticket');
  await expect(broken).toContainText(/counts from 0\): number \d+ is /);
  await expect(result(page, 'This draw passed the check')).toHaveCount(0);
  await expectAccessible(page);

  await tampered(page, (proof) => {
    proof.s = `${proof.s.slice(0, -2)}${proof.s.endsWith('00') ? '01' : '00'}`;
  });
  await expect(result(page, /failed the check: the secret does not match the fingerprint/)).toBeVisible();
  await tampered(page, (proof) => proof.tickets.splice(-1, 1, 'ZZZZZZZZZZZZ'));
  await expect(
    result(page, /failed the check: the list of tickets is not the one that was fixed/),
  ).toBeVisible();
  await tampered(page, (proof) => {
    proof.event_id = 7;
  });
  await expect(result(page, /failed the check: the proof is of another event/)).toBeVisible();
  // What is no proof at all is no error of the page either.
  for (const body of [
    '[]',
    'none',
    '{"scheme":"draw-v1"}',
    '{"scheme":"draw-v1","event_id":5,"attempts":[null]}',
  ]) {
    await page.route(`**/storage/draws/${DRAWN}.json`, (route) => route.fulfill({ body }));
    await page.goto(`/draws/${DRAWN}`);
    await expect(result(page, 'This draw failed the check: its proof cannot be read')).toBeVisible();
  }
});

test('before the draw there is the commitment alone, and where no draw is, words', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto(`/draws/${WAITING}`);
  await expect(page.getByText('The winner is not drawn yet.')).toBeVisible();
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await expectAccessible(page);
  for (const address of [DRAFT, REGULAR, 999_999, '0', 'x', '1e3', '99999999999']) {
    await page.goto(`/draws/${address}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Draw not found' })).toBeVisible();
  }
  await expectAccessible(page);

  let fails = true;
  await page.route(`**/storage/draws/${DRAWN}.json`, (route) =>
    fails ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.goto(`/draws/${DRAWN}`);
  await expect(page.getByRole('alert', { name: 'Could not load this' })).toContainText(
    'The proof could not be fetched',
  );
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(result(page, 'This draw passed the check')).toBeVisible();
});

test('the dialog of a draw leads to its page', { tag: '@deep' }, async ({ page, context }) => {
  await signIn(page, 'superadmin');
  for (const [id, words] of [
    [WAITING, 'The winner is not drawn yet.'],
    [DRAWN, 'This draw passed the check'],
  ] as const) {
    await page.goto(`/events?name=%23${id}&draw=${id}`);
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('dialog').getByRole('link', { name: 'How to check this draw' }).click(),
    ]);
    await expect(opened).toHaveURL(new RegExp(`/draws/${id}$`));
    await expect(opened.getByText(words)).toBeVisible();
    await opened.close();
  }
});

async function tampered(page: Page, change: (proof: Proof) => unknown): Promise<void> {
  const address = `/storage/draws/${DRAWN}.json`;
  const proof = (await (await page.request.get(address)).json()) as Proof;
  change(proof);
  await page.route(`**${address}`, (route) => route.fulfill({ json: proof }));
  await page.goto(`/draws/${DRAWN}`);
}
