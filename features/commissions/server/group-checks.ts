import { sql } from 'kysely';
import { refuse, refuseField } from '../../../core/errors.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import type { CommissionRowInput } from '../contract.ts';
import type { CommissionRow } from '../ledger-contract.ts';
import {
  CODE,
  type CommissionType,
  codeKey,
  groupFaults,
  INSTRUCTOR,
  levelHolds,
  levelNumber,
  mayEditType,
  PROGRAM,
  PROGRAM_NOT_SET,
  TYPE_LABELS,
} from '../rules.ts';
import type { Owner } from './owners.ts';

/** Further inputs of the checks: the row a call removes, and a call's field names for the last row. */
type Asked = { removing?: CommissionRow; sentAs?: Readonly<Record<string, string>> };

/** Keeps rows the caller may not edit: 403 where one is removed, or a program row sent otherwise. 400 names a row that breaks a rule. */
export async function checkGroup(
  context: Context,
  owner: Owner,
  before: readonly CommissionRow[],
  given: readonly CommissionRowInput[],
  { removing, sentAs }: Asked = {},
): Promise<CommissionRowInput[]> {
  if (removing && !mayEditType(context.actor, removing.type)) mayNotChange(removing.type);
  const indexed = given.map((row, index) => ({ row, index }));
  const theirs = indexed.filter(({ row }) => mayEditType(context.actor, row.type));
  const locked = before.filter((row) => row.type !== INSTRUCTOR && !mayEditType(context.actor, row.type));
  const standing = locked.find((row) => row.type === PROGRAM)?.commission;
  const isChanged = (row: CommissionRowInput) => row.type === PROGRAM && row.commission !== standing;
  if (!mayEditType(context.actor, PROGRAM) && given.some(isChanged)) mayNotChange(PROGRAM);
  const next: CommissionRowInput[] = [...locked, ...theirs.map(({ row }) => row)];
  const pathOf = (row: number, field: string | null) => {
    const index = theirs[row - locked.length]?.index;
    if (sentAs && field && index === given.length - 1) return sentAs[field] ?? field;
    return index === undefined ? 'commission' : `commission.${index}${field ? `.${field}` : ''}`;
  };

  for (const [position, row] of next.entries()) {
    if (!levelHolds(owner.level, row.type)) {
      refuseField(pathOf(position, 'type'), `${TYPE_LABELS[row.type]} commission cannot be set here`);
    }
    if (row.type === PROGRAM && owner.program_id === null) refuse(400, PROGRAM_NOT_SET);
  }
  const faults = groupFaults(next.map((row) => ({ ...row, ...nameIn(before, row.referrer_id) })));
  if (faults.length > 0) {
    const errors = faults.map(({ row, field, message }) => ({
      path: row === null ? 'commission' : pathOf(row, field),
      message,
    }));
    const [first] = errors;
    refuse(400, sentAs ? `${first?.message}` : `The commissions cannot be saved: ${first?.message}`, {
      errors,
    });
  }
  await checkReferrers(context, owner, before, next, pathOf);
  await checkCodes(context, owner, next, pathOf);
  return next;
}

function mayNotChange(type: CommissionType): never {
  refuse(403, `You may not change the ${TYPE_LABELS[type].toLowerCase()} commission`);
}

function nameIn(rows: readonly CommissionRow[], user: number | null | undefined) {
  const known = rows.find((row) => user && row.referrer_id === user);
  return known && { first_name: known.first_name, last_name: known.last_name };
}

async function checkReferrers(
  { db, actor }: Context,
  owner: Owner,
  before: readonly CommissionRow[],
  next: readonly CommissionRowInput[],
  pathOf: (row: number, field: string) => string,
): Promise<void> {
  // Whom somebody with a wider view has put in stays; only new people are looked up.
  const known = new Set(before.map((row) => row.referrer_id));
  const asked = next.flatMap((row) =>
    row.referrer_id && !known.has(row.referrer_id) ? [row.referrer_id] : [],
  );
  if (asked.length === 0) return;
  const found = await db
    .selectFrom('site_users as u')
    .select(['u.id', 'u.program_id'])
    .where('u.id', 'in', asked)
    .where('u.del_status', '=', 0)
    .where(visibleTo(actor, 'u.program_id'))
    .execute();
  const programs = new Map(found.map((user) => [user.id, user.program_id]));
  for (const [position, row] of next.entries()) {
    if (!row.referrer_id || known.has(row.referrer_id)) continue;
    if (!programs.has(row.referrer_id)) refuseField(pathOf(position, 'referrer_id'), 'There is no such user');
    if (owner.level === 'program' && programs.get(row.referrer_id) !== owner.program_id) {
      refuseField(pathOf(position, 'referrer_id'), 'The user does not belong to this program');
    }
  }
}

async function checkCodes(
  { db }: Context,
  owner: Owner,
  next: readonly CommissionRowInput[],
  pathOf: (row: number, field: string) => string,
): Promise<void> {
  const codes = next.flatMap((row) => (row.type === CODE && row.code ? [codeKey(row.code)] : []));
  if (codes.length === 0) return;
  const taken = await db
    .selectFrom('commission_rows as r')
    .select(['r.code_key', 'r.owner_id'])
    .where('r.level', '=', levelNumber(owner.level))
    .where('r.owner_id', '!=', owner.owner_id)
    .where(sql<boolean>`coalesce(r.program_id, 0) = ${owner.program_id ?? 0}`)
    .where('r.type', '=', CODE)
    .where('r.replaced_at', 'is', null)
    .where('r.code_key', 'in', codes)
    .executeTakeFirst();
  if (!taken) return;
  const position = next.findIndex((row) => row.code && codeKey(row.code) === taken.code_key);
  refuseField(
    pathOf(position, 'code'),
    `The code ${next[position]?.code} belongs to ${owner.level} #${taken.owner_id} already`,
  );
}
