/** Texts that name a person, from all that is held of them: read before it is erased. Specification: A person's data. */
import { type Selectable, sql } from 'kysely';
import type { Context, TransactionContext } from '../../../server/context.ts';
import type { Erasures } from '../../../server/db/types.ts';
import { openedDetails } from '../../payouts/batches/server/batch-file.ts';
import { secretsOf } from '../../users/payment-settings/server/payment-secrets.ts';

/** Texts looked for wherever a person may be named: addresses; what names nobody else; names, which count only beside one of those. `pictures` are upload ids. */
export type Needles = { addresses: string[]; alone: string[]; beside: string[]; pictures: number[] };

export type Running = Pick<Selectable<Erasures>, 'id' | 'user_id' | 'decided_at' | 'step'> & {
  needles: Needles;
};

type Found = { addresses: Set<string>; alone: Set<string>; beside: Set<string>; pictures: Set<number> };

/** Characters below which a text is no name of one person. */
const SHORTEST = 5;
/** Digits from which a number is that of one person: of a phone or an account. */
const DIGITS_OF_A_NUMBER = 8;

/** Collects from the row, its versions and audit, payment settings and payouts. The database drops others' addresses, and counts shared names only beside. */
export async function needlesOf(tx: TransactionContext, person: number): Promise<Needles> {
  const found: Found = { addresses: new Set(), alone: new Set(), beside: new Set(), pictures: new Set() };
  for (const document of await documentsOf(tx, person)) collect(found, document);
  // A routing number is a bank's.
  for (const [field, secret] of Object.entries(await secretsOf(tx, person)))
    if (!field.startsWith('routing')) addNumber(found, secret);
  for (const { id, sealed } of await payoutDetails(tx, person))
    collect(found, { ...openedDetails(tx.platform, id, sealed) });
  return {
    addresses: [...found.addresses],
    alone: [...found.alone],
    beside: [...found.beside],
    pictures: await withCrops(tx, [...found.pictures]),
  };
}

async function documentsOf({ db }: Context, person: number): Promise<unknown[]> {
  const { rows } = await sql<{ document: unknown }>`
    select d.document from documents_of_person(${person}) d (document)`.execute(db);
  return rows.map(({ document }) => document);
}

async function payoutDetails({ db }: Context, person: number) {
  return db
    .selectFrom('payouts as p')
    .innerJoin('payout_details as d', 'd.payout_id', 'p.id')
    .select(['p.id', 'd.sealed'])
    .where('p.user_id', '=', person)
    .execute();
}

/** Pictures, what was cut out of them, and what they were cut out of. */
async function withCrops({ db }: Context, pictures: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from unnest(${[...pictures]}::integer[]) p (id)
    union select u.id from uploads u where u.original_id = any (${[...pictures]}::integer[])
    union select u.original_id from uploads u where u.id = any (${[...pictures]}::integer[]) and u.original_id is not null`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

const NAMES = ['first_name', 'last_name'];
const WHOLE_NAMES = ['name', 'full_name', 'made_out_to'];
const PLACES = ['phone', 'street', 'address', 'sent_to', 'site_address', 'gulfpower_empid'];
const ACCOUNTS = ['account', 'account_number', 'iban', 'card_number', 'bank_ac_no', 'id', 'user'];
const ADDRESSES = ['email', 'paypal_address'];

function collect(found: Found, document: unknown): void {
  if (Array.isArray(document)) {
    for (const part of document) collect(found, part);
    return;
  }
  if (typeof document !== 'object' || document === null) return;
  const fields = document as Record<string, unknown>;
  addFullNames(found, fields);
  for (const [field, value] of Object.entries(fields)) addField(found, field, value);
}

function addField(found: Found, field: string, value: unknown): void {
  if (field === 'photo_id' || field === 'banner_id') {
    if (typeof value === 'number' && value > 0) found.pictures.add(value);
  } else if (field === 'lilt_delivery' && typeof value === 'string') {
    addDelivery(found, value);
  } else if (field === 'address' && Array.isArray(value)) {
    for (const line of value.slice(0, 2)) addPlace(found, String(line));
  } else if (typeof value !== 'string') {
    collect(found, value);
  } else if (NAMES.includes(field)) {
    addBeside(found, value);
  } else if (WHOLE_NAMES.includes(field)) {
    addName(found, value);
  } else if (PLACES.includes(field)) {
    addPlace(found, value);
  } else if (ADDRESSES.includes(field) || ACCOUNTS.includes(field)) {
    addNumber(found, value);
  }
}

function addFullNames(found: Found, { first_name, last_name }: Record<string, unknown>): void {
  if (typeof first_name !== 'string' || typeof last_name !== 'string') return;
  const [first, last] = [first_name.trim(), last_name.trim()];
  if (first === '' || last === '') return;
  for (const whole of [`${first} ${last}`, `${last}, ${first}`, `${last} ${first}`]) addName(found, whole);
}

function addDelivery(found: Found, text: string): void {
  try {
    collect(found, JSON.parse(text));
  } catch {
    for (const line of text.split(/[\n,;]/)) addPlace(found, line);
  }
}

/** A single word is a name that many have. */
function addName(found: Found, text: string): void {
  if (text.trim().includes(' ')) addAlone(found, text);
  else addBeside(found, text);
}

/** A city or a country names nobody, and a street many: it counts beside another needle, and what has a long number alone. Several are looked for singly too. */
function addPlace(found: Found, text: string): void {
  for (const part of new Set([text, ...text.split(/[\n,;]/)])) addNumber(found, part);
}

/** Adds an account or a place: alone only a long number, since whoever is paid may call the account by any word. */
function addNumber(found: Found, text: string): void {
  const digits = text.replaceAll(/\D/g, '').length;
  if (digits >= DIGITS_OF_A_NUMBER || isAddress(text)) addAlone(found, text);
  else if (digits > 0) addBeside(found, text);
}

function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim());
}

function addAlone(found: Found, text: string): void {
  const said = text.trim();
  if (said.length < SHORTEST || isPseudonym(said)) return;
  (said.includes('@') && said.indexOf('@') > 0 ? found.addresses : found.alone).add(said);
}

function addBeside(found: Found, text: string): void {
  const said = text.trim();
  if (said.length > 1 && !isPseudonym(said)) found.beside.add(said);
}

function isPseudonym(said: string): boolean {
  return /^(?:Erased|(?:Erased )?person \d+|person \d+(?:,)? Erased|erased-\d+@erased\.invalid)$/.test(said);
}
