import { sql } from 'kysely';
import { type Access, isGlobal, mayAccess } from '../../../../core/access.ts';
import { must } from '../../../../core/must.ts';
import { type Context, withoutTenantScope } from '../../../../server/context.ts';
import { classesContract } from '../../../classes/contract.ts';
import { programsContract } from '../../../programs/contract.ts';
import { siteUsersContract } from '../../../users/contract.ts';
import { FIRST_STEPS, type FirstStep, type FirstStepKind } from '../contract.ts';

/**
 * Returns the steps that the caller may take, done ones as well. None for staff of one program, whose office has been set
 * up by others; where the caller hid them; where nothing is left that the caller may do; and where the office has programs,
 * colleagues, users and classes: it is at work, and knows what it does without.
 */
export async function readFirstSteps({ db, actor, platform }: Context): Promise<FirstStep[]> {
  if (!isGlobal(actor)) return [];
  const { rows } = await sql<Record<RowStep, boolean> & { hidden: boolean }>`
    select exists (select from programs) as program,
      (select count(*) from (select from admins where deleted_at is null limit 2) two) > 1 as colleague,
      exists (select from site_users where del_status = 0) as users,
      exists (select from classes where del_flag = 0) as class,
      exists (select from admins where id = ${actor.admin_id} and first_steps_hidden_at is not null) as hidden`.execute(
    db,
  );
  const { hidden, ...made } = must(rows[0], 'first steps');
  if (hidden || Object.values(made).every(Boolean)) return [];
  const { smtpUrl, stripeSecretKey } = platform.config;
  const done = { ...made, email: smtpUrl !== undefined, payments: stripeSecretKey !== undefined };
  const steps = FIRST_STEPS.filter((kind) => mayAccess(actor, WHO_TAKES[kind])).map((kind) => ({
    kind,
    done: done[kind],
  }));
  return steps.every((step) => step.done) ? [] : steps;
}

/** Hides them from the caller alone, or shows them again. */
export async function hideFirstSteps(context: Context, hidden: boolean): Promise<void> {
  await withoutTenantScope(context)
    .db.updateTable('admins')
    .set({ first_steps_hidden_at: hidden ? sql`provost_now()` : null })
    .where('id', '=', context.actor.admin_id)
    .execute();
}

type RowStep = 'program' | 'colleague' | 'users' | 'class';

const SUPERADMIN: Access = { role: 'superadmin' };

/** Email and payments are settings of the server. */
const WHO_TAKES: Record<FirstStepKind, Access> = {
  program: programsContract.createProgram['~orpc'].meta.access,
  email: SUPERADMIN,
  colleague: { area: 'admins' },
  payments: SUPERADMIN,
  users: siteUsersContract.createSiteUser['~orpc'].meta.access,
  class: classesContract.createClass['~orpc'].meta.access,
};
