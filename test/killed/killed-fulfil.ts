/** A process that fulfils orders and dies at a given statement. */
import { fulfilPurchases } from '../../features/gift-purchases/server/fulfil.ts';
import { openDatabase } from '../../server/db/client.ts';
import { system } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', ids = '', statement, moment = ''] = process.argv.slice(2);
const sent = dieAt(Number(statement), moment);

const database = openDatabase({ global, scoped, site: scoped }, 2);
await fulfilPurchases(system(database.everything), { ids: ids.split(',').map(Number) });
await database.close();
process.stdout.write(`${sent()} statements\n`);
