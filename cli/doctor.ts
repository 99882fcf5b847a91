/** Says what is wrong with an installation: npm run doctor [-- --json], with the settings of the server. */
import { parseArgs } from 'node:util';
import { jobs } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { examine } from '../server/doctor/doctor.ts';
import type { Finding } from '../server/doctor/findings.ts';
import { fail } from './platform.ts';

const MARKS: Record<Finding['state'], string> = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' };

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const findings = await examine({ config: readConfig(process.env), jobs });
  if (values.json) console.log(JSON.stringify({ findings }, null, 2));
  else
    for (const { part, state, text } of findings) console.log(`${MARKS[state]}  ${part.padEnd(8)}  ${text}`);
  if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1;
} catch (error) {
  fail(error);
}
