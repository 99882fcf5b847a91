/** A process that erases whoever is under way, and dies at a given statement. */
import { eraseDue } from '../../features/erasures/server/erase.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/client.ts';
import { openFiles } from '../../server/files/open-files.ts';
import { platformOn } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', dataDir = '', statement, moment = ''] = process.argv.slice(2);
const database = openDatabase({ global, scoped, site: scoped }, 2);
const config = { ...readConfig({}), dataDir };
const files = await openFiles(config);
const sent = dieAt(Number(statement), moment);
await eraseDue({ ...platformOn(database, config), files });
await database.close();
process.stdout.write(`${sent()} statements\n`);
