import { directionOf, type Language } from './languages.ts';

export type Formats = ReturnType<typeof formatsOf>;

/** An unknown `zone` is UTC; with one that is unknown, moments say so. */
export function formatsOf(language: Language, zone: string) {
  const timeZone = isZone(zone) ? zone : 'UTC';
  const moment = new Intl.DateTimeFormat(language, { ...MOMENT, timeZone });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const signed = new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const countries = new Intl.DisplayNames([language], { type: 'region' });
  return {
    country: (code: string) => countries.of(code.toUpperCase()) ?? code,
    moment: (value: string) => moment.format(new Date(value)),
    /** A moment in English, as all that staff are told. */
    momentForStaff: (value: string) =>
      new Intl.DateTimeFormat('en', { ...MOMENT, timeZone }).format(new Date(value)),
    day: (value: string) => day.format(new Date(value)),
    /** `2027-03` as its month. */
    month: (value: string) => month.format(new Date(`${value}-01T00:00:00Z`)),
    number: (value: number) => number.format(value),
    change: (value: number) => signed.format(value),
    /** `amount` in minor units, which some currencies do not have. */
    money(amount: number, currency: string): string {
      const format = new Intl.NumberFormat(language, { style: 'currency', currency });
      const value = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
      return format
        .formatToParts(value)
        .map((part) => (part.type === 'currency' ? currencyIn(language, part.value) : part.value))
        .join('');
    },
  };
}

const MOMENT = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** The dollar of `US$` would change sides among words that are read from the right. */
function currencyIn(language: Language, symbol: string): string {
  return directionOf(language) === 'rtl' ? `${FROM_LEFT}${symbol}${FROM_LEFT}` : symbol;
}

const FROM_LEFT = '\u200e';

function isZone(zone: string): boolean {
  try {
    return Boolean(zone && new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** Puts values into a text at its `{names}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
