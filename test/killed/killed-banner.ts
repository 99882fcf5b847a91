/** A process that makes a banner with a picture to be cut, and dies at a given statement, or as soon as the picture is written. */
import { createBanner } from '../../features/banners/server/banner-saves.ts';
import { openDatabase } from '../../server/db/client.ts';
import { openFiles } from '../../server/files/open-files.ts';
import { platformOn, system } from '../system.ts';
import { dieAt } from './dying.ts';

const [global = '', scoped = '', dataDir = '', told = '', statement, moment = ''] = process.argv.slice(2);
const { admin_id, data, key } = JSON.parse(told);
const database = openDatabase({ global, scoped, site: scoped }, 2);
const files = await openFiles({ dataDir, storageUrl: undefined });
const put = files.put.bind(files);
if (moment === 'written')
  files.put = async (...given) => {
    await put(...given);
    process.kill(process.pid, 'SIGKILL');
  };
const known = system(database.everything, { admin_id, program_id: 0, permissions: ['superadmin'] });
const platform = { ...platformOn(database), files };
const sent = dieAt(Number(statement), moment);
const { id } = await createBanner({ ...known, platform }, data, key);
process.stdout.write(`${sent()} ${id}\n`);
// The process that cut the picture would wait for another.
process.exit();
