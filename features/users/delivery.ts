/** Parser of a prize's delivery address as the site stores it: JSON, or any other text. Pure. */
import type { z } from 'zod';
import { isBlank } from '../../core/blank.ts';
import type { delivery } from './user-schemas.ts';

export type Delivery = Omit<z.input<typeof delivery>, 'country_id'> & { country_id: string };
export type DeliveryField = keyof Delivery;

export const COUNTRIES = { us: 'USA', ca: 'Canada' } as const;

const BLANK: Delivery = {
  name: '',
  street: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  notes: '',
  country: '',
  country_id: '',
};

/** Returns the fields; null for anything but an object of plain values, which is shown as text. */
export function parseDelivery(text: string): Delivery | null {
  const kept = keptIn(text);
  if (kept === null) return null;
  const fields = (Object.keys(BLANK) as DeliveryField[]).map(
    (field) => [field, plainOf(kept[field])] as const,
  );
  if (fields.some(([, value]) => value === null)) return null;
  const read = Object.fromEntries(fields) as Delivery;
  return { ...read, country_id: read.country_id.toLowerCase() };
}

/** Changes some fields and keeps unknown ones. Returns '' where nothing is left. */
export function writeDelivery(text: string, change: Partial<Delivery>): string {
  const kept = { ...keptIn(text), ...change };
  const isEmpty = Object.entries(kept).every(([field, value]) => field in BLANK && (value ?? '') === '');
  return isEmpty ? '' : JSON.stringify(kept);
}

export function deliveryLine(text: string): string {
  const read = parseDelivery(text);
  if (read === null) return text;
  const { country_id: _, ...shown } = read;
  return Object.values(shown).filter(Boolean).join(', ');
}

function keptIn(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) && canBeKept(kept)
      ? (kept as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** True where PostgreSQL can store it as JSON: no lone surrogates, doubles only, not too deep. */
function canBeKept(value: unknown, level = 0): boolean {
  if (level >= DEEPEST) return false;
  if (typeof value === 'string') return !/\p{Cs}/u.test(value) && !value.includes('\0');
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, part]) => canBeKept(name) && canBeKept(part, level + 1));
}

const DEEPEST = 100;

function plainOf(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}

export const DELIVERY_PARTS: Readonly<Record<string, DeliveryField>> = {
  name: 'name',
  city: 'city',
  state: 'state',
  street: 'street',
  'postal code': 'zip',
  country: 'country_id',
};

/** Returns the missing parts in words; empty where complete. The database checks the same (`delivery_is_complete`). */
export function missingFromDelivery(text: string): string[] {
  const read = parseDelivery(text);
  if (read === null) return ['a recognised address'];
  const known = (field: DeliveryField) => !isBlank(read[field]);
  const missing = (['name', 'city', 'state'] as const).filter((field) => !known(field)) as string[];
  if (!known('street') && !known('address')) missing.push('street');
  if (!known('zip')) missing.push('postal code');
  if (!Object.hasOwn(COUNTRIES, read.country_id)) missing.push('country');
  return missing;
}
