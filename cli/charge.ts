/** Records a sale by hand, as a payment would: npm run charge -- --class ID --amount 49.99 */
import { parseArgs } from 'node:util';
import { CURRENCIES, type Currency, formatMoney, toMinor } from '../core/money.ts';
import { must } from '../core/must.ts';
import { TYPE_LABELS } from '../features/commissions/rules.ts';
import { storedLines } from '../features/commissions/server/explain.ts';
import { recordCharge } from '../features/transactions/server/charges.ts';
import { asSystem } from '../server/context.ts';
import type { Db } from '../server/db/client.ts';
import { fail, readId, runCommand, UsageError } from './platform.ts';

const USAGE = 'npm run charge -- --class ID --amount 49.99 [--currency USD] [--code CODE] [--student ID]';

const HELD: Record<string, string> = {
  over_100: 'the commissions of its levels take more than 100% together',
  no_program: 'a part of it is a program’s, and its instructor belongs to none',
  no_instructor: 'its class has no instructor',
};

try {
  const sale = readSale(process.argv.slice(2));
  await runCommand(async (platform) => {
    const db = platform.database.everything;
    await checkStudent(db, sale.student_id);
    const id = await recordCharge(asSystem(platform, 'charge'), sale);
    await printCharge(db, id);
  });
} catch (error) {
  fail(error);
}

function readSale(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { class: text, amount: text, currency: text, code: text, student: text };
  const { values } = parse(args, options);
  const currency = (values.currency ?? 'USD').toUpperCase() as Currency;
  if (!CURRENCIES.includes(currency))
    throw new UsageError(`${currency} is not one of ${CURRENCIES.join(', ')}`);
  if (values.amount === undefined) throw new UsageError(`--amount is missing: ${USAGE}`);
  const amount = toMinor(values.amount, currency);
  if (amount === null) throw new UsageError(`"${values.amount}" is not an amount of ${currency}`);
  return {
    class_id: readId('--class', values.class),
    amount,
    currency,
    code: values.code ?? null,
    student_id: values.student === undefined ? null : readId('--student', values.student),
  };
}

function parse<Options extends Record<string, { type: 'string' }>>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}: ${USAGE}`);
  }
}

async function checkStudent(db: Db, id: number | null): Promise<void> {
  if (id === null) return;
  const known = await db.selectFrom('site_users').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) throw new UsageError(`There is no student ${id}`);
}

async function printCharge(db: Db, id: number): Promise<void> {
  const charge = await db
    .selectFrom('charges')
    .select(['amount', 'currency', 'description', 'held'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const lines = await storedLines(db, id);
  const table = lines.map((line) => [
    TYPE_LABELS[line.type],
    `${line.commission}%`,
    formatMoney(line.amount, charge.currency),
    line.user_name ?? line.program_name ?? (line.user_id ? `user #${line.user_id}` : ''),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...table.map((row) => row[column]?.length ?? 0)));
  console.log(`Charge #${id}: ${formatMoney(charge.amount, charge.currency)}, ${charge.description}`);
  for (const [label = '', percent = '', amount = '', payee = ''] of table) {
    const cells = [
      label.padEnd(must(widths[0], 'width')),
      percent.padStart(must(widths[1], 'width')),
      amount.padStart(must(widths[2], 'width')),
    ];
    console.log(`  ${cells.join('  ')}  ${payee}`.trimEnd());
  }
  if (charge.held)
    console.log(`  Held: ${HELD[charge.held] ?? charge.held}. Nobody is paid until that is resolved.`);
}
