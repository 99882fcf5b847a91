/** A process that pays what members attended, and dies at a given statement. */
import { payMembership } from '../../features/payouts/membership/server/pay-membership.ts';
import { openDatabase } from '../../server/db/client.ts';
import { platformOn, system } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', told = '', statement, moment = ''] = process.argv.slice(2);
const database = openDatabase({ global, scoped, site: scoped }, 2);
const platform = platformOn(database);
const { admin_id, ...wish } = JSON.parse(told) as Parameters<typeof payMembership>[1] & { admin_id: number };
const context = { ...system(database.everything, { admin_id }), platform };
const sent = dieAt(Number(statement), moment);
await payMembership(context, wish);
process.stdout.write(`${sent()} statements\n`);
await database.close();
