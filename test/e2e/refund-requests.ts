import { expect, request } from '@playwright/test';
import type { Transaction } from '../../features/transactions/contract.ts';
import { apiAs } from './api.ts';

/** The program whose site has the demo's key. */
const PROGRAM = 2;

/** Requests so many USD back as the buyer, through the site, of a sale of its own; answers the ids of both. */
export async function requestRefund(baseURL: string | undefined, amount: number) {
  const they = await apiAs(baseURL, 'superadmin');
  const { body } = await they('GET', `transactions?program_id=${PROGRAM}&currency=USD`);
  const sale = body.transactions.find(
    ({ charge_type, student_id, held }: Transaction) =>
      charge_type === 'class_payment' && student_id !== null && held === null,
  ) as Transaction;
  const { class_id, student_id: user_id } = sale;
  const cents = Math.round(amount * 100);
  const charge = await tell(baseURL, 'charges', {
    type: 'class',
    class_id,
    user_id,
    amount: cents * 2,
    currency: 'USD',
  });
  const asked = { charge_id: charge, user_id, amount: cents, reason: 'No time' };
  return { charge, id: await tell(baseURL, 'refund-requests', asked) };
}

async function tell(baseURL: string | undefined, path: string, data: object): Promise<number> {
  const context = await request.newContext({ baseURL });
  const answer = await context.fetch(`/api/site/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo-site-key' },
    data: { reference: crypto.randomUUID(), ...data },
  });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()).results[0].id;
}
