import { sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { once } from '../../../server/http/idempotency.ts';
import { refuseFormerActor } from '../../../server/http/session.ts';
import { changing, type RowOf } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import { homeOfNew, homeProgram } from '../../../server/nouns/program-assignments.ts';
import { keepTranslationsCurrent } from '../../../server/nouns/translations.ts';
import { PROCESSED } from '../../events/server/event-noun.ts';
import { storing } from '../../uploads/server/storing.ts';
import { BANNER_FIELDS, type Banner, type BannerChange } from '../contract.ts';
import { COLOR_NAMES, type Colors, DEFAULT_COLORS, SIZES } from '../rules.ts';
import { claimImages, cutsFor, type NewCut, writeImages } from './banner-images.ts';
import { BANNER, BANNER_TEXTS, type StoredImages } from './banner-noun.ts';
import { readBanner } from './banners.ts';

/** Creates a banner, in program 1 with default colours. 400 at the field, also for an event foreign, off or over; 403 for another program. Once by `key`. */
export async function createBanner(context: Context, data: BannerChange, key = ''): Promise<Banner> {
  const { title } = data;
  if (title === undefined) refuseField('title', 'Enter a title');
  const make = (cuts: readonly NewCut[], files: Files) => async (tx: TransactionContext) => {
    await refuseFormerActor(tx);
    const program_id = await homeOfNew(tx, data.program_id, 'program_id');
    const own = columnsAfter({ ...data, title }, null);
    const columns = { ...own, program_id };
    await checkEvent(tx, columns, null);
    const { id } = await creating(tx, BANNER, columns, async (_, made) => {
      const images = await claimImages(tx, data, {}, cuts, files);
      await writeImages(tx, made.id, {}, images);
      return { after: recorded(program_id, own, images) };
    });
    return readBanner(tx, id);
  };
  const cuts = await cutsFor(context, data, {});
  return storing(context, made(cuts), (files) =>
    // Not the route's own idempotency, whose transaction would be open while pictures are cropped.
    key
      ? once(context, { key, route: 'banners.saveBanner', input: { id: 0, ...data } }, make(cuts, files))
      : transact(context, make(cuts, files)),
  );
}

/** Changes the given fields; with `typo_only` translations stay. As {@link createBanner}, but an event that is over may stay; 404 and 409 as any save. */
export async function updateBanner(
  context: Context,
  { id, typo_only = false, ...data }: BannerChange & { id: number; typo_only?: boolean },
): Promise<Banner> {
  const seen = (await BANNER.read(context, id)) ?? notFound();
  const cuts = await cutsFor(context, data, seen.images);
  return storing(context, made(cuts), (files) =>
    transact(context, async (tx) => {
      await refuseFormerActor(tx);
      await changing(tx, BANNER, { id, updated_at: data.updated_at }, 'update', async (_, row) => {
        const program_id = await homeProgram(tx, data.program_id, 'program_id', row);
        const own = columnsAfter(data, row);
        const columns = { ...own, program_id };
        await checkEvent(tx, columns, row);
        const images = await claimImages(tx, data, row.images, cuts, files);
        await writeImages(tx, id, row.images, images);
        if (typo_only) await keepTranslationsCurrent(tx, BANNER_TEXTS, id, row, columns);
        const before = recorded(row.program_id, columnsAfter({}, row), row.images);
        return { before, after: recorded(program_id, own, images), columns, program_id };
      });
      return readBanner(tx, id);
    }),
  );
}

type Files = Parameters<typeof claimImages>[4];
type LockedBanner = RowOf<typeof BANNER>;
type Columns = Pick<LockedBanner, 'title' | 'sub_title' | 'active' | 'event_id'> & Colors;

function made(cuts: readonly NewCut[]) {
  return cuts.flatMap(({ image }) => image ?? []);
}

function columnsAfter(data: BannerChange, before: Columns | null): Columns {
  const known = before ?? DEFAULT_COLORS;
  const colors = COLOR_NAMES.map((name) => [name, data.colors?.[name] ?? known[name]]);
  return { ...columnsOf(BANNER_FIELDS, data, before), ...(Object.fromEntries(colors) as Colors) };
}

function recorded(program_id: number | null, columns: Columns, images: StoredImages) {
  const shown = SIZES.map((size) => {
    const { upload_id: id, focal_x: x, focal_y: y } = images[size] ?? {};
    return [size, id === undefined ? null : { id, x, y }] as const;
  });
  return { program_id, ...columns, ...Object.fromEntries(shown) };
}

/** Refuses an event that is neither of the banner's program (0: the global site) nor assigned to it. An unchanged one may be over. */
async function checkEvent(
  { db }: TransactionContext,
  { event_id, program_id }: { event_id: number | null; program_id: number | null },
  before: LockedBanner | null,
): Promise<void> {
  if (event_id === null) return;
  if (before && event_id === before.event_id && program_id === before.program_id) return;
  const { rows } = await sql<{ open: boolean }>`
    select e.active = 1 and not ${PROCESSED} as open from events e
    where e.id = ${event_id} and (e.program_id is not distinct from ${program_id}::integer or exists (
      select from event_programs a where a.event_id = e.id and a.program_id = ${program_id}))`.execute(db);
  if (!rows[0]) refuseField('event_id', `There is no event ${event_id} in this program`);
  if (!rows[0].open) refuseField('event_id', 'This event is inactive or over. Choose another event.');
}
