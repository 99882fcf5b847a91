/** Messages to public addresses alone, whoever names another one and when. Specification: Sites, webhooks. */
import { connect } from 'node:net';
import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import { makeProgram } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { openReceiver } from '../../../../test/rows/webhooks.ts';
import { until } from '../../../../test/until.ts';
import { postMessage } from './post-message.ts';
import { isPrivateAddress, publicLookup, type Resolve } from './public-addresses.ts';
import { sendMessages } from './send-messages.ts';

const app = useTestApp({ webhooksPrivate: false });
const never = new AbortController().signal;
const PUBLIC = '93.184.216.34';

describe('an address that is not public', () => {
  const message = { message_id: 'm', payload: '{}' };
  const isRefused = async (url: string, dispatcher?: Agent) =>
    postMessage({ url, ...message }, ['whsec_c2VjcmV0'], {
      ending: never,
      isPrivateAllowed: false,
      ...(dispatcher && { dispatcher }),
    });
  const REFUSED = { status: null, error: 'private_address', answer: null };

  test.each([
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:192.168.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[::127.0.0.1]/',
    'https://[fd00::1]/',
    'https://0x7f000001/',
    'https://localhost/',
    'http://example.com/',
  ])('%s', async (url) => {
    expect(await isRefused(url)).toEqual(REFUSED);
  });

  test('a name that leads to a public address first, and to a private one when it is connected to', async () => {
    await using receiver = await openReceiver(() => 200);
    let asked = 0;
    const lookup = publicLookup((_, __, callback) => {
      const address = asked++ === 0 ? PUBLIC : '127.0.0.1';
      callback(null, [{ address, family: 4 }]);
    });
    await new Promise<void>((resolve) => lookup('changes.example', {}, () => resolve()));
    const dispatcher = new Agent({ connect: { lookup } });
    expect(await isRefused(`https://changes.example:${receiver.port}/`, dispatcher)).toEqual(REFUSED);
    expect([asked, receiver.received]).toEqual([2, []]);
  });

  test('a name of whose addresses one is private', async () => {
    const lookup = publicLookup((_, __, callback) =>
      callback(null, [
        { address: PUBLIC, family: 4 },
        { address: '::1', family: 6 },
      ]),
    );
    expect(await isRefused('https://both.example/', new Agent({ connect: { lookup } }))).toEqual(REFUSED);
  });

  test('the connection goes to the address that was looked at', async () => {
    const told = await new Promise((resolve) =>
      publicLookup((_, __, callback) => callback(null, [{ address: PUBLIC, family: 4 }]))(
        'example.com',
        { all: true },
        (_, addresses) => resolve(addresses),
      ),
    );
    expect(told).toEqual([{ address: PUBLIC, family: 4 }]);
    expect(isPrivateAddress(PUBLIC)).toBe(false);
  });
});

describe('behind a public address', () => {
  /** The internet beyond the guard, played: whom it lets through reaches the receiver, at whatever address. */
  const reaching = (port: number, resolve: Resolve) => {
    const lookup = publicLookup(resolve);
    const dispatcher = new Agent({
      connect: ({ hostname }, callback) =>
        lookup(hostname, { all: true }, (error) => {
          if (error) return callback(error, null);
          const socket = connect(port, '127.0.0.1', () => callback(null, socket));
        }),
    });
    return { lookup, dispatcher, ending: never, isPrivateAllowed: false };
  };
  const at =
    (addresses: Record<string, string>): Resolve =>
    (hostname, _, callback) =>
      callback(null, [{ address: addresses[hostname] ?? PUBLIC, family: 4 }]);
  const message = { url: 'https://receiver.example/', message_id: 'm', payload: '{}' };
  const secrets = ['whsec_c2VjcmV0'];

  test.each([
    ['https://10.1.2.3/', 'private_address'],
    ['http://[::1]/', 'private_address'],
    ['//169.254.169.254/latest', 'private_address'],
    ['https://inside.example/', 'private_address'],
    ['https://elsewhere.example/', 'redirect'],
    ['/further', 'redirect'],
    [undefined, 'redirect'],
  ])('a redirect to %s is %s, and nobody goes there', async (location, error) => {
    await using receiver = await openReceiver(() => ({
      status: 307,
      ...(location && { headers: { location } }),
    }));
    const sending = reaching(receiver.port, at({ 'inside.example': '10.0.0.5' }));
    expect(await postMessage(message, secrets, sending)).toEqual({ status: 307, error, answer: '' });
    expect(receiver.received).toHaveLength(1);
  });

  test('a name that leads elsewhere after the first message', async () => {
    await using receiver = await openReceiver(() => ({ status: 200, headers: { connection: 'close' } }));
    const addresses: Record<string, string> = {};
    const sending = reaching(receiver.port, at(addresses));
    expect(await postMessage(message, secrets, sending)).toMatchObject({ status: 200, error: null });
    addresses['receiver.example'] = '192.168.1.1';
    expect(await postMessage(message, secrets, sending)).toMatchObject({ error: 'private_address' });
    expect(receiver.received).toHaveLength(1);
  });
});

test('a name of this machine may be written down, and staff read why nothing comes', async () => {
  await using receiver = await openReceiver(() => 200);
  const { id: program } = await makeProgram(app().platform.database.everything);
  const call = await app().as({ permissions: ['superadmin'] });
  const { body } = await call('POST', `program/${program}/webhooks`, {
    url: `https://localhost:${receiver.port}/`,
    kinds: ['user.changed'],
  });
  expect((await call('POST', `webhook/${body.webhook.id}/test`)).status).toBe(200);
  await until(async () => {
    await sendMessages(app().platform);
    const read = await call('GET', `webhook/${body.webhook.id}/deliveries`);
    expect(read.body.deliveries).toMatchObject([
      { state: 'failed', attempts: 1, status: null, error: 'private_address', answer: null },
    ]);
  });
  expect(receiver.received).toEqual([]);
});
