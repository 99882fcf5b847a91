/** A process that runs one recalculation and dies, as by `kill -9`, at a given statement: before it is sent or after its answer. */
import { runRecalculation } from '../../features/commissions/server/recalculation/recalculation-runs.ts';
import { openDatabase } from '../../server/db/client.ts';
import { platformOn } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', id = '', statement = '', moment = '', charges = '5000'] =
  process.argv.slice(2);
const sent = dieAt(Number(statement), moment);

const database = openDatabase({ global, scoped, site: scoped }, 2);
await runRecalculation(platformOn(database, { recalculationSliceCharges: Number(charges) }), Number(id));
await database.close();
process.stdout.write(`${sent()} statements\n`);
