import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import type { DemoStep } from '../../../../server/db/demo/demo-step.ts';
import { daysBefore, type Random } from '../../../../server/db/demo/random.ts';
import { insertAll } from '../../../../server/db/insert-all.ts';
import { encrypt, paymentSecretOf } from '../../../../server/encryption.ts';
import { ADA, type DemoUser, INSTRUCTORS } from '../../server/demo.ts';
import { isLuhn, isSecret, METHODS, type Method } from '../rules.ts';

export const demo: readonly DemoStep[] = [
  { order: 120, make: ({ tx, ...market }) => demoPayment(tx, market) },
];

const PAID = 240;
const IBANS = [
  'DE89370400440532013000',
  'GB82WEST12345698765432',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'ES9121000418450200051332',
];
const ROUTING_NUMBERS = ['021000021', '011000015', '121000248'];

type TestApp = { today: Date; random: Random; users: readonly DemoUser[] };

async function demoPayment(tx: TransactionContext, { today, random, users }: TestApp): Promise<void> {
  const { db, platform } = tx;
  const payees = users.slice(0, INSTRUCTORS).filter((user) => user.id === ADA || random.chance(60));
  const made = payees.slice(0, PAID).map((user, index) => {
    const method = user.id === ADA ? 'bank_deposit' : (METHODS[index % METHODS.length] ?? 'paypal');
    const values = Object.entries(valuesFor(method, user, random));
    return { user, method, values };
  });
  await insertAll(
    db,
    'payment_settings',
    made.map(({ user, method, values }) => ({
      user_id: user.id,
      paid_by: method,
      // As a value: the rows travel as one JSON themselves.
      fields: { [method]: Object.fromEntries(values.filter(([field]) => !isSecret(field))) } as never,
      paypal_address: user.id % 9 === 1 ? user.email : '',
      made_out_to: user.id % 9 === 1 ? `${user.first_name} ${user.last_name}` : '',
      updated_at: daysBefore(today, random.whole(1, 400)),
    })),
  );
  const secrets = made.flatMap(({ user, values }) => [
    ...values
      .filter(([field]) => isSecret(field))
      .map(([field, value]) => ({ user_id: user.id, field, value })),
    ...(user.id % 9 === 1 ? [{ user_id: user.id, field: 'bank_ac_no', value: digits(random, 10) }] : []),
  ]);
  await insertAll(
    db,
    'payment_secrets',
    secrets.map(({ user_id, field, value }) => {
      const sealed = encrypt(platform.paymentKey, paymentSecretOf(user_id, field), Buffer.from(value));
      return { user_id, field, sealed: `\\x${sealed.toString('hex')}` as never };
    }),
  );
  // As they were told when it happened.
  await sql`update payee_changes c set at = s.updated_at, told_at = s.updated_at
    from payment_settings s where s.user_id = c.user_id`.execute(db);
}

function valuesFor(method: Method, user: DemoUser, random: Random): Record<string, string> {
  const full_name = `${user.first_name} ${user.last_name}`;
  const home = {
    full_name,
    address: `${random.whole(1, 200)} Main Street`,
    city: random.pick(['London', 'Lyon', 'Bonn']),
  };
  switch (method) {
    case 'alipay':
      return { ...home, id: `2088${digits(random, 12)}`, account_currency: 'CNY', country: 'CN' };
    case 'bank_deposit': {
      const iban = user.id === ADA ? (IBANS[1] ?? '') : random.pick(IBANS);
      return { ...home, iban, bank_name: 'First Bank', account_currency: 'EUR', country: iban.slice(0, 2) };
    }
    case 'direct':
      return { routing_number: random.pick(ROUTING_NUMBERS), account: digits(random, 10) };
    case 'paypal':
      return { user: user.email };
    case 'unionpay': {
      const start = `62${digits(random, 13)}`;
      const last = Array.from({ length: 10 }, (_, digit) => digit).find((digit) =>
        isLuhn(`${start}${digit}`),
      );
      return { ...home, card_number: `${start}${last}`, account_currency: 'CNY' };
    }
    case 'venmo':
      return random.chance(80) ? { user: `@${user.email.split('@')[0]}` } : {};
  }
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.whole(0, 9)).join('');
}
