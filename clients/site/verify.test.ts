/** Signatures of webhooks, beside the package that signs them. Specification: Sites, webhooks. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verify, WebhookError } from './verify.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [OLD, NEW, OTHER] = [newSecret(), newSecret(), newSecret()];

function signed(secrets: readonly string[], payload: string, at = new Date()) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('msg_1', at, payload)).join(' '),
  };
}

test('whatever the package has signed is believed, as text, as bytes, by every kind of headers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (payload) => {
      const headers = signed([OLD], payload);
      const message = JSON.parse(payload);
      expect(await verify(headers, payload, OLD)).toEqual(message);
      expect(await verify(new Headers(headers), Buffer.from(payload), [OTHER, OLD])).toEqual(message);
      expect(
        await verify({ 'Webhook-Id': headers['webhook-id'], ...headers }, payload, OLD.slice(6)),
      ).toEqual(message);
    }),
    { numRuns: 50 },
  );
});

test('either secret will do while one takes the place of the other', async () => {
  const headers = signed([NEW, OLD], '{}');
  for (const known of [OLD, NEW, [OTHER, NEW]]) expect(await verify(headers, '{}', known)).toEqual({});
  await expect(verify(headers, '{}', OTHER)).rejects.toBeInstanceOf(WebhookError);
});

test('another body, id, moment or version is not believed', async () => {
  const headers = signed([OLD], '{"a":1}');
  const later = String(Number(headers['webhook-timestamp']) + 1);
  const signature = headers['webhook-signature'];
  for (const [odd, body] of [
    [headers, '{"a":2}'],
    [{ ...headers, 'webhook-id': 'msg_2' }, '{"a":1}'],
    [{ ...headers, 'webhook-timestamp': later }, '{"a":1}'],
    [{ ...headers, 'webhook-timestamp': 'now' }, '{"a":1}'],
    [{ ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }, '{"a":1}'],
    [{ ...headers, 'webhook-signature': 'v1,?' }, '{"a":1}'],
    [{ ...headers, 'webhook-signature': undefined }, '{"a":1}'],
    [{}, '{"a":1}'],
  ] as const)
    await expect(verify(odd, body, OLD)).rejects.toBeInstanceOf(WebhookError);
});

test('what is more than five minutes old or ahead is not believed, as the package has it', async () => {
  for (const [seconds, isBelieved] of [
    [-290, true],
    [290, true],
    [-310, false],
    [310, false],
  ] as const) {
    const headers = signed([OLD], '{}', new Date(Date.now() + seconds * 1000));
    const ours = verify(headers, '{}', OLD).then(
      () => true,
      () => false,
    );
    const theirs = (() => {
      try {
        return Boolean(new Webhook(OLD).verify('{}', headers));
      } catch {
        return false;
      }
    })();
    expect([seconds, await ours, theirs]).toEqual([seconds, isBelieved, isBelieved]);
  }
});
