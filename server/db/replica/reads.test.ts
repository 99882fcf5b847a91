/** A read that meets an outage: begun again until the primary or the replica answers. */
import { expect, test } from 'vitest';
import type { Platform } from '../../platform.ts';
import { NoConnection } from '../outages.ts';
import { answerWhileAway } from './reads.ts';

const PRIMARY = {};
const STANDBY = {};

/** A platform whose replica stands in from the nth look on. */
function platformOf(standsInFrom: number): Platform {
  let looks = 0;
  const replica = {
    database: STANDBY,
    standsIn: () => ++looks > standsInFrom,
    refusesWrites: () => false,
    unlessPrimaryGoes: (work: Promise<unknown>) => work,
  };
  return { database: PRIMARY, replica } as unknown as Platform;
}

const lost = () => new NoConnection(new Error('server login has been failing'));
const NEVER = Number.POSITIVE_INFINITY;

test('by the primary again, which may have come back a moment before', async () => {
  let begun = 0;
  const answer = async ({ database }: Platform) => {
    if (++begun < 3) throw lost();
    return [begun, database === (PRIMARY as unknown)];
  };
  expect(await answerWhileAway(platformOf(NEVER), 'read', answer)).toEqual([3, true]);
});

test('by the replica as soon as that stands in', async () => {
  const answer = async ({ database }: Platform) => {
    if (database === (PRIMARY as unknown)) throw lost();
    return 'from the replica';
  };
  expect(await answerWhileAway(platformOf(3), 'read', answer)).toBe('from the replica');
});

test('not for ever, and not what fails otherwise or may be begun once', async () => {
  let begun = 0;
  const failing = (error: Error) => async () => {
    begun++;
    throw error;
  };
  await expect(answerWhileAway(platformOf(NEVER), 'read', failing(lost()))).rejects.toThrow('No connection');
  expect(begun).toBeGreaterThan(2);
  for (const [kind, error] of [['read', new Error('a fault')] as const, ['stand-in', lost()] as const]) {
    begun = 0;
    await expect(answerWhileAway(platformOf(NEVER), kind, failing(error))).rejects.toThrow(error.message);
    expect(begun).toBe(1);
  }
});
