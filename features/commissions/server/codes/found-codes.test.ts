/** Referral codes by their text, as the search of the screens asks for them. */
import { expect, test } from 'vitest';
import { makeClass, makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { CODE, type LevelName } from '../../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

async function giveCode(level: LevelName, owner_id: number, code: string) {
  const { id: referrer_id } = await makeSiteUser(db());
  await setRows(db(), level, owner_id, [{ type: CODE, commission: 5, referrer_id, code }]);
}

test('a code leads to its card at each level, in any case; a replaced one and one of a deleted user are not found', async () => {
  const word = crypto.randomUUID().slice(0, 8);
  const program = (await makeProgram(db(), { program_display_name: 'Night school' })).id;
  const teaches = { user_type: 'I', program_id: program, first_name: 'Ada', last_name: 'Byron' } as const;
  const [instructor, former] = [await makeSiteUser(db(), teaches), await makeSiteUser(db(), teaches)];
  const taught = await makeClass(db(), { instructor_id: instructor.id, class_name: 'Looms' });
  await giveCode('program', program, `X-${word}-p`);
  await giveCode('instructor', instructor.id, `${word}-i`);
  await giveCode('class', taught.id, `${word}-c`.toUpperCase());
  await giveCode('instructor', former.id, `${word}-gone`);
  await db().updateTable('site_users').set({ del_status: 1 }).where('id', '=', former.id).execute();
  const staff = await app().as({ permissions: ['superadmin'] });
  const find = async (code: string, call = staff, within = '') =>
    (await call('GET', `referral-codes?code=${code}${within}`)).body.codes;
  const [ofClass, ofInstructor, ofProgram] = [
    { code: `${word}-c`.toUpperCase(), level: 'class', owner_id: taught.id, owner_name: 'Looms' },
    { code: `${word}-i`, level: 'instructor', owner_id: instructor.id, owner_name: 'Ada Byron' },
    { code: `X-${word}-p`, level: 'program', owner_id: program, owner_name: 'Night school' },
  ];
  expect(await find(word.toUpperCase())).toMatchObject([ofClass, ofInstructor, ofProgram]);
  expect(await find(word, staff, `&program_id=${program}`)).toHaveLength(3);
  expect(await find('')).toEqual([]);

  const other = (await makeProgram(db())).id;
  expect(await find(word, staff, `&program_id=${other}`)).toEqual([]);
  const foreign = await app().as({ permissions: ['commissions'], program_id: other });
  const own = await app().as({ permissions: ['commissions'], program_id: program });
  expect(await find(word, foreign)).toEqual([]);
  expect(await find(word, own)).toHaveLength(3);

  await setRows(db(), 'class', taught.id, []);
  expect(await find(`${word}-c`)).toEqual([]);
});
