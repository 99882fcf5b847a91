import { sql } from 'kysely';
import { toMajor } from '../../../core/money.ts';
import type { ProductType } from '../../gift-products/rules.ts';
import { COUNTRIES, type Delivery, parseDelivery } from '../../users/delivery.ts';
import { type Method, missingFor } from '../../users/payment-settings/rules.ts';
import type { OrderLine } from '../contract.ts';

export type LineRow = {
  id: number;
  product: { name: string };
  user: { name: string; email: string };
  product_type: ProductType;
  /** The value of a money prize, in minor units. */
  amount: number | null;
  currency: string | null;
  lilt_delivery: string;
  paid_by: Method | null;
  /** The method's stored fields; for a secret only its presence. */
  known: Record<string, string> | null;
  secrets: string[];
  sent: OrderLine | null;
};

export const LINE_COLUMNS = sql`g.amount, g.currency, u.lilt_delivery, s.paid_by, s.fields -> s.paid_by as known,
  array(select x.field from payment_secrets x where x.user_id = u.id) as secrets, p.sent`;

export const LINE_JOINS = sql`left join payment_settings s on s.user_id = u.id`;

/** Returns the line as sent, or as it would be now. */
export function lineOf(row: LineRow): OrderLine {
  if (row.sent !== null) return row.sent;
  const { id, product, user, product_type } = row;
  const order = { ...NOTHING, id, product: product.name, name: user.name, email: user.email };
  if (product_type === 'money') {
    const { amount, currency, paid_by: method } = row;
    const sum = amount === null || currency === null ? null : toMajor(amount, currency);
    return { ...order, amount: sum, currency, method };
  }
  const delivery = product_type === 'physical' ? parseDelivery(row.lilt_delivery) : null;
  if (delivery === null) return order;
  return {
    ...order,
    name: delivery.name.trim() || user.name,
    address: labelOf(delivery),
    phone: delivery.phone.trim(),
    notes: delivery.notes.trim(),
  };
}

/** Returns the fields a payment lacks, in words; empty for other products. */
export function missingMethod({ product_type, paid_by, known, secrets }: LineRow): string[] {
  if (product_type !== 'money') return [];
  if (paid_by === null) return ['payout method'];
  const there = Object.fromEntries(secrets.map((field) => [field, true]));
  return missingFor(paid_by, { ...known, ...there });
}

const NOTHING = { address: [], phone: '', notes: '', amount: null, currency: null, method: null };

function labelOf(delivery: Delivery): string[] {
  const [street, beside, city, state, zip] = [
    delivery.street,
    delivery.address,
    delivery.city,
    delivery.state,
    delivery.zip,
  ].map((part) => part.trim());
  const place = [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ');
  const { country_id } = delivery;
  const isKnown = (id: string): id is keyof typeof COUNTRIES => Object.hasOwn(COUNTRIES, id);
  const country = isKnown(country_id) ? COUNTRIES[country_id] : delivery.country.trim();
  return [street, beside, place, country].filter((line) => line !== undefined && line !== '') as string[];
}
