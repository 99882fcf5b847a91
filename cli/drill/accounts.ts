import { asOwner } from './cluster.ts';
import { type Load, MARK } from './load.ts';

export type Differences = { lost: string[]; doubled: string[] };

type Entry = { mark: string; id: number };

/** Compares every acknowledged write with the database: lost is what is not there under its id, doubled what is there twice. Call it with the load stopped. */
export async function compareBooks(
  load: Pick<Load, 'acknowledged' | 'since'>,
  ask = asOwner,
): Promise<Differences> {
  const like = `${MARK}%`;
  const sales = await ask<Entry>('select description as mark, id from charges where description like $1', [
    like,
  ]);
  const refunds = await ask<Entry>('select reason as mark, id from refunds where reason like $1', [like]);
  // A payout has no text of ours: its key is recorded with the answer.
  const payouts = await ask<Entry>(
    `select key as mark, (answer->'batch'->>'id')::int as id from idempotency_keys where key like $1 and answer is not null`,
    [`${MARK}payout-%`],
  );
  const { sales: sold, refunds: returned, payouts: paid } = load.acknowledged;
  const parts = [
    differencesOf(sold, sales),
    differencesOf(returned, refunds),
    differencesOf(paid, payouts),
    { lost: [], doubled: await strangeBatches(load, ask) },
  ];
  return {
    lost: parts.flatMap(({ lost }) => lost),
    doubled: parts.flatMap(({ doubled }) => doubled),
  };
}

function differencesOf(acknowledged: ReadonlyMap<string, number>, entries: readonly Entry[]): Differences {
  const found = Map.groupBy(entries, ({ mark }) => mark);
  return {
    lost: [...acknowledged]
      .filter(([mark, id]) => !found.get(mark)?.some((entry) => entry.id === id))
      .map(([mark, id]) => `${mark} (${id})`),
    doubled: [...found].filter(([, some]) => some.length > 1).map(([mark]) => mark),
  };
}

async function strangeBatches(
  { acknowledged, since }: Pick<Load, 'acknowledged' | 'since'>,
  ask: typeof asOwner,
): Promise<string[]> {
  const batches = await ask<{ id: number }>('select id from payout_batches where created_at >= $1', [since]);
  const known = new Set(acknowledged.payouts.values());
  return batches.filter(({ id }) => !known.has(id)).map(({ id }) => `batch ${id}`);
}
