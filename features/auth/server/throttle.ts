import { sql } from 'kysely';
import { refuseForNow } from '../../../core/errors.ts';
import { type Call, transactWithoutTenantScope } from '../../../server/context.ts';
import { lock, type Trx } from '../../../server/db/client.ts';
import { networkOf } from '../../../server/http/network.ts';

const WINDOW_SECONDS = 15 * 60;
const LIMITS = { account: 5, address: 20 } as const;

type Try = {
  account: string;
  /** The caller's network: {@link networkOf}. */
  address: string;
  /** Resolves once the password proved right, and rejects once it proved wrong. */
  right: Promise<void>;
};

/** Tries of this process still being compared: they may yet turn out right. */
const underWay = new Set<Try>();

/** Counts a try as wrong until `check` proves it right: no concurrent guess slips through. 429 after five of an account, or twenty of a network, in 15 min. */
export async function throttled<Found>(
  context: Call,
  account: string,
  check: () => Promise<Found | null>,
  network = networkOf(context.address),
): Promise<Found | null> {
  const { promise: right, resolve: proveRight, reject: proveWrong } = Promise.withResolvers<void>();
  right.catch(() => {});
  const own: Try = { account, address: network, right };
  try {
    const id = await reserve(context, own);
    const found = await check();
    if (found !== null) {
      await context.platform.database.signIn.deleteFrom('sign_in_failures').where('id', '=', id).execute();
      proveRight();
    }
    return found;
  } finally {
    underWay.delete(own);
    proveWrong();
  }
}

async function reserve(context: Call, own: Try): Promise<number> {
  for (;;) {
    const before = rivalsOf(own);
    const taking = async ({ db: trx }: { db: Trx }) => {
      await lock(trx, `sign-in account ${own.account}`);
      await lock(trx, `sign-in address ${own.address}`);
      const wait = Math.max(await waitOf(trx, 'account', own), await waitOf(trx, 'address', own));
      if (wait > 0) return { id: null, wait };
      await trx
        .deleteFrom('sign_in_failures')
        .where((row) => row.or([row('account', '=', own.account), row('address', '=', own.address)]))
        .where(sql<boolean>`at <= ${windowStart}`)
        .execute();
      const { id } = await trx
        .insertInto('sign_in_failures')
        .values({ account: own.account, address: own.address })
        .returning('id')
        .executeTakeFirstOrThrow();
      underWay.add(own);
      return { id, wait };
    };
    const reserved = await transactWithoutTenantScope(context, taking, 'signIn');
    if (reserved.id !== null) return reserved.id;
    // People who sign in at the same moment with the right password must not shut each other out.
    // Those of before count too: one of them may have made room after the failures were counted.
    const rivals = [...before, ...rivalsOf(own)];
    const madeRoom = await Promise.any(rivals.map(({ right }) => right)).then(
      () => true,
      () => false,
    );
    if (!madeRoom) refuseForNow('Too many wrong passwords.', reserved.wait);
  }
}

function rivalsOf({ account, address }: Try): Try[] {
  return [...underWay].filter((other) => other.account === account || other.address === address);
}

/** Returns the seconds until a counted failure leaves the window; 0 where there is room. */
async function waitOf(trx: Trx, by: 'account' | 'address', own: Try): Promise<number> {
  const last = await trx
    .selectFrom('sign_in_failures')
    .select(sql<number>`ceil(extract(epoch from at - ${windowStart}))`.as('seconds'))
    .where(by, '=', own[by])
    .where(sql<boolean>`at > ${windowStart}`)
    .orderBy('at', 'desc')
    .offset(LIMITS[by] - 1)
    .limit(1)
    .executeTakeFirst();
  return last?.seconds ?? 0;
}

const windowStart = sql`(provost_now() - make_interval(secs => ${WINDOW_SECONDS}))`;

/** Counts tries of somebody signed in apart from those of strangers, who could else keep them from paying by wrong passwords for their address. */
export function throttledInSession<Found>(
  context: Call,
  check: () => Promise<Found | null>,
): Promise<Found | null> {
  const own = `signed in as ${context.actor.admin_id}`;
  return throttled(context, own, check, own);
}
