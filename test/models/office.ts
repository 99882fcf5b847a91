/** A small office of two programs that share sales, with something of most kinds, for tests of what moves. */
import { sql } from 'kysely';
import { sellTickets } from '../../features/events/draws/server/tickets.ts';
import { refundCharge } from '../../features/transactions/refunds/server/refunds.ts';
import { recordCharge } from '../../features/transactions/server/charges.ts';
import { giveCoins } from '../../features/users/coins/server/coins.ts';
import { transact } from '../../server/context.ts';
import type { Db } from '../../server/db/client.ts';
import type { FileStore } from '../../server/files/files.ts';
import { makeAdmin, makeProgram, makeSiteKey, makeSiteUser, makeUpload } from '../factories.ts';
import { setRows } from '../rows/commission-groups.ts';
import { inDays, makeEvent } from '../rows/events.ts';
import { makeSoldClass } from '../rows/sold-classes.ts';
import { system } from '../system.ts';
import { payAll } from './paying.ts';

export async function makeOffice(
  db: Db,
  files: FileStore,
): Promise<{ program_id: number; foreign_id: number }> {
  const [own, foreign] = [await makeProgram(db), await makeProgram(db)];
  for (const { id } of [own, foreign]) {
    await makeSiteKey(db, id);
    await makeAdmin(db, { program_id: id, permissions: ['users'] });
  }
  const person = (program_id: number, last_name: string) =>
    makeSiteUser(db, { program_id, last_name, password_hash: `hash of ${last_name}` });
  const [student, stranger] = [
    await person(own.id, 'Own, "quoted"\nand broken'),
    await person(foreign.id, 'Foreign'),
  ];
  const taught = await makeSoldClass(db, own.id, { class_name: 'Taught here; =1+1' });
  const lent = await makeSoldClass(db, own.id, { home: foreign.id, class_name: 'Lent' });
  const elsewhere = await makeSoldClass(db, foreign.id, { class_name: 'Elsewhere' });
  const teachers = await db
    .selectFrom('classes')
    .select(['id', 'instructor_id'])
    .where('id', 'in', [taught, lent])
    .execute();
  for (const { instructor_id } of teachers)
    await setRows(db, 'instructor', instructor_id ?? 0, [
      { type: 0, commission: 12.5 },
      { type: 1, commission: 10 },
      { type: 2, commission: 5, referrer_id: stranger.id },
    ]);
  const sell = (class_id: number, amount: number, currency: 'USD' | 'JPY' = 'USD') =>
    recordCharge(system(db), { class_id, amount, currency, student_id: student.id });
  await sell(lent, 7001);
  await sell(elsewhere, 5000);
  const returned = await sell(taught, 10_001);
  const [first] = teachers;
  await payAll(db, { user_id: first?.instructor_id ?? 0 }, 'USD');
  await refundCharge(system(db), { charge_id: returned, amount: 3001 });
  await sell(taught, 4999);
  await sell(taught, 777, 'JPY');
  await transact(system(db), (tx) => giveCoins(tx, { user_id: student.id, amount: 12.5, reason: 'Quiz' }));
  const event = await makeEvent(db, {
    program_id: own.id,
    start_at: inDays(-1),
    end_at: inDays(2),
    available: 10,
  });
  await sellTickets(system(db), { event_id: event.id, user_id: student.id, quantity: 3 });
  const image = await makeUpload(db, { program_id: own.id });
  await files.put(image.path.replace('/storage/', ''), Buffer.from('the bytes of an image'));
  const saver = await makeAdmin(db, { permissions: ['superadmin'] });
  await sql`update classes set updated_by = ${saver.id} where id = ${taught}`.execute(db);
  return { program_id: own.id, foreign_id: foreign.id };
}
