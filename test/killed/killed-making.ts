/** A process that makes payout batches in slices of two lines, and dies at a given statement. */
import { makeDueBatches } from '../../features/payouts/batches/server/making/make-batches.ts';
import { openDatabase } from '../../server/db/client.ts';
import { platformOn } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', statement, moment = ''] = process.argv.slice(2);
const database = openDatabase({ global, scoped, site: scoped }, 2);
const sent = dieAt(Number(statement), moment);
await makeDueBatches(platformOn(database, { payoutSliceLines: 2 }));
await database.close();
process.stdout.write(`${sent()} statements\n`);
