import { formatMoney } from '../../../core/money.ts';
import type { AuditEntry } from '../../../features/audit/contract.ts';
import {
  CODE,
  type CommissionType,
  INSTRUCTOR,
  REFERRAL,
  TYPE_LABELS,
} from '../../../features/commissions/rules.ts';
import type { KnownCoupon } from '../../../features/coupons/contract.ts';
import { discountOf } from '../../../features/coupons/rules.ts';
import { inMinutes } from '../../ui/dates.ts';
import { paymentChanges } from './payment-change.ts';

type Values = Record<string, unknown>;

/** Number of fields that are shown; the others are in the difference that can be opened. */
const MOST_FIELDS = 3;
const LONGEST = 60;

/** Returns a change in a few words: `price 10 → 12 LiL-T`; empty where the sentence is enough. */
export function detailsOf(entry: AuditEntry): string {
  const { entity, action, before, after } = entry;
  const values = after ?? before ?? {};
  if (entity.endsWith('_commission')) return rowsChanged(rowsIn(before), rowsIn(after));
  if (entity.endsWith('_order') && Array.isArray(after?.places)) return orderChanged(before, after);
  if (entity === 'recalculation')
    return `${of(values)}${typeof values.charges === 'number' ? `: ${counted(values.charges, 'transaction')} recalculated` : ''}`;
  if (entity === 'catalogue' || entity === 'bulk') return numbersOf(values);
  if (entity === 'token_batch')
    return `${counted(values.tokens, 'token')}, ${plain(values.amount)} LiL-T each`;
  if (typeof values.reason === 'string' && !before && action !== 'draw') return values.reason;
  if (entity === 'gift_product' && before && after) return fieldsChanged(withMoney(before), withMoney(after));
  if (typeof values.amount === 'number' && typeof values.currency === 'string')
    return formatMoney(values.amount, values.currency);
  if (action === 'draw' || action === 'draw-final') return drawn(values);
  if (action === 'payment_settings') return paymentChanged(entry);
  if (action === 'featured') return '';
  return before && after ? fieldsChanged(before, after) : '';
}

type RecordedPlace = { id: number; place: number };

function placesIn(values: Values | null): Map<number, number> {
  const places = Array.isArray(values?.places) ? (values.places as RecordedPlace[]) : [];
  return new Map(places.map(({ id, place }) => [id, place]));
}

/** Counts the rows that were given another place, a first one, and none. */
function orderChanged(before: Values | null, after: Values | null): string {
  const [was, is] = [placesIn(before), placesIn(after)];
  const numbers = [
    ['added', [...is.keys()].filter((id) => !was.has(id)).length],
    ['moved', [...is].filter(([id, place]) => was.has(id) && was.get(id) !== place).length],
    ['removed', [...was.keys()].filter((id) => !is.has(id)).length],
  ] as const;
  return numbers.flatMap(([done, count]) => (count > 0 ? [`${count} ${done}`] : [])).join(', ');
}

/** Returns nothing for a single field, which the sentence names. */
function paymentChanged(entry: AuditEntry): string {
  const changes = paymentChanges(entry);
  return changes
    .map(({ name, was, is }) => `${changes.length === 1 ? '' : `${name} `}${was} → ${is}`)
    .join(', ');
}

function withMoney({ amount, currency, ...values }: Values): Values {
  const known = typeof amount === 'number' && typeof currency === 'string';
  return { ...values, amount: known ? formatMoney(amount, currency) : null };
}

function fieldsChanged(before: Values, after: Values): string {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const told = names.slice(0, MOST_FIELDS).map((name) => fieldChanged(name, before[name], after[name]));
  const rest = names.length - told.length;
  return [...told, ...(rest > 0 ? [`and ${counted(rest, 'more field')}`] : [])].join(', ');
}

function fieldChanged(name: string, before: unknown, after: unknown): string {
  const { label, unit, show } = FIELDS[name] ?? {};
  const word = label ?? name.replaceAll('_', ' ');
  const said = (value: unknown) => (value === null || value === undefined ? 'none' : (show ?? plain)(value));
  if (isLong(before, show) || isLong(after, show)) return word;
  return `${word} ${said(before)} → ${said(after)}${unit ? ` ${unit}` : ''}`;
}

type Field = { label?: string; unit?: string; show?: (value: unknown) => string };

/** Formats prices, which are kept in hundredths, and flags, kept as 1 and 0. */
const hundredths = (value: unknown) => (typeof value === 'number' ? String(value / 100) : plain(value));
const flag = (value: unknown) => (value ? 'on' : 'off');
const day = (value: unknown) => inMinutes.format(new Date(String(value)));

const FIELDS: Record<string, Field> = {
  price: { unit: 'LiL-T', show: hundredths },
  ticket_price: { unit: 'LiL-T', show: hundredths },
  usd_price: { unit: 'USD', show: hundredths },
  start_at: { label: 'start', show: day },
  end_at: { label: 'end', show: day },
  active: { show: flag },
  auto_assign: { label: 'for new programs', show: flag },
  program_id: { label: 'program', show: (value) => (value ? `#${plain(value)}` : 'all') },
  parent_id: { label: 'parent', show: (value) => `#${plain(value)}` },
  image_id: { label: 'image', show: (value) => `#${plain(value)}` },
  nft_image_id: { label: 'digital item', show: (value) => `#${plain(value)}` },
  nft_id: { label: 'chain ID' },
  class_id: { label: 'class', show: (value) => `#${plain(value)}` },
  product_id: { label: 'product', show: (value) => `#${plain(value)}` },
  sort_order: { label: 'place', show: place },
  display_order: { label: 'place', show: place },
  used: { show: (value) => (value ? 'yes' : 'no') },
  user_id: { label: 'user', show: (value) => `#${plain(value)}` },
  coupon_name: { label: 'name' },
  coupon_stripe_id: { label: 'Stripe ID' },
  is_percents: { label: 'percentage', show: flag },
  known: { label: 'discount', show: (value) => discountOf(value as KnownCoupon) },
};

type RecordedCommission = {
  type: CommissionType;
  commission: number;
  referrer_id: number | null;
  code: string | null;
};

function rowsIn(values: Values | null): RecordedCommission[] {
  return Array.isArray(values?.commissions) ? (values.commissions as RecordedCommission[]) : [];
}

/** Leaves out the instructor's share, which follows from the others. */
function rowsChanged(before: readonly RecordedCommission[], after: readonly RecordedCommission[]): string {
  const byName = (rows: readonly RecordedCommission[]) =>
    new Map(rows.filter(({ type }) => type !== INSTRUCTOR).map((row) => [rowName(row), row.commission]));
  const [old, fresh] = [byName(before), byName(after)];
  const told = [...new Set([...old.keys(), ...fresh.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), fresh.get(name)];
    if (was === is) return [];
    return `${name} ${was === undefined ? 'none' : `${was}%`} → ${is === undefined ? 'none' : `${is}%`}`;
  });
  return told.join(', ') || 'discounts';
}

function rowName({ type, code, referrer_id }: RecordedCommission): string {
  const name = TYPE_LABELS[type]?.toLowerCase() ?? `type ${type}`;
  if (type === CODE) return `${name} ${code}`;
  return type === REFERRAL ? `${name} of user #${referrer_id}` : name;
}

function of({ level, owner_id }: Values): string {
  if (!level) return '';
  return level === 'site' ? 'of the global site' : `of ${plain(level)} #${plain(owner_id)}`;
}

function drawn({ ticket, attempt, reason }: Values): string {
  const said = [
    ...(ticket ? [`ticket ${plain(ticket)}`] : []),
    ...(typeof attempt === 'number' ? [`attempt ${attempt}`] : []),
  ];
  return `${said.join(', ')}${reason ? `, reason: ${plain(reason)}` : ''}`;
}

function numbersOf(values: Values): string {
  return Object.entries(values)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `${plain(value)} ${name.replaceAll('_', ' ')}`)
    .join(', ');
}

function counted(count: unknown, noun: string): string {
  return `${plain(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function place(value: unknown): string {
  return value === 0 ? 'none' : plain(value);
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(plain).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? '');
}

function isLong(value: unknown, show = plain): boolean {
  return value !== null && value !== undefined && show(value).length > LONGEST;
}
