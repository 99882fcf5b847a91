/** The mark of a save, by which the next one knows whether somebody was faster. Specification: Wire conventions. */
import { beforeAll, expect, test } from 'vitest';
import { updateGiftCategory } from '../../features/gift-categories/server/gift-category-saves.ts';
import { system } from '../../test/system.ts';
import { useDatabase } from '../../test/use-database.ts';

const database = useDatabase();
const db = () => database().everything;
const LATER_THAN_ANY_CLOCK = '2099-01-01T00:00:00.000Z';

let id: number;
beforeAll(async () => {
  const made = await db()
    .insertInto('gift_categories')
    .values({ name: 'First', updated_at: LATER_THAN_ANY_CLOCK })
    .returning('id')
    .executeTakeFirstOrThrow();
  id = made.id;
});

const save = async (name: string, updated_at?: string) =>
  (
    await updateGiftCategory(system(db(), { permissions: ['superadmin'] }), {
      id,
      data: { name, updated_at },
    })
  ).updated_at;

test('each save has a moment of its own, also within a millisecond and where the clock was set back', async () => {
  const moments = [LATER_THAN_ANY_CLOCK, await save('Second'), await save('Third')];
  expect(moments).toEqual([...new Set(moments)].toSorted());
});

test('a save over one that it has not read is refused and changes nothing; one that has read it is taken', async () => {
  const read = await save('Fourth');
  await save('Fifth');
  await expect(save('Lost', read)).rejects.toMatchObject({ status: 409 });
  const { name, updated_at } = await db()
    .selectFrom('gift_categories')
    .select(['name', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(name).toBe('Fifth');
  expect(await save('Sixth', updated_at)).not.toBe(updated_at);
});
