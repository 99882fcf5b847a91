/** Facts that sites tell: each once by its reference, one or many at a time. Specification: Sites, facts. */
import { sql } from 'kysely';
import { type FieldError, Refusal, type RefusalStatus, refuse } from '../../core/errors.ts';
import type { PARKED_STATES, Told } from '../../core/sites/told.ts';
import { type TransactionContext, transact } from '../context.ts';
import type { Db } from '../db/client.ts';
import { isDeadlock } from '../db/outages.ts';
import { inSavepoint } from '../db/savepoint.ts';
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

/** Kinds of what has a reference: an erased person's is known by each. */
type ToldKind = FactKind | 'user' | 'session';

/** An item that was booked, or was there already: its id, and what the answer says besides. */
export type Booked<Extra> = { id: number; state?: 'created' | 'unchanged' | 'updated' } & Extra;

/** An item that is kept until what it names is there, or that staff have dismissed since: nothing is booked. */
export type Parked<Extra, State extends ParkedState = ParkedState> = State extends ParkedState
  ? { id: null; state: State } & Extra
  : never;
export type ParkedState = (typeof PARKED_STATES)[number];

/** An item that was not; `status` is that of the call where it was told alone. */
export type Rejected = { rejected: { status: RefusalStatus; code: string; errors: FieldError[] } };

/** `State`: how an item may be kept unbooked; few kinds of facts ever are. */
export type Outcome<Extra, State extends ParkedState = never> =
  | Booked<Extra>
  | Parked<Extra, State>
  | Rejected;

export type Fact<Item, Extra, State extends ParkedState = never> = {
  kind: FactKind;
  /** Books items that were not told before, in one transaction; answers an outcome for each, in their order. */
  book(tx: SiteTransaction, items: readonly Item[]): Promise<Outcome<Extra, State>[]>;
};

/** Attempts of a transaction that met another in a circle of locks. */
const MOST_ATTEMPTS = 4;

export type ToldResult<Extra, State extends ParkedState> = {
  reference: string | null;
  id: number | null;
  state: 'created' | 'updated' | 'unchanged' | 'rejected' | State;
  errors: (FieldError & { code: string })[];
} & Partial<Extra>;

/**
 * Runs one call that tells one object or many, in one transaction, and again where it met another in a circle of locks;
 * whoever is in a transaction already tries that one again.
 * `work` gets those that are rightly written, and answers for each what became of it.
 */
export async function telling<Item, Extra extends object, State extends ParkedState = never>(
  context: SiteCall,
  kind: ToldKind,
  { items, isAlone, atomic }: Told<Item>,
  work: (tx: SiteTransaction, items: readonly Item[]) => Promise<Outcome<Extra, State>[]>,
): Promise<{ results: ToldResult<Extra, State>[] }> {
  const run = () =>
    transact(context, async (tx) => {
      const erased = await referencesErased(tx, kind, referencesOf(items.filter((one) => 'item' in one)));
      const isErased = ({ reference }: { reference?: string | null }) => erased.has(reference ?? '');
      const right = items.flatMap((one) => ('item' in one && !isErased(one) ? [one.item] : []));
      const worked = (right.length > 0 ? await work(tx, right) : []).values();
      // Of an erasure that was committed in between: who had gone would be made again.
      if ((await referencesErased(tx, kind, referencesOf(right))).size > 0) throw new ErasedMeanwhile();
      const outcomes = items.map((one) => {
        if (isErased(one)) return rejectField(409, 'reference', OF_SOMEBODY_ERASED, 'REFERENCE_TAKEN');
        return 'item' in one ? next(worked) : misread(one.errors);
      });
      if (isAlone || atomic) refuseRejected(outcomes, isAlone);
      return {
        results: outcomes.map((outcome, index) => resultOf(items[index]?.reference ?? null, outcome)),
      };
    });
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isToRepeat = isDeadlock(error) || error instanceof ErasedMeanwhile;
      if (!isToRepeat || attempt === MOST_ATTEMPTS || context.db.isTransaction) throw error;
    }
  }
}

/** Erasure of somebody whom a call names, while that was under way: it is tried again, and finds them erased. */
class ErasedMeanwhile extends Error {}

function referencesOf(told: readonly unknown[]): string[] {
  return told.flatMap((one) => {
    const { reference } = one as { reference?: string | null };
    return reference ? [reference] : [];
  });
}

const OF_SOMEBODY_ERASED = 'This reference belonged to a user who was erased. Use another one';

/** Returns those of the references by which an erased person, or a fact of one, was told. */
export function referencesErased(
  { db, site }: SiteTransaction,
  kind: ToldKind | 'payment',
  references: readonly string[],
): Promise<Set<string>> {
  return erasedReferences(db, { program_id: site.program_id, kind, references });
}

/** Returns the same of any program. */
export async function erasedReferences(
  db: Db,
  {
    program_id,
    kind,
    references,
  }: { program_id: number; kind: ToldKind | 'payment' | 'class'; references: readonly string[] },
): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const { rows } = await sql<{ reference: string }>`
    select r.reference from references_erased(${program_id}, ${kind}, ${[...references]}::text[]) r (reference)`.execute(
    db,
  );
  return new Set(rows.map(({ reference }) => reference));
}

/** Books items one after the other, each within a savepoint. For facts of which a call brings few; a sale is booked with its batch. */
export function oneByOne<Item, Extra extends object>(
  work: (tx: SiteTransaction, item: Item) => Promise<Booked<Extra>>,
) {
  return async (tx: SiteTransaction, items: readonly Item[]): Promise<Outcome<Extra>[]> => {
    const outcomes: Outcome<Extra>[] = [];
    for (const item of items) outcomes.push(await refusable(tx, () => work(tx, item)));
    return outcomes;
  };
}

export function refusable<Result>(
  tx: SiteTransaction,
  work: () => Promise<Result>,
): Promise<Result | Rejected> {
  return inSavepoint(tx.db, work, (error) => rejectedBy(tx, error));
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

export function isRejected(outcome: object): outcome is Rejected {
  return 'rejected' in outcome;
}

function misread(errors: FieldError[]): Rejected {
  return { rejected: { status: 400, code: 'BAD_REQUEST', errors } };
}

function next<Result>(outcomes: Iterator<Result>): Result {
  const step = outcomes.next();
  if (step.done) throw new Error('an item has no outcome');
  return step.value;
}

/** Ends the call where an item was rejected: by its own status where it came alone, else by a 400 with every error. */
function refuseRejected(outcomes: readonly object[], isAlone: boolean): void {
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

function resultOf<Extra extends object, State extends ParkedState>(
  reference: string | null,
  outcome: Outcome<Extra, State>,
): ToldResult<Extra, State> {
  if (isRejected(outcome)) {
    const { code, errors } = outcome.rejected;
    const named = errors.map(({ path, message }) => ({ path, code, message }));
    return { reference, id: null, state: 'rejected', errors: named } as unknown as ToldResult<Extra, State>;
  }
  const { id, state = 'created', ...extra } = outcome;
  return { reference, id, state, errors: [], ...extra } as unknown as ToldResult<Extra, State>;
}
