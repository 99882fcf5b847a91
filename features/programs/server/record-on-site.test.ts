/** Where the site of a program shows a class and an event: said beside each of them, where it does. */
import { beforeAll, expect, test } from 'vitest';
import { transact } from '../../../server/context.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeEvent } from '../../../test/rows/events.ts';
import { system } from '../../../test/system.ts';
import { exampleSiteKeyOf } from '../site-keys/server/example-site-keys.ts';
import { keepSiteKey } from '../site-keys/server/site-keys.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let superadmin: Call;
beforeAll(async () => {
  superadmin = await app().as({ permissions: ['superadmin'] });
});

/** A program with a class and an event, and where each is shown. */
async function shown(hidden: object = {}, active: 0 | 1 = 1) {
  const { id: program_id, program_tag } = await makeProgram(db());
  const { id: instructor_id } = await makeInstructor(db(), { program_id });
  const { id: class_id } = await makeClass(db(), { program_id, instructor_id, viewable: 1, ...hidden });
  const { id: event_id } = await makeEvent(db(), { program_id, active });
  const addresses = async () => [
    (await superadmin('GET', `class/${class_id}`)).body.site_address,
    (await superadmin('GET', `lilt-event/${event_id}`)).body.site_address,
  ];
  const site_key = exampleSiteKeyOf(app().platform, program_id);
  const makeSite = () =>
    transact(system(db()), (tx) => keepSiteKey(tx, { program_id, name: 'Example', site_key }));
  return { program_tag, class_id, event_id, addresses, makeSite };
}

test('at its page of the example site; elsewhere the site itself, as its pages are not known', async () => {
  const { config } = app().platform;
  const { program_tag, class_id, event_id, addresses, makeSite } = await shown();
  expect(await addresses()).toEqual([null, null]);
  await makeSite();
  const site = `${config.publicUrl}/site/${program_tag}`;
  expect(await addresses()).toEqual([`${site}/classes/${class_id}`, `${site}/events/${event_id}`]);
  config.siteUrl = 'https://{program_tag}.example.com';
  expect(await addresses()).toEqual(Array(2).fill(`https://${program_tag}.example.com`));
  delete config.siteUrl;
});

test('nowhere for what the site does not show', async () => {
  const { addresses, makeSite } = await shown({ status: 0 }, 0);
  await makeSite();
  expect(await addresses()).toEqual([null, null]);
});
