/** Asks Stripe about the invoices that a site names, before its sales are booked. Decided: docs/decisions/254-one-payment-by-two-names.md. */
import { sql } from 'kysely';
import type { Told } from '../../../../core/sites/told.ts';
import { asSystem, transact } from '../../../../server/context.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { timeLimit } from '../../../../server/time-limits.ts';
import { intentOf } from '../../unmatched/server/payment.ts';
import { lockPayments, noteInvoice } from '../../unmatched/server/payment-names.ts';
import type { SiteCharge } from '../contract.ts';

/** Invoices that one call asks about, all at once; of more, Stripe's own events tell. */
const MOST_ASKED = 20;

/** Milliseconds that a call waits for an answer, on an ordinary machine. */
const ASK_TIMEOUT_MS = 3000;

/**
 * Asks Stripe which payments have paid the invoices that the sales name and nobody has asked about, so that a payment
 * that was booked by its intent is known by its invoice. Never refuses: what Stripe does not answer is booked as it is
 * told, and noticed where it was booked twice.
 */
export async function learnInvoices(context: SiteCall, { items }: Told<SiteCharge>): Promise<void> {
  const { platform } = context;
  if (!platform.config.stripeSecretKey) return;
  const named = items.flatMap((one) => ('item' in one && invoiceOf(one.item)) || []);
  if (named.length === 0) return;
  try {
    const unknown = await unknownInvoices(context, [...new Set(named)]);
    await Promise.all(unknown.slice(0, MOST_ASKED).map((invoice) => learn(context, invoice)));
  } catch (error) {
    platform.log.warn({ err: error }, 'invoices of sales were not asked about');
  }
}

function invoiceOf({ provider, provider_ref = '' }: SiteCharge): string | null {
  return provider === 'stripe' && /^in_\w+$/.test(provider_ref) ? provider_ref : null;
}

async function unknownInvoices({ platform }: SiteCall, named: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ invoice: string }>`
    select n.invoice from unnest(${named}::text[]) n (invoice)
    where not exists (select from payment_invoices i where i.invoice = n.invoice)`.execute(
    asSystem(platform, JOB).db,
  );
  return rows.map(({ invoice }) => invoice);
}

/** The name in the audit of what is noted. */
const JOB = 'site-invoices';

async function learn({ platform }: SiteCall, invoice: string): Promise<void> {
  try {
    const provider_ref = await intentOf(platform, invoice, timeLimit(ASK_TIMEOUT_MS));
    if (provider_ref === null) return;
    await transact(asSystem(platform, JOB), async (tx) => {
      await lockPayments(tx.db, [invoice, provider_ref]);
      await noteInvoice(tx, { invoice, provider_ref }, { id: invoice, type: 'invoice_payments.list' });
    });
  } catch (error) {
    // Never the error itself: it may carry the request.
    const { code, type, statusCode } = error as { code?: string; type?: string; statusCode?: number };
    platform.log.warn({ invoice, code, type, statusCode }, 'no answer about an invoice');
  }
}
