import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf } from './network.ts';

describe('the network of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:C000:207', '192.0.2.7'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['a socket', 'a socket'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  const part = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const half = fc.array(part, { minLength: 4, maxLength: 4 }).map((parts) => parts.join(':'));

  test('is the same for a whole /64, however an address is written, and another for another', () => {
    fc.assert(
      fc.property(half, half, half, half, (network, other, one, two) => {
        const own = networkOf(`${network}:${one}`);
        expect(networkOf(`${network}:${two}`.toUpperCase())).toBe(own);
        fc.pre(network !== other && !network.startsWith('0:0:0:0') && !other.startsWith('0:0:0:0'));
        expect(networkOf(`${other}:${one}`)).not.toBe(own);
      }),
    );
  });

  test('is the same for an IPv4 address and its mapped form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(networkOf(`::ffff:${address}`)).toBe(networkOf(address));
      }),
    );
  });
});
