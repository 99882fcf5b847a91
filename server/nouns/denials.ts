/** The record of what was denied: one entry a minute and kind, beside the call and its transaction (specification: Audit). */

import { sql } from 'kysely';
import { Refusal } from '../../core/errors.ts';
import type { AuditEntity } from '../../features/nouns.ts';
import { asSystem, type Call, type Context, transactWithoutTenantScope } from '../context.ts';
import type { Database, Db } from '../db/client.ts';
import { networkOf } from '../http/network.ts';
import { isForged } from '../http/session.ts';
import { olderThan } from '../work/sweep.ts';
import { audit } from './audit.ts';

const MINUTE_MS = 60_000;

/** Entries that wait to be written; whatever comes on top is not recorded. */
const MOST_WAITING = 100;

/** Kinds that are remembered, so that a flood of denials asks the database once a minute. */
const MOST_KINDS = 10_000;

type Asked = Pick<Context, 'platform' | 'address' | 'request_id'>;

export type Denial = {
  /** The account whose denials are counted together, or the network of an unknown caller. */
  who: string;
  admin_id: number | null;
  /** The program whose staff may read the entry; 0: global admins alone. */
  program_id: number;
  entity: AuditEntity;
  entity_id: number | string;
  action: string;
  /** Text of ours: nothing that the caller typed. */
  reason: string;
};

/** Records a call that ended in a 403, in a 429, or in a 401 for a token that was never ours; anything else is no denial. */
export function recordDeniedCall(
  context: Asked & { headers: Pick<Call['headers'], 'authorization'> },
  actor: Context['actor'],
  route: string,
  error: unknown,
): void {
  if (!(error instanceof Refusal)) return;
  const denied = (action: string) =>
    recordDenial(context, {
      who: actor.admin_id ? `admin ${actor.admin_id}` : networkOf(context.address),
      admin_id: actor.admin_id || null,
      program_id: Math.max(actor.program_id, 0),
      entity: 'call',
      entity_id: route,
      action,
      // Without how long, which would make each minute another kind.
      reason: error.message.split(' Try again ', 1)[0] ?? '',
    });
  if (error.status === 403) denied('denied');
  if (error.status === 429) denied('held_back');
  if (error.status !== 401) return;
  // One that has merely grown old is everyday life.
  if (isForged(context.platform.tokenKey, context.headers.authorization)) denied('forged_token');
}

/** Returns at once: recording neither holds up nor fails the call, and tells a caller nothing by its time. */
export function recordDenial(call: Asked, denial: Denial): void {
  const record = recordOf(call.platform.database);
  const { who, action, entity, entity_id, reason } = denial;
  const kind = [who, action, entity, entity_id, reason].join(' | ');
  if (Date.now() - (record.kinds.get(kind) ?? 0) < MINUTE_MS || record.waiting >= MOST_WAITING) return;
  if (record.kinds.size >= MOST_KINDS) record.kinds.clear();
  record.kinds.set(kind, Date.now());
  record.waiting += 1;
  record.last = record.last.then(async () => {
    try {
      await write(call, denial, kind);
      record.kinds.set(kind, Date.now());
    } catch (err) {
      record.kinds.delete(kind);
      call.platform.log.error({ err }, 'a denial was not recorded');
    }
    record.waiting -= 1;
  });
}

/** Other processes record as well: of all that try within a minute, the row lets one through. */
function write({ platform, address, request_id }: Asked, denial: Denial, kind: string): Promise<void> {
  return transactWithoutTenantScope({ ...asSystem(platform, request_id), address }, async (tx) => {
    const due = await tx.db
      .insertInto('denials')
      .values({ kind })
      .onConflict((conflict) =>
        conflict
          .column('kind')
          .doUpdateSet({ recorded_at: sql`provost_now()` })
          .where(sql<boolean>`denials.recorded_at <= provost_now() - interval '1 minute'`),
      )
      .executeTakeFirst();
    if (due.numInsertedOrUpdatedRows !== 1n) return;
    const { admin_id, program_id, entity, entity_id, action, reason } = denial;
    await audit(tx, { entity, entity_id, action, program_id, admin_id, after: { reason } });
  });
}

/** Forgets when a kind was last recorded, once that is a day ago: a {@link Sweep}. */
export async function sweepDenials(db: Db, limit: number): Promise<number> {
  const old = db.selectFrom('denials').select('kind').where(olderThan('recorded_at', 1)).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('denials').where('kind', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

type Recorded = { kinds: Map<string, number>; waiting: number; last: Promise<void> };
const records = new WeakMap<Database['everything'], Recorded>();

/** One entry is written at a time: a flood of denials takes one connection. */
function recordOf({ everything }: Database): Recorded {
  const known = records.get(everything) ?? { kinds: new Map(), waiting: 0, last: Promise.resolve() };
  records.set(everything, known);
  return known;
}
