/**
 * How payouts and requests are decided, told anew and without the product's code: who may decide what, how often, and what
 * of it counts as paid. Amounts are minor units.
 */

type Batch = { by: string; charges: readonly number[]; state: 'proposed' | 'made' | 'cancelled' };
type Payout = { batch: number; payee: string; amount: number; state: 'sent' | 'paid' | 'returned' };
type Request = { charge: number; amount: number; by: string; decided: boolean };

export class PayoutModel {
  readonly batches = new Map<number, Batch>();
  readonly payouts = new Map<number, Payout>();
  readonly requests = new Map<number, Request>();
  private readonly disputed = new Set<number>();

  pay(batch: number, of: Omit<Batch, 'state'>, proposed: boolean): void {
    this.batches.set(batch, { ...of, state: proposed ? 'proposed' : 'made' });
  }

  /** Disputed, or not any more. */
  dispute(charge: number): void {
    if (!this.disputed.delete(charge)) this.disputed.add(charge);
  }

  sent(payout: number, of: Omit<Payout, 'state'>): void {
    this.payouts.set(payout, { ...of, state: 'sent' });
  }

  /** What deciding a batch answers, and does. */
  decide(batch: number, by: string, approve: boolean): 200 | 400 | 403 | 409 {
    const found = this.batches.get(batch);
    if (found?.state !== 'proposed') return 409;
    if (approve && found.by === by) return 403;
    if (approve && found.charges.some((charge) => this.disputed.has(charge))) return 400;
    found.state = approve ? 'made' : 'cancelled';
    return 200;
  }

  arrive(payout: number): 200 | 400 | 404 | 409 {
    return this.settle(payout, ['sent'], 'paid');
  }

  comeBack(payout: number): 200 | 400 | 404 | 409 {
    return this.settle(payout, ['sent', 'paid'], 'returned');
  }

  /** A request for `amount` of what is left; null where it was decided, and nothing is asked. */
  decideRequest(id: number, by: string, approve: boolean, left: number): 200 | 400 | 403 | 409 {
    const request = this.requests.get(id);
    if (!request || request.decided) return 409;
    if (request.by === by) return 403;
    if (approve && request.amount > left) return 400;
    request.decided = true;
    return 200;
  }

  /** Of a payee: what has been sent and has not come back, and is not a proposal that was taken back. */
  paid(payee: string): number {
    let sum = 0;
    for (const { payee: of, amount, state, batch } of this.payouts.values())
      if (of === payee && state !== 'returned' && this.batches.get(batch)?.state !== 'cancelled')
        sum += amount;
    return sum;
  }

  private settle(id: number, from: Payout['state'][], to: Payout['state']): 200 | 400 | 404 | 409 {
    const payout = this.payouts.get(id);
    const batch = payout && this.batches.get(payout.batch);
    if (!payout || !batch || batch.state === 'cancelled') return 404;
    if (batch.state === 'proposed') return 400;
    if (!from.includes(payout.state)) return 409;
    payout.state = to;
    return 200;
  }
}
