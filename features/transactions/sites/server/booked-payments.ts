/** Payments that are booked already, by the provider's id. Specification: Sites, sales. */
import { sql } from 'kysely';
import { lockAll } from '../../../../server/db/client.ts';
import { type Rejected, rejectField, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { paymentLock } from '../../unmatched/server/book-payment.ts';
import type { SiteCharge } from '../contract.ts';

type Payment = {
  id: number;
  provider: string;
  provider_charge: string;
  source: string;
  program_id: number | null;
  student_id: number | null;
  class_id: number | null;
  event_id: number | null;
  subscription: string | null;
  amount: number;
  currency: string;
  /** A reference names it: it is told, and no other may take it. */
  is_told: boolean;
};

type Named = Pick<SiteCharge, 'provider' | 'provider_ref'>;

/** The payments of one call, held until its transaction ends: nobody books them beside it. */
export class BookedPayments {
  private readonly known: Map<string, Payment>;
  private readonly taken = new Set<string>();
  private readonly programId: number;

  private constructor(payments: readonly Payment[], programId: number) {
    this.known = new Map(
      payments.map((payment) => [paymentLock(payment.provider, payment.provider_charge), payment]),
    );
    this.programId = programId;
  }

  /** Holds the payments that the charges name, and reads which are booked. */
  static async of({ db, site }: SiteTransaction, charges: readonly Named[]): Promise<BookedPayments> {
    const named = charges.flatMap(({ provider, provider_ref }) =>
      provider_ref === undefined ? [] : [{ provider, provider_ref }],
    );
    if (named.length === 0) return new BookedPayments([], site.program_id);
    const names = new Set(named.map(({ provider, provider_ref }) => paymentLock(provider, provider_ref)));
    await lockAll(db, [...names].toSorted());
    const { rows } = await sql<Payment>`
      select p.*, exists (select from site_facts f where f.kind = 'charge' and f.program_id = ${site.program_id}
        and (f.answer ->> 'id')::integer = p.id) as is_told
      from booked_payments(${JSON.stringify(named)}::jsonb) p`.execute(db);
    return new BookedPayments(rows, site.program_id);
  }

  /**
   * Takes the payment of a charge for it: null where it is booked nowhere yet, the charge where Stripe told the same
   * before, else why it cannot be taken.
   */
  take(charge: SiteCharge): { known: number } | Rejected | null {
    if (charge.provider_ref === undefined) return null;
    const name = paymentLock(charge.provider, charge.provider_ref);
    const booked = this.known.get(name);
    const isTaken = this.taken.has(name);
    this.taken.add(name);
    if (!booked && !isTaken) return null;
    if (!booked || isTaken || booked.is_told || booked.source !== 'stripe' || !this.isSame(booked, charge))
      return rejectField(
        409,
        'provider_ref',
        'This payment is booked already, under another reference or for something else',
        'PROVIDER_REF_TAKEN',
      );
    return { known: booked.id };
  }

  private isSame(booked: Payment, { user_id, amount, currency, ...thing }: SiteCharge): boolean {
    return (
      booked.program_id === this.programId &&
      booked.student_id === (user_id ?? null) &&
      booked.amount === amount &&
      booked.currency === currency &&
      booked.class_id === (thing.class_id ?? null) &&
      booked.event_id === (thing.event_id ?? null) &&
      booked.subscription === (thing.subscription ?? null)
    );
  }
}
