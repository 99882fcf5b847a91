import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import { colourOf, drawn, storePictures } from '../../../server/db/demo/pictures.ts';
import { PLANS } from './demo-plans.ts';

/** Most have a picture, and each digital item has its own. */
export async function pictureProducts(tx: TransactionContext): Promise<void> {
  const numbered = PLANS.map((plan, index) => ({ ...plan, id: index + 1 }));
  const gifts = numbered.filter(({ bare }) => !bare);
  const items = numbered.filter(({ type }) => type === 'nft');
  const [boxes, stars] = [
    await storePictures(
      tx,
      'product-image',
      gifts.map(({ id }) => ({ original_file: `product-${id}.png`, bytes: box(id) })),
    ),
    await storePictures(
      tx,
      'lilt-nft',
      items.map(({ id }) => ({ original_file: `item-${id}.svg`, bytes: star(id) })),
    ),
  ];
  for (const [column, ids, paths] of [
    ['image_id', gifts.map(({ id }) => id), boxes],
    ['nft_image_id', items.map(({ id }) => id), stars],
  ] as const) {
    await sql`update gift_products g set ${sql.ref(column)} = u.id
      from unnest(${ids}::integer[], ${paths}::text[]) d (id, path) join uploads u on u.path = d.path
      where g.id = d.id`.execute(tx.db);
  }
}

function box(id: number): Buffer {
  const hue = (id * 97) % 360;
  const [wall, paper, lid, ribbon] = [
    colourOf(hue, 0.3, 0.9),
    colourOf(hue, 0.45, 0.6),
    colourOf(hue, 0.45, 0.5),
    colourOf(hue + 180, 0.6, 0.45),
  ];
  return drawn((x, y) => {
    const bow = Math.hypot(Math.abs(x) - 14, y + 44);
    if (bow < 15 && bow > 8) return ribbon;
    const isLid = y > -32 && y < -12 && Math.abs(x) < 54;
    const isBox = y >= -12 && y < 54 && Math.abs(x) < 48;
    if (!isLid && !isBox) return wall;
    if (Math.abs(x) < 7) return ribbon;
    return isLid ? lid : paper;
  });
}

/** A star of as many points as its number says, on a dark sky. */
function star(id: number): Buffer {
  const points = 3 + (id % 6);
  return drawn((x, y) => {
    const reach = 40 + 24 * Math.cos(points * Math.atan2(y, x));
    const far = Math.hypot(x, y);
    return far > reach ? colourOf(id * 71, 0.4, 0.15) : colourOf(id * 71 + far * 2, 0.7, 0.6);
  });
}
