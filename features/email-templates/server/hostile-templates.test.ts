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
