/** Requests for refunds that sites tell. Specification: Sites, requests for refunds. */
import { type Outcome, oneByOne, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { refuseMissing, requireUser } from '../../../../server/sites/rows-here.ts';
import { makeRefundRequest } from '../../requests/server/refund-requests-made.ts';
import type { SiteRefundRequest } from '../contract.ts';

/**
 * Books requests. Rejected: nobody of the site (404 `user_id`), a charge of which they are neither buyer nor instructor
 * (404 `charge_id`), a class that was not sold with it (404 `class_id`), and more than is left (400 `amount`).
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
  const wish = { charge_id, user_id, type, amount, class_id, cancel_registration, reason } as const;
  return { id: await makeRefundRequest(tx, wish) };
});

/** The charge, with the class of the request where it was sold within a bundle. */
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
