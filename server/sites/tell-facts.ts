/** References of facts: each taken once, answered again as it was, and free where its fact was rejected. Specification: Sites, facts. */
import { sql } from 'kysely';
import type { Told } from '../../core/sites/told.ts';
import {
  type Booked,
  type Fact,
  type FactKind,
  isRejected,
  type Outcome,
  type Parked,
  type ParkedState,
  type Rejected,
  rejectField,
  type SiteTransaction,
  type ToldResult,
  telling,
} from './facts.ts';
import { firstDifference } from './first-difference.ts';
import type { SiteCall } from './site-context.ts';

/**
 * Tells facts: those that are new are booked, known ones are answered as they were then. One that is wrong is rejected
 * alone; with `atomic`, or where it came alone, it refuses the call: a 409 `REFERENCE_TAKEN` for a reference with another
 * body, else what booking says. What is rejected leaves its reference free.
 */
export function tellFacts<
  Item extends { reference: string },
  Extra extends object,
  State extends ParkedState = never,
>(
  context: SiteCall,
  told: Told<Item>,
  fact: Fact<Item, Extra, State>,
): Promise<{ results: ToldResult<Extra, State>[] }> {
  return telling(context, fact.kind, told, (tx, items) => bookOnce(tx, items, fact));
}

/** A reference that is taken: what was told by it, and how that was answered. */
type Known<Extra, State extends ParkedState> = {
  body: unknown;
  answer: Booked<Extra> | Parked<Extra, State>;
};

/**
 * Books the items of a call in their order, each reference once: a known one is answered as it was. One that is rejected
 * leaves its reference to the next item that says otherwise, which therefore waits until those before it are booked.
 */
async function bookOnce<Item extends { reference: string }, Extra extends object, State extends ParkedState>(
  tx: SiteTransaction,
  items: readonly Item[],
  fact: Fact<Item, Extra, State>,
): Promise<Outcome<Extra, State>[]> {
  const { kind } = fact;
  const all = firstOfEach(items);
  // All at once, so that two calls that share some wait for each other and go on.
  const claimed = await claim(tx, kind, [...all.values()]);
  const known = await answersOf<Extra, State>(
    tx,
    kind,
    [...all.keys()].filter((reference) => !claimed.has(reference)),
  );
  const outcomes: Outcome<Extra, State>[] = [];
  while (outcomes.length < items.length) {
    const part = untilToldOtherwise(items, outcomes.length, known);
    const booking = [...firstOfEach(part).values()].filter(({ reference }) => !known.has(reference));
    await claim(
      tx,
      kind,
      booking.filter(({ reference }) => !claimed.has(reference)),
    );
    const booked = booking.length > 0 ? await fact.book(tx, booking) : [];
    await keep(tx, kind, booking, booked);
    const outcomeOf = new Map(booking.map(({ reference }, index) => [reference, booked[index]]));
    for (const item of part) outcomes.push(outcomeFor(item, known, outcomeOf));
    // Freed, to be taken anew by the next item of this call.
    for (const [reference, outcome] of outcomeOf)
      if (outcome && isRejected(outcome)) claimed.delete(reference);
  }
  return outcomes;
}

/** Answers one item, and notes what its reference stands for from then on. */
function outcomeFor<Item extends { reference: string }, Extra extends object, State extends ParkedState>(
  item: Item,
  known: Map<string, Known<Extra, State>>,
  outcomeOf: ReadonlyMap<string, Outcome<Extra, State> | undefined>,
): Outcome<Extra, State> {
  const { reference } = item;
  const before = known.get(reference);
  if (before) return repeated(before, item);
  const outcome = outcomeOf.get(reference);
  if (!outcome) throw new Error(`the fact ${reference} was not booked`);
  if (!isRejected(outcome)) known.set(reference, { body: asKept(item), answer: outcome });
  return outcome;
}

/** The items from a place on, up to the one whose reference they have told already, and otherwise. */
function untilToldOtherwise<Item extends { reference: string }>(
  items: readonly Item[],
  from: number,
  known: ReadonlyMap<string, unknown>,
): Item[] {
  const part: Item[] = [];
  const told = new Map<string, Item>();
  for (const item of items.slice(from)) {
    const before = known.has(item.reference) ? undefined : told.get(item.reference);
    if (before && firstDifference(asKept(before), asKept(item)) !== null) break;
    if (!before) told.set(item.reference, item);
    part.push(item);
  }
  return part;
}

function firstOfEach<Item extends { reference: string }>(items: readonly Item[]): Map<string, Item> {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(item.reference)) first.set(item.reference, item);
  return first;
}

function repeated<Extra extends object, State extends ParkedState>(
  { body, answer }: Known<Extra, State>,
  now: unknown,
): Outcome<Extra, State> {
  const path = firstDifference(body, asKept(now));
  if (path !== null) return takenReference(path);
  return answer.id === null ? answer : { ...answer, state: 'unchanged' };
}

/** A body as it is kept: a field that was left out is not there. */
function asKept(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}

/** Rejects a fact whose reference was told with another value of the field at `path`. */
export function takenReference(path: string): Rejected {
  return rejectField(409, path, 'This reference was reported with another value', 'REFERENCE_TAKEN');
}

/** Takes the references that nobody has told, waiting for whoever is telling the same ones; answers which. */
async function claim<Item extends { reference: string }>(
  { db, site }: SiteTransaction,
  kind: FactKind,
  items: readonly Item[],
): Promise<Set<string>> {
  const facts = items.map((body) => ({ reference: body.reference, body }));
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

async function answersOf<Extra, State extends ParkedState>(
  { db, site }: SiteTransaction,
  kind: FactKind,
  references: readonly string[],
): Promise<Map<string, Known<Extra, State>>> {
  if (references.length === 0) return new Map();
  const { rows } = await sql<{ reference: string; body: unknown; answer: unknown }>`
    select reference, body, answer from site_facts
    where program_id = ${site.program_id} and kind = ${kind} and reference = any (${references}::text[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ reference, body, answer }) => [
      reference,
      { body, answer: answer as Known<Extra, State>['answer'] },
    ]),
  );
}

async function keep<Item extends { reference: string }>(
  { db, site }: SiteTransaction,
  kind: FactKind,
  items: readonly Item[],
  outcomes: readonly object[],
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
