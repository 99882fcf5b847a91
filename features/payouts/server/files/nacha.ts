/** PPD credits for banks in the United States: lines of 94 characters, in blocks of ten. Specification: Payment files. */
import { must } from '../../../../core/must.ts';
import { NACHA_LETTERS, plainName } from './plain-letters.ts';
import { type FileFacts, type FileRow, type Format, referenceOf, totalOf } from './rows.ts';

const LINE = 94;
const BLOCK = 10;
const NAME = 22;

/** Cents that fit the ten digits of an entry, and the twelve of a total. */
const MOST_OF_ENTRY = 9_999_999_999;
const MOST_OF_FILE = 999_999_999_999;

/** Checking accounts, the only kind collected. */
const CREDIT_TO_CHECKING = '22';
const CREDITS_ALONE = '220';

export const nachaFormat: Format = {
  version: 1,
  extension: 'ach',
  most_rows: 100_000,
  most_total: MOST_OF_FILE,
  carries: ({ currency, amount, name }, { ach }) =>
    ach !== null && currency === 'USD' && amount <= MOST_OF_ENTRY && nameOf(name) !== null,
  write: (rows, facts) => {
    if (!facts.ach) throw new Error('no origin of ACH is set');
    const lines = linesOf(rows, { ...facts, ach: facts.ach });
    while (lines.length % BLOCK > 0) lines.push('9'.repeat(LINE));
    return lines.map((line) => `${line}\r\n`).join('');
  },
};

type Facts = FileFacts & { ach: NonNullable<FileFacts['ach']> };

function linesOf(rows: readonly FileRow[], facts: Facts): string[] {
  const { id, number, ach } = facts;
  const date = facts.day.slice(2).replaceAll('-', '');
  const origin = ach.origin_routing.slice(0, 8);
  const entries = rows.map((row, index) => entryOf(row, `${origin}${digits(index + 1, 7)}`));
  const sums = [
    digits(rows.length, 6),
    digits(hashOf(rows), 10),
    digits(0, 12),
    digits(totalOf(rows), 12),
  ] as const;
  const [count, hash, debits, credits] = sums;
  const blocks = Math.ceil((entries.length + 4) / BLOCK);
  return [
    line(
      '101',
      ` ${ach.origin_routing}`,
      text(ach.company_id, 10),
      date,
      blank(4),
      modifier(id + number - 1),
      '094101',
      blank(23),
      text(ach.origin_name, 23),
      text(String(id), 8),
    ),
    line(
      '5',
      CREDITS_ALONE,
      text(ach.origin_name, 16),
      blank(20),
      text(ach.company_id, 10),
      'PPD',
      text('PAYOUT', 10),
      blank(6),
      date,
      blank(3),
      '1',
      origin,
      digits(1, 7),
    ),
    ...entries,
    line(
      '8',
      CREDITS_ALONE,
      count,
      hash,
      debits,
      credits,
      text(ach.company_id, 10),
      blank(25),
      origin,
      digits(1, 7),
    ),
    line('9', digits(1, 6), digits(blocks, 6), digits(rows.length, 8), hash, debits, credits, blank(39)),
  ];
}

function entryOf(row: FileRow, trace: string): string {
  const { details, amount, name } = row;
  return line(
    '6',
    CREDIT_TO_CHECKING,
    must(details.routing_number, 'routing number of an entry'),
    text(must(details.account, 'account of an entry'), 17),
    digits(amount, 10),
    text(referenceOf(row), 15),
    text(must(nameOf(name), 'name in the letters of ACH'), NAME),
    blank(2),
    '0',
    trace,
  );
}

/** Sums the first eight digits of the routing numbers, modulo ten digits. */
function hashOf(rows: readonly FileRow[]): number {
  const sum = rows.reduce((all, { details }) => all + Number(details.routing_number?.slice(0, 8)), 0);
  return sum % 10 ** 10;
}

function nameOf(name: string): string | null {
  return plainName(name, NACHA_LETTERS, NAME)?.toUpperCase() ?? null;
}

function modifier(number: number): string {
  return 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.charAt(number % 36);
}

function line(...fields: readonly string[]): string {
  const whole = fields.join('');
  if (whole.length !== LINE) throw new Error(`a line of a NACHA file has ${whole.length} characters`);
  return whole;
}

function digits(number: number, width: number): string {
  return String(number).padStart(width, '0');
}

function text(value: string, width: number): string {
  return value.slice(0, width).padEnd(width);
}

function blank(width: number): string {
  return ' '.repeat(width);
}
