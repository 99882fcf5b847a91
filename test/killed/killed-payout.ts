/** A process that pays, approves a batch or takes one back, under a key, and dies at a given statement. */
import { openDatabase } from '../../server/db/client.ts';
import { type PayoutWork, payoutWorks } from '../models/payout-works.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', what = '', told = '', statement, moment = ''] = process.argv.slice(2);
const database = openDatabase({ global, scoped, site: scoped }, 2);
const sent = dieAt(Number(statement), moment);
await payoutWorks[what as PayoutWork](database, JSON.parse(told));
await database.close();
process.stdout.write(`${sent()} statements\n`);
