/** The undo of a switch names what stood before, and is refused where another admin was first. */
import { beforeAll, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../test/factories.ts';
import { type Call, useTestApp } from '../../test/harness.ts';
import { makeEvent } from '../../test/rows/events.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program_id: number;
let bound: Call;
let superadmin: Call;

beforeAll(async () => {
  program_id = (await makeProgram(db())).id;
  bound = await app().as({ permissions: ['catalogue', 'events', 'store'], program_id });
  superadmin = await app().as({ permissions: ['superadmin'] });
});

type Switch = { path: string; body: object; field: string; before: unknown; after: unknown };

async function makeOwnClass() {
  const { id: instructor_id } = await makeInstructor(db(), { program_id });
  return (await makeClass(db(), { instructor_id, program_id })).id;
}

const star = (path: string, before: unknown, after: unknown): Switch => ({
  path: `${path}/featured`,
  body: { program_id },
  field: 'featured',
  before,
  after,
});

const SWITCHES: Record<string, () => Promise<Switch>> = {
  'the star of a class': async () => star(`class/${await makeOwnClass()}`, 'n', 'y'),
  'the star of an event': async () =>
    star(`lilt-event/${(await makeEvent(db(), { program_id })).id}`, false, true),
  'the star of a category': async () => {
    const { body } = await superadmin('POST', 'lilt-category', { data: { name: 'A category', program_id } });
    return star(`lilt-category/${body.category.id}`, false, true);
  },
  'an enrolment': async () => {
    const { id: user_id } = await makeSiteUser(db(), { program_id });
    const { body } = await superadmin('POST', `class/${await makeOwnClass()}/user-enrol/${user_id}`);
    const path = `class/user-enrol/switch/${body.id}`;
    return { path, body: {}, field: 'enrol_status', before: 0, after: 5 };
  },
};

test.each(Object.entries(SWITCHES))('%s is switched back once', async (_, make) => {
  const { path, body, field, before, after } = await make();
  expect((await bound('PATCH', path, body)).body[field]).toBe(after);
  const undo = { ...body, [field]: before };
  expect((await superadmin('PATCH', path, body)).body[field]).toBe(before);
  const late = await bound('PATCH', path, undo);
  expect([late.status, late.body.message]).toEqual([409, 'Another admin has already switched this back']);
  // Nothing was turned by the refusal.
  expect((await bound('PATCH', path, body)).body[field]).toBe(after);
  const undone = await bound('PATCH', path, undo);
  expect([undone.status, undone.body[field]]).toEqual([200, before]);
});
