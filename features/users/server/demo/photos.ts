import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import { colourOf, drawn, storePictures } from '../../../../server/db/demo/pictures.ts';

export async function demoPhotos(tx: TransactionContext, users: readonly number[]): Promise<void> {
  const pictures = users.map((_, index) => ({
    original_file: `portrait-${index + 1}.png`,
    bytes: portrait(index),
  }));
  const paths = await storePictures(tx, 'user-photo', pictures);
  const given = users.map((id, index) => ({ id, email: paths[index] }));
  await sql`update site_users u set photo_id = i.id
    from json_populate_recordset(null::site_users, ${JSON.stringify(given)}::json) g join uploads i on i.path = g.email
    where u.id = g.id`.execute(tx.db);
}

function portrait(index: number): Buffer {
  const hue = (index * 137) % 360;
  const [sky, coat] = [colourOf(hue, 0.35, 0.85), colourOf(hue + 150, 0.55, 0.45)];
  const [skin, hair] = [colourOf(28, 0.5, 0.35 + ((index * 7) % 10) / 20), colourOf(index * 53, 0.35, 0.2)];
  const [head, tall] = [30 + (index % 5) * 2, 8 + (index % 4) * 4];
  return drawn((dx, y) => {
    const dy = y + 14;
    const inHead = dx * dx + dy * dy * 0.8 < head * head;
    const inHair = dx * dx + (dy + tall) * (dy + tall) < (head + 6) * (head + 6);
    const inCoat = (dx * dx) / 3600 + ((y - 80) * (y - 80)) / 3000 < 1;
    return inHead && dy > -tall ? skin : inHair ? hair : inCoat ? coat : sky;
  });
}
