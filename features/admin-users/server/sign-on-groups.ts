/** Rights of an account by the groups that the provider names. Specification: Accounts. */

import { PERMISSIONS, type Permission } from '../../../core/access.ts';
import { Refusal } from '../../../core/errors.ts';
import { SYSTEM, type TransactionContext } from '../../../server/context.ts';
import { requireActivePrograms } from '../../../server/nouns/active-programs.ts';
import { changing, differs } from '../../../server/nouns/changing.ts';
import type { GroupRights, Oidc } from '../../../server/oidc-settings.ts';
import { lockOut } from '../../auth/server/sessions.ts';
import type { SignOnRefusal } from '../../auth/single-sign-on/rules.ts';
import { mailAccessChange, mailNewSuperadmin } from './access-mail.ts';
import { checkNotLastSuperadmin } from './admin-user-rules.ts';
import { ADMIN } from './admin-users.ts';

/** Returns the rights that groups give together, `no_rights` for none, or why they cannot be told: groups of two programs would give each the other's. */
function rightsOf(groups: ReadonlyMap<string, GroupRights>, said: unknown): GroupRights | SignOnRefusal {
  // Providers leave the claim out where somebody is in too many groups.
  if (said === undefined || said === null) return 'groups_unknown';
  const names = new Set(Array.isArray(said) ? said : [said]);
  const given = [...groups].flatMap(([name, rights]) => (names.has(name) ? [rights] : []));
  const [first] = given;
  if (!first) return 'no_rights';
  if (given.some(({ program_id }) => program_id !== first.program_id)) return 'two_programs';
  const permissions = PERMISSIONS.filter((each) => given.some((rights) => rights.permissions.includes(each)));
  return { permissions, program_id: first.program_id };
}

/** Gives an account the rights of its groups, where mapped; its sessions end where they change, and it is mailed. Returns why it may not sign in, or null. */
export async function followGroups(
  tx: TransactionContext,
  { id, email }: { id: number; email: string },
  { groups, breakGlass }: Oidc,
  said: unknown,
): Promise<SignOnRefusal | null> {
  if (!groups || email === breakGlass) return null;
  const rights = rightsOf(groups, said);
  if (typeof rights === 'string' && rights !== 'no_rights') return rights;
  const refused = await saveRights({ ...tx, actor: SYSTEM }, id, rights === 'no_rights' ? null : rights);
  return refused ?? (rights === 'no_rights' ? rights : null);
}

/** `rights` null: none, in the program as it is. */
async function saveRights(
  tx: TransactionContext,
  id: number,
  rights: GroupRights | null,
): Promise<SignOnRefusal | null> {
  let refused: SignOnRefusal | null = null;
  await changing(tx, ADMIN, { id }, 'follow_groups', async (inside, row) => {
    const before = { permissions: row.permissions as Permission[], program_id: row.program_id };
    const { permissions, program_id } = rights ?? { permissions: [], program_id: row.program_id };
    const after = { permissions, program_id };
    const unchanged = { before, after: before };
    if (!differs(before, after)) return unchanged;
    refused = await faultOf(inside, { id, ...before }, after);
    if (refused) return unchanged;
    await lockOut(inside.db, id, 'changed');
    const { email } = row;
    await mailAccessChange(inside, id, { before: { email, ...before }, after: { email, ...after } });
    if (permissions.includes('superadmin') && !before.permissions.includes('superadmin'))
      await mailNewSuperadmin(inside, { id, email });
    return { before, after, columns: after, program_id };
  });
  return refused;
}

async function faultOf(
  tx: TransactionContext,
  before: { id: number; permissions: string[]; program_id: number },
  after: GroupRights,
): Promise<SignOnRefusal | null> {
  try {
    if (!after.permissions.includes('superadmin')) await checkNotLastSuperadmin(tx, before);
  } catch (error) {
    return reason(error, 'last_superadmin');
  }
  if (after.program_id === 0) return null;
  const programs = [after.program_id];
  try {
    await requireActivePrograms(tx.db, { programs, field: () => 'program', kept: [before.program_id] });
  } catch (error) {
    return reason(error, 'no_program');
  }
  return null;
}

function reason(error: unknown, refusal: SignOnRefusal): SignOnRefusal {
  if (error instanceof Refusal) return refusal;
  throw error;
}
