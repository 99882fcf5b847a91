/** Facts that sites tell: each once by its reference, one or many at a time. Specification: Sites, facts. */
import { sql } from 'kysely';
import { type FieldError, Refusal, type RefusalStatus, refuse } from '../../core/errors.ts';
import type { Told } from '../../core/sites/told.ts';
import { type TransactionContext, transact } from '../context.ts';
import { isDeadlock } from '../db/outages.ts';
import { firstDifference } from './first-difference.ts';
import type { SiteCall } from './site-context.ts';

export type SiteTransaction = SiteCall & TransactionContext;

/** Kinds of facts; a reference is unique by program and kind. */
export type FactKind =
  | 'charge'
  | 'enrolment'
  | 'cancellation'
  | 'attendance'
  | 'coin'
  | 'token'
  | 'ticket'
  | 'purchase'
  | 'refund_request';

/** An item that was booked, or was there already: its id, and what the answer says besides. */
export type Booked<Extra> = { id: number; state?: 'created' | 'unchanged' | 'updated' } & Extra;

/** An item that was not; `status` is that of the call where it was told alone. */
export type Rejected = { rejected: { status: RefusalStatus; code: string; errors: FieldError[] } };

export type Outcome<Extra> = Booked<Extra> | Rejected;

type Fact<Item, Extra> = {
  kind: FactKind;
  /** Books items that were not told before, in one transaction; answers an outcome for each, in their order. */
  book(tx: SiteTransaction, items: readonly Item[]): Promise<Outcome<Extra>[]>;
};

/** Attempts of a transaction that met another in a circle of locks. */
const MOST_ATTEMPTS = 4;

/** Answer about one object. */
type ToldResult<Extra> = {
  reference: string | null;
  id: number | null;
  state: 'created' | 'updated' | 'unchanged' | 'rejected';
  errors: (FieldError & { code: string })[];
} & Partial<Extra>;

/**
 * Tells facts: those that are new are booked, known ones are answered as they were then. One that is wrong is rejected
 * alone; with `atomic`, or where it came alone, it refuses the call: a 409 `REFERENCE_TAKEN` for a reference with another
 * body, else what booking says. What is rejected leaves its reference free.
 */
export function tellFacts<Item extends { reference: string }, Extra extends object>(
  context: SiteCall,
  told: Told<Item>,
  fact: Fact<Item, Extra>,
): Promise<{ results: ToldResult<Extra>[] }> {
  return telling(context, told, (tx, items) => bookOnce(tx, items, fact));
}

/**
 * Runs one call that tells one object or many, in one transaction, and again where it met another in a circle of locks;
 * whoever is in a transaction already tries that one again.
 * `work` gets those that are rightly written, and answers for each what became of it.
 */
export async function telling<Item, Extra extends object>(
  context: SiteCall,
  { items, isAlone, atomic }: Told<Item>,
  work: (tx: SiteTransaction, items: readonly Item[]) => Promise<Outcome<Extra>[]>,
): Promise<{ results: ToldResult<Extra>[] }> {
  const run = () =>
    transact(context, async (tx) => {
      const right = items.flatMap((one) => ('item' in one ? [one.item] : []));
      const worked = (right.length > 0 ? await work(tx, right) : []).values();
      const outcomes = items.map((one) => ('item' in one ? next(worked) : misread(one.errors)));
      if (isAlone || atomic) refuseRejected(outcomes, isAlone);
      return {
        results: outcomes.map((outcome, index) => resultOf(items[index]?.reference ?? null, outcome)),
      };
    });
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!isDeadlock(error) || attempt === MOST_ATTEMPTS || context.db.isTransaction) throw error;
    }
  }
}

/**
 * Books items one after the other, each within a savepoint: one that is refused leaves nothing. For facts of which a
 * call brings few; a sale is booked with its batch.
 */
export function oneByOne<Item, Extra extends object>(
  work: (tx: SiteTransaction, item: Item) => Promise<Booked<Extra>>,
) {
  return async (tx: SiteTransaction, items: readonly Item[]): Promise<Outcome<Extra>[]> => {
    const outcomes: Outcome<Extra>[] = [];
    for (const item of items) outcomes.push(await refusable(tx, () => work(tx, item)));
    return outcomes;
  };
}

/** Runs work within a savepoint: where it is refused, it leaves nothing. */
export async function refusable<Result>(
  tx: SiteTransaction,
  work: () => Promise<Result>,
): Promise<Result | Rejected> {
  await sql`savepoint fact`.execute(tx.db);
  try {
    const result = await work();
    await sql`release savepoint fact`.execute(tx.db);
    return result;
  } catch (error) {
    const rejected = rejectedBy(tx, error);
    if (!rejected) throw error;
    await sql`rollback to savepoint fact`.execute(tx.db);
    return rejected;
  }
}

/** Returns what an error says of the item that met it; null for errors that are no refusal. */
function rejectedBy({ refusalOf }: SiteTransaction, error: unknown): Rejected | null {
  if (isDeadlock(error)) return null;
  if (error instanceof Refusal) {
    const { status, code, message, details } = error;
    return { rejected: { status, code, errors: details.errors ?? [{ path: '', message }] } };
  }
  const refused = refusalOf(error);
  if (!refused) return null;
  const { status, code, message } = refused;
  return { rejected: { status, code, errors: [{ path: '', message }] } };
}

export function rejectField(
  status: RefusalStatus,
  path: string,
  message: string,
  code = status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST',
): Rejected {
  return { rejected: { status, code, errors: [{ path, message }] } };
}

function isRejected<Extra>(outcome: Outcome<Extra>): outcome is Rejected {
  return 'rejected' in outcome;
}

function misread(errors: FieldError[]): Rejected {
  return { rejected: { status: 400, code: 'BAD_REQUEST', errors } };
}

function next<Extra>(outcomes: Iterator<Outcome<Extra>>): Outcome<Extra> {
  const step = outcomes.next();
  if (step.done) throw new Error('an item has no outcome');
  return step.value;
}

async function bookOnce<Item extends { reference: string }, Extra extends object>(
  tx: SiteTransaction,
  items: readonly Item[],
  fact: Fact<Item, Extra>,
): Promise<Outcome<Extra>[]> {
  const { kind } = fact;
  const first = firstOfEach(items);
  const fresh = await claim(tx, kind, first);
  const known = await answersOf<Extra>(
    tx,
    kind,
    [...first.keys()].filter((reference) => !fresh.has(reference)),
  );
  const booking = [...first.values()].filter(({ reference }) => fresh.has(reference));
  const booked = booking.length > 0 ? await fact.book(tx, booking) : [];
  const outcomeOf = new Map(booking.map(({ reference }, index) => [reference, booked[index]]));
  await keep(tx, kind, booking, booked);
  const answered = new Set<string>();
  return items.map((item) => {
    const { reference } = item;
    const before = known.get(reference);
    if (before) return repeated(before.body, item, before.answer);
    const outcome = outcomeOf.get(reference);
    if (!outcome) throw new Error(`${kind} ${reference} was not booked`);
    const isFirst = !answered.has(reference);
    answered.add(reference);
    return isFirst || isRejected(outcome) ? outcome : repeated(first.get(reference), item, outcome);
  });
}

/** The first item of each reference: what is told twice in one call is told once. */
function firstOfEach<Item extends { reference: string }>(items: readonly Item[]): Map<string, Item> {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(item.reference)) first.set(item.reference, item);
  return first;
}

function repeated<Extra>(before: unknown, now: unknown, answer: Booked<Extra>): Outcome<Extra> {
  // As it is kept: a field that was left out is not there.
  const path = firstDifference(before, JSON.parse(JSON.stringify(now)));
  if (path === null) return { ...answer, state: 'unchanged' };
  return takenReference(path);
}

/** Rejects a fact whose reference was told with another value of the field at `path`. */
export function takenReference(path: string): Rejected {
  return rejectField(409, path, 'This reference was told with another value', 'REFERENCE_TAKEN');
}

/**
 * Takes the references that nobody has told, waiting for whoever is telling the same ones; answers which. In one order
 * for all, so that two calls that share some wait for each other and go on.
 */
async function claim<Item extends { reference: string }>(
  { db, site }: SiteTransaction,
  kind: FactKind,
  items: ReadonlyMap<string, Item>,
): Promise<Set<string>> {
  const facts = [...items.values()].map((body) => ({ reference: body.reference, body }));
  if (facts.length === 0) return new Set();
  const { rows } = await sql<{ reference: string }>`
    insert into site_facts (program_id, kind, reference, body, key_id)
    select ${site.program_id}, ${kind}, f.reference, f.body, ${site.key_id}
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as f (reference text, body jsonb)
    order by f.reference
    on conflict do nothing
    returning reference`.execute(db);
  return new Set(rows.map(({ reference }) => reference));
}

async function answersOf<Extra>(
  { db, site }: SiteTransaction,
  kind: FactKind,
  references: readonly string[],
): Promise<Map<string, { body: unknown; answer: Booked<Extra> }>> {
  if (references.length === 0) return new Map();
  const { rows } = await sql<{ reference: string; body: unknown; answer: unknown }>`
    select reference, body, answer from site_facts
    where program_id = ${site.program_id} and kind = ${kind} and reference = any (${references}::text[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ reference, body, answer }) => [reference, { body, answer: answer as Booked<Extra> }]),
  );
}

/** Keeps the answers of what was booked, and frees the references of what was rejected. */
async function keep<Item extends { reference: string }, Extra>(
  { db, site }: SiteTransaction,
  kind: FactKind,
  items: readonly Item[],
  outcomes: readonly Outcome<Extra>[],
): Promise<void> {
  const answers = items.flatMap(({ reference }, index) => {
    const answer = outcomes[index];
    return answer && !isRejected(answer) ? [{ reference, answer }] : [];
  });
  if (answers.length > 0)
    await sql`update site_facts f set answer = a.answer
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as a (reference text, answer jsonb)
      where f.program_id = ${site.program_id} and f.kind = ${kind} and f.reference = a.reference`.execute(db);
  if (answers.length < items.length)
    await sql`delete from site_facts where program_id = ${site.program_id} and kind = ${kind}
      and answer is null and reference = any (${items.map(({ reference }) => reference)}::text[])`.execute(
      db,
    );
}

/** Ends the call where an item was rejected: by its own status where it came alone, else by a 400 with every error. */
function refuseRejected(outcomes: readonly Outcome<object>[], isAlone: boolean): void {
  const errors = outcomes.flatMap((outcome, index) =>
    isRejected(outcome)
      ? outcome.rejected.errors.map(({ path, message }) => ({
          path: isAlone ? path : path === '' ? `items.${index}` : `items.${index}.${path}`,
          message,
        }))
      : [],
  );
  const [first] = errors;
  if (!first) return;
  const rejected = outcomes.find(isRejected)?.rejected;
  if (!isAlone || !rejected) refuse(400, first.message, { errors });
  const named = errors.filter(({ path }) => path !== '');
  refuse(rejected.status, first.message, {
    code: rejected.code,
    ...(named.length > 0 && { errors: named }),
  });
}

function resultOf<Extra extends object>(
  reference: string | null,
  outcome: Outcome<Extra>,
): ToldResult<Extra> {
  if (isRejected(outcome)) {
    const { code, errors } = outcome.rejected;
    const named = errors.map(({ path, message }) => ({ path, code, message }));
    return { reference, id: null, state: 'rejected', errors: named } as unknown as ToldResult<Extra>;
  }
  const { id, state = 'created', ...extra } = outcome;
  return { reference, id, state, errors: [], ...extra } as unknown as ToldResult<Extra>;
}
