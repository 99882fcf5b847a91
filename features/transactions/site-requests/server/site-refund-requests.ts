import { refuse } from '../../../../core/errors.ts';
import { lock } from '../../../../server/db/client.ts';
import { type Outcome, oneByOne, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { refuseMissing, requireUser } from '../../../../server/sites/rows-here.ts';
import { makeRefundRequest } from '../../requests/server/refund-requests-made.ts';
import type { SiteRefundRequest } from '../contract.ts';

/**
 * Books requests. Rejected: nobody of the site (404 `user_id`), a charge of which they are neither buyer nor instructor
 * (404 `charge_id`), a class that was not sold with it (404 `class_id`), more than is left (400 `amount`), and a second
 * request for the same while staff have not decided on the first (409 `charge_id`).
 */
export const bookRefundRequests: (
  tx: SiteTransaction,
  requests: readonly SiteRefundRequest[],
) => Promise<Outcome<object>[]> = oneByOne(async (tx: SiteTransaction, request: SiteRefundRequest) => {
  const { charge_id, user_id, amount = null, cancel_registration, reason } = request;
  await requireUser(tx, user_id);
  const charge = await chargeOf(tx, request);
  const type =
    charge?.student_id === user_id ? 'student' : charge?.instructor_id === user_id ? 'instructor' : null;
  if (!charge || type === null) refuseMissing('charge_id', charge_id);
  const class_id = request.class_id === charge.class_id ? null : (request.class_id ?? null);
  if (class_id !== null && class_id !== charge.part) refuseMissing('class_id', class_id);
  await refuseSecond(tx, { charge_id, class_id, user_id });
  const wish = { charge_id, user_id, type, amount, class_id, cancel_registration, reason } as const;
  return { id: await makeRefundRequest(tx, wish) };
});

function chargeOf({ db }: SiteTransaction, { charge_id, class_id = 0 }: SiteRefundRequest) {
  return db
    .selectFrom('charges as c')
    .leftJoin('charge_parts as p', (join) =>
      join.onRef('p.charge_id', '=', 'c.id').on('p.class_id', '=', class_id),
    )
    .select(['c.student_id', 'c.instructor_id', 'c.class_id', 'p.class_id as part'])
    .where('c.id', '=', charge_id)
    .executeTakeFirst();
}

/** Refuses to ask again for the same while an answer is awaited: whoever asks at the same moment waits and is refused. */
async function refuseSecond(
  { db }: SiteTransaction,
  { charge_id, class_id, user_id }: { charge_id: number; class_id: number | null; user_id: number },
): Promise<void> {
  await lock(db, `refund request ${charge_id} ${user_id}`);
  const waiting = await db
    .selectFrom('refund_requests')
    .select('id')
    .where('charge_id', '=', charge_id)
    .where('user_id', '=', user_id)
    .where('class_id', 'is not distinct from', class_id)
    .where('decision', 'is', null)
    .executeTakeFirst();
  if (!waiting) return;
  const message = `This user has already requested a refund of this sale: request ${waiting.id} is waiting for a decision`;
  refuse(409, message, { errors: [{ path: 'charge_id', message }] });
}
