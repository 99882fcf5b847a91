/**
 * How refunds go, told anew and without the product's code: what a charge has given back and promised, and what the
 * provider has done, after any number of steps. Amounts are minor units.
 */

export type Behaviour = 'succeeded' | 'pending' | 'failed' | 'lost' | 'silent';
type Known = 'succeeded' | 'pending' | 'failed';
type State = 'requested' | 'sending' | 'unknown' | Known;

type Charge = { amount: number; refunds: Refund[] };
type Refund = { amount: number; state: State; provider: Known | null };

export class RefundModel {
  readonly charges = new Map<number, Charge>();
  readonly refunds = new Map<number, Refund>();

  sell(charge: number, amount: number): void {
    this.charges.set(charge, { amount, refunds: [] });
  }

  left(charge: number): number {
    const { amount, refunds } = this.of(charge);
    return refunds.reduce((sum, refund) => sum - (refund.state === 'failed' ? 0 : refund.amount), amount);
  }

  fits(charge: number, amount: number): boolean {
    return amount > 0 && amount <= this.left(charge);
  }

  ask(charge: number, id: number, amount: number): void {
    const refund: Refund = { amount, state: 'requested', provider: null };
    this.of(charge).refunds.push(refund);
    this.refunds.set(id, refund);
  }

  /** The process died between taking what is due and asking for it. */
  die(): void {
    for (const refund of this.refunds.values()) if (refund.state === 'requested') refund.state = 'sending';
  }

  /** Everything that waits is asked for, or looked at. */
  pass(behaviour: Behaviour): void {
    for (const refund of this.refunds.values()) {
      if (refund.state === 'pending') refund.state = refund.provider ?? 'pending';
      else if (['requested', 'sending', 'unknown'].includes(refund.state))
        refund.state = answer(refund, behaviour);
    }
  }

  /** What the provider tells by itself; false where it has nothing to tell of. */
  tell(id: number, said: Known): boolean {
    const refund = this.refunds.get(id);
    if (!refund?.provider) return false;
    const { state } = refund;
    const counts =
      state === 'sending' ||
      state === 'unknown' ||
      (state === 'pending' && said !== 'pending') ||
      (state === 'succeeded' && said === 'failed');
    if (counts) refund.state = said;
    if (counts) refund.provider = said;
    return counts;
  }

  standing(charge: number): { refunded: number; reserved: number } {
    const sum = (states: readonly State[]) =>
      this.of(charge).refunds.reduce(
        (all, { state, amount }) => all + (states.includes(state) ? amount : 0),
        0,
      );
    return { refunded: sum(['succeeded']), reserved: sum(['requested', 'sending', 'unknown', 'pending']) };
  }

  private of(charge: number): Charge {
    const found = this.charges.get(charge);
    if (!found) throw new Error(`no charge ${charge}`);
    return found;
  }
}

/** It does what it has not done yet, unless the call is lost; what it has done, it says again, unless it is silent. */
function answer(refund: Refund, behaviour: Behaviour): State {
  if (behaviour === 'lost' && !refund.provider) return 'unknown';
  refund.provider ??= behaviour === 'pending' || behaviour === 'failed' ? behaviour : 'succeeded';
  return behaviour === 'silent' ? 'unknown' : refund.provider;
}
