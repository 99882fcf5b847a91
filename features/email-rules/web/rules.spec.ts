import { expect, type Locator, type Page, test } from '@playwright/test';
import { COLOR_SCHEMES } from '../../../test/deep.ts';
import { expectAccessible, expectToFit } from '../../../test/e2e/accessible.ts';
import { type ApiCall, apiAs } from '../../../test/e2e/api.ts';
import { tabTo } from '../../../test/e2e/keyboard.ts';
import { takeAction } from '../../../test/e2e/row-action.ts';
import { signIn } from '../../../test/e2e/session.ts';
import { writesOf } from '../../../test/e2e/writes.ts';
import { XSS_PAYLOADS } from '../../../test/hostile/hostile-html.ts';
import { fill } from '../../email-templates/placeholders.ts';
import { EXAMPLE } from '../rules.ts';

const PATH = '/email/rules';
/** Rules of the demo that nobody saves. */
const [FAILED, QUIZ, EVERYWHERE] = [3, 9, 1];
/** Of the demo, whose addresses have bounced; one of them is cleared here. */
const BOUNCED = [415, 611, 902, 1204, 2371];
/** Meets nobody, so that nothing goes out. */
const RICH = { field_name: 'lilt_total', condition: 'greater', value: 1_000_000 };

let they: ApiCall;
let made = 0;

test.beforeEach(async ({ baseURL }) => {
  they = await apiAs(baseURL, 'superadmin');
});

test('by keyboard: a rule is put together by its conditions, read as a sentence, tried and saved; who was first is named', async ({
  page,
}) => {
  const name = unique('Keys');
  await open(page, PATH);
  const writes = writesOf(page);
  await tabTo(page, page.getByRole('button', { name: 'Add rule' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  const field = (label: string) => dialog.getByRole('combobox', { name: label });
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const said of ['Enter a name', 'Choose a template', 'Enter a subject', 'Add a condition'])
    await expect(dialog.getByText(said, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Close the message/ })).toHaveCount(0);
  expect(writes).toEqual([]);

  await page.keyboard.type(name);
  await tabTo(page, field('Template'));
  await choose(page, 'milestone');
  await tabTo(page, dialog.getByRole('textbox', { name: 'Subject' }));
  await page.keyboard.type('Well done, ::[[student_first_name]]::');
  await tabTo(page, dialog.getByRole('button', { name: 'Add condition' }));
  await page.keyboard.press('Enter');
  await expect(field('Field of condition 1')).toBeFocused();
  const tried = dialog.getByRole('button', { name: 'Test rule' });
  await expect(tried).toBeDisabled();
  await choose(page, 'date added');
  await page.keyboard.press('Tab');
  await choose(page, 'newer');
  await page.keyboard.press('Tab');
  await page.keyboard.type('30');
  await expect(tried).toBeEnabled();
  // Another field has other conditions and values.
  await tabBackTo(page, field('Field of condition 1'));
  await choose(page, 'lil total');
  await expect(field('Comparison of condition 1')).toHaveValue('');
  await expect(dialog.getByRole('textbox', { name: 'Value of condition 1' })).toHaveValue('');
  await expect(tried).toBeDisabled();
  await page.keyboard.press('Tab');
  await choose(page, 'greater');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1000000');
  await tabTo(page, dialog.getByRole('button', { name: 'Add condition' }));
  await page.keyboard.press('Enter');
  await expect(field('Field of condition 2')).toBeFocused();
  await choose(page, 'user type');
  await page.keyboard.press('Tab');
  await choose(page, 'equals');
  await page.keyboard.press('Tab');
  await choose(page, 'student');
  await expect(dialog.locator('[data-sentence]')).toHaveText(
    'Students who have earned more than 1,000,000 LiL-T in total, in The Crafts Academy, once.',
  );
  await tabTo(page, tried);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').getByText('0 users match')).toBeVisible();
  const repeats = dialog.getByRole('textbox', { name: 'Repeat count' });
  await tabTo(page, repeats);
  await page.keyboard.type('0');
  await expect(dialog.locator('[data-sentence]')).toContainText('no limit, 1 day apart');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `Email 0 people: ${name}` });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, question.getByRole('button', { name: 'Save and start · 0 people, now' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const [test, preview, save] = writes;
  expect(preview?.body).toMatchObject({ name, active: true });
  expect(test?.body).toEqual({
    sql: "SELECT * FROM site_users WHERE lilt_total > 1000000 AND user_type = 'S'",
    program_id: 1,
  });
  expect(save?.body).toMatchObject({
    name,
    template: 'account-milestone.html',
    type: 'class_bundle_opportunities',
    program_id: 1,
    active: true,
    every_days: 1,
    repeat_count: 0,
    items: [RICH, { field_name: 'user_type', condition: 'equals', value: 'S' }],
    confirmed_due_count: 0,
  });
  expect(writes).toHaveLength(3);

  await page.goto(`${PATH}?sort_by=id&sort_dest=desc`);
  const row = rowOf(page, name);
  await row.getByRole('button', { name: `Edit: ${name}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit rule: ${name}` });
  await edit.getByRole('button', { name: 'Remove condition 2' }).click();
  await expect(edit.getByRole('combobox', { name: 'Field of condition 1' })).toBeFocused();
  await edit.getByRole('textbox', { name: 'Subject' }).fill('Mine');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toContainText(
    'You changed Subject and Conditions.',
  );
  await page.keyboard.press('Escape');
  const id = Number(new URL(page.url()).searchParams.get('edit'));
  await they('PATCH', `email-rule/${id}`, { name: `${name} theirs` });
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = edit.getByRole('alert').filter({ hasText: 'superadmin@example.com saved this' });
  await notice.getByRole('button', { name: 'Keep mine and save' }).click();
  await expect(edit).toHaveCount(0);
  const { rule } = (await they('GET', `email-rule/${id}`)).body;
  expect(rule).toMatchObject({ name: `${name} theirs`, subject: 'Mine', items: [RICH] });
});

test('one that failed is marked and found; one is paused and resumed after a question; a test mail, and a 400', {
  tag: '@deep',
}, async ({ page }) => {
  const name = unique('Pause');
  const rule = {
    name,
    subject: 'Hello',
    template: 'exclusive-offer.html',
    type: 'daily_quiz',
    items: [RICH],
  };
  const { id } = (await they('POST', 'email-rule', rule)).body.rule;
  await open(page, PATH);
  await page.getByRole('checkbox', { name: 'Failed' }).check();
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expect(page.locator(`tr[data-row="${FAILED}"]`)).toContainText(
    /Failed since .*no template spring-sale.html/,
  );
  await expect(page.locator(`tr[data-row="${FAILED}"] [data-status]`)).toHaveText('Failed');
  await page.goto(`${PATH}?sort_by=id&sort_dest=desc`);
  const row = rowOf(page, name);
  await takeAction(row, 'Pause', name);
  const pause = page.getByRole('dialog', { name: `Pause rule: ${name}` });
  await expect(pause).toContainText('Queued emails are held');
  await expect(pause.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await pause.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText('Paused');
  expect((await they('GET', `email-rule/${id}`)).body.rule.active).toBe(0);
  await takeAction(row, 'Resume', name);
  await page.getByRole('dialog').getByRole('button', { name: 'Email 0 people' }).click();
  await expect(row).toContainText('Live');
  await page
    .getByRole('button', { name: /^Close the message: Rule resumed. The first emails go out at / })
    .click();

  await takeAction(row, 'Test', name);
  const tried = page.getByRole('dialog', { name: `Test rule: ${name}` });
  await expect(tried.getByText('0 users match')).toBeVisible();
  const frame = tried.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  await expect(frame.contentFrame().getByRole('heading', { level: 1 })).toContainText('An offer for you');
  await tried.getByText('320 px').click();
  await expect(frame).toHaveJSProperty('offsetWidth', 320);
  let status = 429;
  const sent: unknown[] = [];
  await page.route('**/api/wladmin/template/test', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status, json: status === 200 ? {} : { message: 'Ten an hour', code: 'X' } });
  });
  const send = tried.getByRole('button', { name: 'Send test' });
  await tried.getByRole('textbox', { name: 'Send test to' }).fill('me@example.org');
  await page.keyboard.press('Enter');
  await expect(tried.getByText('Not sent: Ten an hour')).toBeVisible();
  status = 200;
  await send.click();
  await expect(page.getByRole('status').getByText('Test email send successful')).toBeVisible();
  expect(sent[1]).toMatchObject({
    subject: 'Hello',
    email: 'me@example.org',
    text: /<title>Exclusive offer/,
  });
  await page.keyboard.press('Escape');

  await page.route(`**/api/wladmin/email-rule/${id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { message: 'There is no template x', code: 'X' } })
      : route.fallback(),
  );
  await row.getByRole('button', { name: `Edit: ${name}` }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Subject' }).fill('Other');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Close the message: There is no template x' }).click();

  // As it is answered where somebody has written conditions by hand that nobody understands.
  await page.unroute(`**/api/wladmin/email-rule/${id}`);
  await expect(row).toContainText('Not sending yet. First emails at');
  const stored = [
    { field_name: null, condition: null, value: null },
    { field_name: 'lilt_total', condition: null, value: 1_000_000 },
  ];
  await page.route('**/api/wladmin/email-rules?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const rules = answer.rules.map((rule: { id: number }) =>
      // And its first emails have gone out: until then the list says when they will.
      rule.id === id ? { ...rule, items: stored, first_mails_at: null } : rule,
    );
    await route.fulfill({ json: { ...answer, rules } });
  });
  await page.goto(`${PATH}?sort_by=id&sort_dest=desc`);
  await expect(row).toContainText('Users who … and …');
  await row.getByRole('button', { name: `Edit: ${name}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit rule: ${name}` });
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit.getByText('Choose a field')).toBeVisible();
  await edit.getByRole('button', { name: 'Remove condition 1' }).click();
  await edit.getByRole('combobox', { name: 'Comparison of condition 1' }).click();
  await page.getByRole('option', { name: 'greater' }).click();
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toHaveCount(0);
  expect((await they('GET', `email-rule/${id}`)).body.rule.items).toEqual([RICH]);
});

test('somebody in a hurry presses Enter everywhere and emails nobody; a start and a wider edit are undone', async ({
  page,
}) => {
  const name = unique('Hurry');
  await open(page, PATH);
  const writes = writesOf(page);
  const saves = () => writes.filter(({ path }) => /email-rule(?:\/\d+)?$/.test(path)).length;
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  const field = (label: string) => dialog.getByRole('combobox', { name: label });
  const hurry = async (times: number) => {
    for (let press = 0; press < times; press++) await page.keyboard.press('Enter', { delay: 20 });
  };
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await hurry(3);
  await field('Template').click();
  await choose(page, 'milestone');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Hello');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await choose(page, 'date added');
  await page.keyboard.press('Tab');
  await choose(page, 'older');
  await page.keyboard.press('Tab');
  await page.keyboard.type('30');
  // An odd number and an even one: the question stands, and it does not.
  for (const times of [9, 10]) await hurry(times);
  await expect(dialog).toBeVisible();
  expect(saves()).toBe(0);
  const question = page.getByRole('dialog', { name: new RegExp(`^Email .* people: ${name}$`) });
  const start = dialog.getByRole('button', { name: 'Save and start…' });
  // Either may come of the last press, once the count is there.
  await expect(question.or(start).first()).toBeVisible();
  if (await question.isVisible()) await question.getByRole('button', { name: 'Cancel' }).click();
  await start.click();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `question, ${colorScheme}`);
  }
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(start).toBeFocused();

  await start.click();
  await question.getByRole('button', { name: /^Save and start · [\d,]+ people, now$/ }).click();
  await expect(dialog).toHaveCount(0);
  const told = page.getByRole('status').filter({ hasText: /^Rule added. The first emails go out at / });
  await told.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Rule paused. No one was emailed')).toBeVisible();
  await page.goto(`${PATH}?sort_by=id&sort_dest=desc`);
  const row = rowOf(page, name);
  await expect(row).toContainText('Paused');

  const id = Number(await row.getAttribute('data-row'));
  await they('PATCH', `email-rule/${id}`, { items: [RICH], active: 1 });
  await page.goto(`${PATH}?edit=${id}`);
  const edit = page.getByRole('dialog', { name: `Edit rule: ${name}` });
  await edit.getByRole('textbox', { name: 'Value of condition 1' }).fill('0');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: /^Save and start · / }).click();
  await expect(edit).toHaveCount(0);
  await page.goto(`${PATH}/${id}`);
  const waiting = page.getByRole('alert').filter({ hasText: 'Not sending yet' });
  await expect(waiting).toContainText(/The first emails go out at .* You can undo the edit until /);
  await expectAccessible(page, 'waiting');
  await waiting.getByRole('button', { name: 'Undo' }).click();
  await expect(waiting).toHaveCount(0);
  const { rule } = (await they('GET', `email-rule/${id}`)).body;
  expect(rule).toMatchObject({ active: 1, items: [RICH], first_mails_at: null });
  expect((await they('GET', `email-rule/${id}/sends`)).body.count).toBe(0);

  // Paused beside it: nothing waits, and nothing is sent.
  await they('PATCH', `email-rule/${id}`, { active: 0 });
  await page.goto(`${PATH}?edit=${id}`);
  await edit.getByRole('checkbox', { name: 'Active' }).check();
  await edit.getByRole('button', { name: 'Save and start…' }).click();
  await question.getByRole('button', { name: 'Save paused' }).click();
  await expect(edit).toHaveCount(0);
  expect((await they('GET', `email-rule/${id}`)).body.rule).toMatchObject({ active: 0, undo: null });
});

test('no name of a hundred hostile ones becomes anything else in a mail of a rule, without any frame’s walls', {
  tag: '@deep',
}, async ({ page }) => {
  const { templates } = (await they('GET', 'email-rules')).body as { templates: { text: string }[] };
  const mails = templates.flatMap(({ text }) =>
    [EXAMPLE.student_first_name, ...XSS_PAYLOADS].map((name) => {
      const names = {
        student_first_name: name,
        student_last_name: name,
        program_name: name,
        program_tag: name,
      };
      return fill(text, { ...names, program_site_url: `https://site.example.com/?${name}` }, 'html');
    }),
  );
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('about:')) asked.push(request.url());
  });
  await page.goto('about:blank');
  const made = await page.evaluate(async (all) => {
    const documents = all.map(async (html) => {
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.srcdoc = html;
      document.body.append(frame);
      await loaded;
      const inside = [...(frame.contentDocument?.querySelectorAll('*') ?? [])];
      return inside
        .map(({ localName, attributes }) => [localName, ...[...attributes].map((one) => one.name)].join(' '))
        .join();
    });
    return Promise.all(documents);
  }, mails);
  // As many kinds as there are files: each mail is made of what one for Ada is made of.
  expect([new Set(made).size, asked]).toEqual([templates.length, []]);
});

test('on a phone field, comparison and value of a condition have a line each', { tag: '@deep' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'superadmin');
  await page.goto(`${PATH}?add=1`);
  const dialog = page.getByRole('dialog', { name: 'Add rule' });
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  const fields = dialog
    .getByRole('group', { name: 'condition 1', exact: true })
    .locator('input:not([type="hidden"])');
  await expect(fields).toHaveCount(3);
  const widths = await fields.evaluateAll((all) => all.map((field) => field.getBoundingClientRect().width));
  // The value once stood beside both and left them room for two letters.
  expect(Math.min(...widths)).toBeGreaterThan(200);
});

for (const colorScheme of COLOR_SCHEMES) {
  test(`what SQL may not say is marked in it; what a rule sent, and whom it reaches; an address is cleared, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, PATH);
    await expectAccessible(page, 'list');
    await page.goto(`${PATH}?edit=${EVERYWHERE}`);
    const dialog = page.getByRole('dialog', { name: /^Edit rule/ });
    await dialog.getByRole('button', { name: 'Show as SQL' }).click();
    const sql = dialog.getByRole('textbox', { name: 'SQL' });
    await expect(sql).toHaveValue(/^SELECT \* FROM site_users WHERE membership = 1 AND dateadded < now\(\)/);
    await sql.fill('SELECT * FROM admins WHERE membership = 1');
    await dialog.getByRole('button', { name: 'Test SQL' }).click();
    await expect(dialog.locator('pre mark')).toHaveText('admins');
    await expect(sql).toBeFocused();
    expect(
      await sql.evaluate((area: HTMLTextAreaElement) =>
        area.value.slice(area.selectionStart, area.selectionEnd),
      ),
    ).toBe('admins');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expectAccessible(page, 'dialog');
    await page.keyboard.type('site_users');
    await dialog.getByRole('button', { name: 'Reset to conditions' }).click();
    await dialog.getByRole('button', { name: 'Test SQL' }).click();
    await expect(dialog.getByText(/^1,\d{3} users match/)).toBeVisible();
    await dialog.getByRole('link', { name: 'Audience and sends' }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What members have been up to');
    await expect(
      page.getByText('Users who are members and joined more than 730 days ago, in every program, once.'),
    ).toBeVisible();
    await page.getByRole('button', { name: /^1,\d{3} reached$/ }).click();
    await expect(page.getByRole('table', { name: 'Users in reach' }).locator('tr[data-row]')).toHaveCount(10);
    const mails = page.getByRole('region', { name: 'Emails' });
    await expect(mails.getByRole('navigation', { name: 'Pages', exact: true })).toBeVisible();
    await mails.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Rejected' }).click();
    await expect(page).toHaveURL(/state=refused/);
    await expect(mails.locator('tr[data-row]').first()).toContainText(/Rejected.*55\d 5\./);
    await page.goto(`${PATH}/${QUIZ}?state=unknown`);
    await expect(mails.getByText(/we don't resend automatically/)).toBeVisible();
    await expect(mails.locator('tr[data-row]').first()).toBeVisible();
    await expectAccessible(page, 'sends');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectToFit(page, 'sends');
    await page.goto(`${PATH}?edit=${EVERYWHERE}`);
    await expect(dialog.locator('[data-sentence]')).toBeVisible();
    await expectToFit(page, 'dialog');

    await page.setViewportSize({ width: 1440, height: 900 });
    const user = await bouncedUser();
    await page.goto(`/users?name=%23${user.id}`);
    await expect(page.locator('tr[data-row]')).toContainText('Bounced');
    await page.getByRole('button', { name: /^Edit: / }).click();
    const edit = page.getByRole('dialog', { name: /^Edit user/ });
    await expect(edit.getByText(/^Bounced since/)).toBeVisible();
    await expectAccessible(page, 'bounced');
    await edit.getByRole('textbox', { name: 'Employee ID' }).fill(`C-${Date.now()}`);
    await edit.getByRole('button', { name: 'Send to this address again' }).click();
    await expect(edit.getByText('Email rules send to this address again.')).toBeFocused();
    // What was cleared here is no conflict with what is saved here.
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(edit).toHaveCount(0);
    await expect(page.locator('tr[data-row]')).not.toContainText('Bounced');
    expect((await they('GET', `site-user/${user.id}`)).body.user).toMatchObject({
      bounced_at: null,
      mail_failures: 0,
    });
  });
}

test('what a rule has sent stands where it came, whatever comes before or after it', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'superadmin');
  for (const width of [1440, 390]) {
    const [audience, sends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/email-rule/*/audience', (route) => audience.promise.then(() => route.continue()));
    await page.route('**/email-rule/*/sends?*', (route) => sends.promise.then(() => route.continue()));
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${PATH}/${EVERYWHERE}`);
    const reaches = page.getByRole('region', { name: 'Audience' });
    await expect(reaches).toContainText('Reach: matches the conditions');
    await expect(page.getByRole('heading', { name: 'Emails' })).toHaveCount(0);
    sends.resolve();
    const mails = page.getByRole('heading', { name: 'Emails' });
    await expect(mails).toBeVisible();
    const place = (await mails.boundingBox())?.y;
    audience.resolve();
    await expect(reaches.getByRole('button', { name: /reached$/ })).toBeVisible();
    expect((await mails.boundingBox())?.y, `at ${width}`).toBe(place);
    await page.unrouteAll();
  }
});

test('a bound admin has the rules of the own program, and of no other', { tag: '@deep' }, async ({
  page,
}) => {
  await signIn(page, 'programadmin');
  await page.goto(PATH);
  await expect(page.locator(`tr[data-row="${FAILED}"]`)).toBeVisible();
  await expect(page.locator(`tr[data-row="${EVERYWHERE}"]`)).toHaveCount(0);
  await page.goto(`${PATH}/${EVERYWHERE}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/i);

  // What the dialog offers comes with the list: where that fails, the dialog says so, and is there once it has come.
  await page.route('**/email-rules?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${PATH}?edit=${FAILED}`);
  const failed = page.getByRole('dialog', { name: 'Email rules' });
  await expect(failed).toContainText('Could not load this');
  await page.unroute('**/email-rules?*');
  let audience = { status: 500, json: {} };
  await page.route('**/email-rule/*/audience', (route) => route.fulfill(audience));
  await failed.getByRole('button', { name: 'Retry' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit rule: / });
  await expect(dialog).toContainText('Could not count the audience.');
  audience = { status: 200, json: { count: 3, due_count: 1, users: [], due: [] } };
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog).toContainText('Saved rule: 3 users');
});

async function open(page: Page, address: string): Promise<void> {
  await signIn(page, 'superadmin');
  await page.goto(address);
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
}

/** In the choice that has the focus. */
async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await expect(page.locator('[data-combobox-selected]')).toBeVisible();
  await page.keyboard.press('Enter');
}

async function tabBackTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 10; presses++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Shift+Tab');
  }
  await expect(goal).toBeFocused();
}

async function bouncedUser(): Promise<{ id: number }> {
  for (const id of BOUNCED) {
    const { user } = (await they('GET', `site-user/${id}`)).body;
    if (user.bounced_at !== null) return user;
  }
  throw new Error('Nobody has bounced any more');
}

function rowOf(page: Page, name: string): Locator {
  return page.locator('tr[data-row]').filter({ has: page.getByText(name, { exact: true }) });
}

function unique(word: string): string {
  made += 1;
  return `${word} ${Date.now()} ${made}`;
}
