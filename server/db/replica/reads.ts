/** The database that a read is answered by (docs/decisions/226-reads-from-a-replica.md). Specification: Operations. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { refuse } from '../../../core/errors.ts';
import type { Platform } from '../../platform.ts';
import type { Db } from '../client.ts';
import { isOutage } from '../outages.ts';
import type { Replica } from './replica.ts';

/** True where the work at hand reads the replica, and can write nothing. */
export function isOverReplica({ replica, database }: Pick<Platform, 'replica' | 'database'>): boolean {
  return replica?.database === database;
}

/**
 * Answers over the primary; a read also over the replica, while the primary is away. Throws a 503 for what would write
 * meanwhile. `kind`: a read may be begun again and again, so it may leave nothing behind where it fails with an outage; what
 * `stands in` writes over the primary and reads over the replica, so it is begun once.
 */
export async function answerWhileAway<Answer>(
  platform: Platform,
  kind: 'read' | 'stand-in' | 'write',
  answer: (through: Platform) => Promise<Answer>,
): Promise<Answer> {
  const { replica } = platform;
  if (!replica) return answer(platform);
  if (kind === 'write') return replica.refusesWrites() ? refuseWrites() : answer(platform);
  if (replica.standsIn()) return overReplica(platform, replica, answer);
  return kind === 'stand-in' ? answer(platform) : beginAgain(platform, replica, answer);
}

/** Milliseconds for which a read that met an outage is begun again, between two beginnings, and between two looks whether the replica stands in. */
const AGAIN_MS = 2_500;
const AGAIN_STEP_MS = 250;
const LOOK_MS = 50;

/** Answers over whichever can: an outage may be one of this process alone, or of a primary that has just come back. */
async function beginAgain<Answer>(
  platform: Platform,
  replica: Replica,
  answer: (through: Platform) => Promise<Answer>,
): Promise<Answer> {
  for (let pause = 0; ; pause += AGAIN_STEP_MS) {
    try {
      return await replica.unlessPrimaryGoes(answer(platform));
    } catch (error) {
      if (!isOutage(error) || pause >= AGAIN_MS) throw error;
    }
    for (let waited = 0; waited < AGAIN_STEP_MS && !replica.standsIn(); waited += LOOK_MS)
      await wait(LOOK_MS);
    if (replica.standsIn()) return overReplica(platform, replica, answer);
  }
}

async function overReplica<Answer>(
  platform: Platform,
  { database }: Replica,
  answer: (through: Platform) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer({ ...platform, database });
  } catch (error) {
    return isReadOnly(error) ? refuseWrites() : Promise.reject(error as Error);
  }
}

/** Answers over the replica what may be read there, if it holds what was written up to `written`; over the primary otherwise, and where it fails. */
export async function readThrough<Answer>(
  platform: Platform,
  { reads, written }: { reads: 'replica' | undefined; written: string | null },
  answer: (through: Platform) => Promise<Answer>,
): Promise<Answer> {
  const { replica } = platform;
  if (!replica || reads !== 'replica' || isOverReplica(platform) || !replica.holds(written))
    return answer(platform);
  try {
    return await answer({ ...platform, database: replica.database });
  } catch (error) {
    if (!isReplicaFault(error)) throw error;
    return answer(platform);
  }
}

/** Answers as `readThrough` does, for work outside of requests: waits briefly until the replica holds all that is written by now. */
export async function readCaughtUp<Answer>(
  platform: Platform,
  answer: (through: Platform) => Promise<Answer>,
): Promise<Answer> {
  const { replica, database } = platform;
  if (!replica?.holds(null)) return answer(platform);
  const written = await writtenNow(database.everything);
  for (let pause = 0; pause < CATCH_UP_MS && !replica.holds(written); pause += CATCH_UP_STEP_MS)
    await wait(CATCH_UP_STEP_MS);
  return readThrough(platform, { reads: 'replica', written }, answer);
}

/** Milliseconds that work outside of requests waits for the replica, and between two looks. */
const CATCH_UP_MS = 3_000;
const CATCH_UP_STEP_MS = 100;

async function writtenNow(db: Db): Promise<string | null> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(db);
  return rows[0]?.lsn ?? null;
}

/** Throws the 503 of a change that cannot be saved while the primary is away. */
export function refuseWrites(): never {
  refuse(
    503,
    "Changes can't be saved right now. The main database is not responding. Try again in a few seconds.",
  );
}

/** The SQLSTATE of a write on a replica. */
const READ_ONLY = '25006';

/** SQLSTATEs of a query that gives way to what the replica has to replay, the deadlock of it included. */
const GIVES_WAY = ['40001', '40P01'];

function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === READ_ONLY;
}

/** True where the primary may succeed with what the replica did not. */
function isReplicaFault(error: unknown): boolean {
  const { code } = error as { code?: string };
  return isOutage(error) || isReadOnly(error) || GIVES_WAY.includes(code ?? '');
}
