/** The pictures of banners: what they are cut to, pixel by pixel, and what becomes of their files. */
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { formOf } from '../../../test/hostile/hostile-files.ts';
import { deadConnectionsEnded } from '../../../test/killed/dead-connections.ts';
import type { UploadType } from '../../uploads/rules.ts';
import { sweepUploads } from '../../uploads/server/sweep.ts';
import type { Banner } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
let stranger: Call & { admin_id: number };

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['content'], program_id: program });
  stranger = await app().as({ permissions: ['content'], program_id: other });
});
let fresh: Banner;
beforeEach(async () => {
  fresh = (await save(superadmin, 0, { title: 'A banner', program_id: program })).body.banner;
});

const save = (call: Call, id: number, body: object) => call('POST', `lilt-banner/${id}`, body);

const BANDS = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'];
/** Bands of colours side by side, or one above the other. */
async function bands(width: number, height: number, upright = true, colours = BANDS): Promise<Buffer> {
  const [w, h] = upright ? [width / colours.length, height] : [width, height / colours.length];
  const parts = colours.map((background, index) => ({
    input: { create: { width: w, height: h, channels: 3 as const, background } },
    left: upright ? index * w : 0,
    top: upright ? 0 : index * h,
  }));
  const ground = sharp({ create: { width, height, channels: 3, background: '#000000' } });
  return ground.composite(parts).png().toBuffer();
}

async function upload(
  bytes: Buffer,
  type: UploadType = 'event-banner-image',
  call: Call = superadmin,
  kind = 'png',
) {
  const form = formOf({ bytes, name: `a.${kind}`, media: `image/${kind}`, type });
  const { status, body } = await call('POST', '/api/upload', form);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as { id: number; path: string };
}

async function served(path: string | null): Promise<Buffer> {
  const answer = await app().http.inject({ url: path ?? '' });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

/** The colours at places of a picture, in shares of its width and height, and its size. */
async function looks(path: string | null, places: [number, number][]) {
  const { data, info } = await sharp(await served(path))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = ([x, y]: [number, number]) => {
    const from = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 3;
    const near = [...data.subarray(from, from + 3)].map((part) => (part > 127 ? 'ff' : '00'));
    return `#${near.join('')}`;
  };
  return { size: [info.width, info.height], colours: places.map(at) };
}

const EDGES: [number, number][] = [
  [0, 0.5],
  [1, 0.5],
];
const HEIGHTS: [number, number][] = [
  [0.5, 0],
  [0.5, 1],
];

describe('a picture', () => {
  test('is cut around its middle at first, and that is what the upload answered', async () => {
    const { id, path } = await upload(await bands(4000, 400));
    const { body } = await save(superadmin, fresh.id, { image_id: id });
    expect(body.banner).toMatchObject({ image: path, image_id: id, focal: { image: { x: 0.5, y: 0.5 } } });
    expect(await looks(path, EDGES)).toEqual({ size: [1920, 400], colours: ['#00ff00', '#0000ff'] });
    expect((await looks(body.banner.originals.image, EDGES)).size).toEqual([4000, 400]);
  });

  test.each([
    ['image', 0, ['#ff0000', '#00ff00'], [1920, 400]],
    ['image', 1, ['#0000ff', '#ffffff'], [1920, 400]],
    ['mobile_image', 0, ['#ff0000', '#ff0000'], [992, 400]],
    ['mobile_image', 0.375, ['#00ff00', '#00ff00'], [992, 400]],
    ['small_image', 1, ['#ffffff', '#ffffff'], [370, 340]],
    ['small_image', 0.02, ['#ff0000', '#ff0000'], [370, 340]],
  ] as const)('fills %s around x = %d', async (size, x, colours, pixels) => {
    const { id, path } = await upload(await bands(4000, 400));
    const body = { [`${size}_id`]: id, focal: { [size]: { x, y: 0 } } };
    const { banner } = (await save(superadmin, fresh.id, body)).body;
    expect(await looks(banner[size], EDGES)).toEqual({ size: pixels, colours });
    expect(banner.focal[size]).toEqual({ x, y: 0 });
    expect(banner[size]).not.toBe(path);
  });

  test('that is higher than wide moves up and down, and one that is small is drawn larger', async () => {
    const { id } = await upload(await bands(96, 800, false));
    for (const [y, colours] of [
      [0, ['#ff0000', '#ff0000']],
      [1, ['#ffffff', '#ffffff']],
      [0.5, ['#00ff00', '#0000ff']],
    ] as const) {
      const { banner } = (await save(superadmin, fresh.id, { image_id: id, focal: { image: { x: 0.5, y } } }))
        .body;
      expect(await looks(banner.image, HEIGHTS)).toEqual({ size: [1920, 400], colours });
    }
  });

  test('is kept no larger than its crops need', async () => {
    const { id } = await upload(await bands(4000, 4000));
    const { banner } = (await save(superadmin, fresh.id, { image_id: id })).body;
    expect((await looks(banner.originals.image, EDGES)).size).toEqual([1920, 1920]);
  });

  test('fills all three sizes from one upload, each around its own point', async () => {
    const { id } = await upload(await bands(4000, 400), 'event-banner-small', bound);
    const { status, body } = await save(bound, fresh.id, {
      image_id: id,
      mobile_image_id: id,
      small_image_id: id,
      focal: { image: { x: 0, y: 0 }, small_image: { x: 1, y: 1 } },
    });
    expect(status).toBe(200);
    const { image, mobile_image, small_image, image_id, small_image_id } = body.banner;
    expect([image_id, small_image_id]).toEqual([id, id]);
    expect((await looks(image, EDGES)).colours).toEqual(['#ff0000', '#00ff00']);
    expect((await looks(mobile_image, EDGES)).colours).toEqual(['#00ff00', '#0000ff']);
    expect((await looks(small_image, EDGES)).colours).toEqual(['#ffffff', '#ffffff']);
  });

  test('goes on moving, at every focal point', async () => {
    const frames = await Promise.all(
      [BANDS, BANDS.toReversed(), BANDS].map((colours) => bands(1200, 300, true, colours)),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [50, 60, 70] })
      .toBuffer();
    const { id } = await upload(gif, 'event-banner-image', superadmin, 'gif');
    const focal = { small_image: { x: 0, y: 0 } };
    const { banner } = (await save(superadmin, fresh.id, { small_image_id: id, focal })).body;
    const bytes = await served(banner.small_image);
    const { pages, width, pageHeight, delay } = await sharp(bytes, { animated: true }).metadata();
    expect({ pages, width, pageHeight, delay }).toEqual({
      pages: 3,
      width: 370,
      pageHeight: 340,
      delay: [50, 60, 70],
    });
    const second = await sharp(bytes, { page: 1 }).removeAlpha().raw().toBuffer();
    expect([...second.subarray(0, 3)].map((part) => part > 127)).toEqual([true, true, true]);
  });

  test('stays where it is left out or null, moves with a point alone, and goes with 0', async () => {
    const { id, path } = await upload(await bands(4000, 400));
    await save(superadmin, fresh.id, { image_id: id, small_image_id: id });
    const moved = (await save(bound, fresh.id, { image_id: null, focal: { image: { x: 0, y: 0 } } })).body
      .banner;
    expect([moved.image_id, moved.small_image_id]).toEqual([id, id]);
    expect((await looks(moved.image, EDGES)).colours).toEqual(['#ff0000', '#00ff00']);
    const kept = (await save(bound, fresh.id, { title: 'Other' })).body.banner;
    expect([kept.image, kept.focal.image]).toEqual([moved.image, { x: 0, y: 0 }]);
    const back = (await save(bound, fresh.id, { focal: { image: { x: 0.5, y: 0.5 } } })).body.banner;
    expect(back.image).toBe(path);
    const gone = (await save(bound, fresh.id, { image_id: 0 })).body.banner;
    expect([gone.image, gone.image_id, gone.originals.image, gone.small_image_id]).toEqual([
      null,
      null,
      null,
      id,
    ]);
  });

  test('that replaces another begins at its middle', async () => {
    const [first, second] = [await upload(await bands(4000, 400)), await upload(await bands(2000, 400))];
    await save(superadmin, fresh.id, { image_id: first.id, focal: { image: { x: 1, y: 1 } } });
    const { banner } = (await save(superadmin, fresh.id, { image_id: second.id })).body;
    expect([banner.image, banner.focal.image]).toEqual([second.path, { x: 0.5, y: 0.5 }]);
  });
});

describe('whose picture it is', () => {
  const refused = async (answer: ReturnType<Call>) => {
    const { status, body } = await answer;
    return [status, body.errors?.[0]?.path, body.message];
  };
  const no = (field: string) => [400, field, 'There is no such image'];

  test('400 for a foreign one, one of another kind and one that there is not, in the same words', async () => {
    const small = await bands(400, 40);
    const foreign = await upload(small, 'event-banner-image', stranger);
    const event = await upload(small, 'event-image');
    for (const id of [foreign.id, event.id, 2_000_000]) {
      expect(await refused(save(bound, fresh.id, { mobile_image_id: id }))).toEqual(no('mobile_image_id'));
      const focal = { image: { x: 0, y: 0 } };
      expect(await refused(save(bound, fresh.id, { image_id: id, focal }))).toEqual(no('image_id'));
    }
    expect((await superadmin('GET', `lilt-banner/${fresh.id}`)).body.banner.updated_at).toBe(
      fresh.updated_at,
    );
  });

  test('200: what a banner of the own program shows can be moved and used for its other sizes, and for no other banner', async () => {
    const { id } = await upload(await bands(4000, 400));
    await save(superadmin, fresh.id, { image_id: id });
    const { status, body } = await save(bound, fresh.id, {
      small_image_id: id,
      focal: { image: { x: 1, y: 0 } },
    });
    expect(status).toBe(200);
    expect((await looks(body.banner.image, EDGES)).colours).toEqual(['#0000ff', '#ffffff']);
    expect(await refused(save(bound, 0, { title: 'x', image_id: id }))).toEqual(no('image_id'));
  });
});

describe('the files of pictures', () => {
  const DAY = 24 * 60 * 60;
  const files = async () => {
    const rows = await db().selectFrom('uploads').select('path').execute();
    return rows.map(({ path }) => path);
  };
  const strays = async () => (await db().selectFrom('stray_files').selectAll().execute()).length;
  /** As if a day had passed since the last look: what is unused leaves, what hung on it the next time. */
  const sweep = async () => {
    await sweepUploads(app().platform, DAY);
    await db()
      .updateTable('uploads')
      .set({ unused_since: '2020-01-01T00:00:00Z' })
      .where('unused_since', 'is not', null)
      .execute();
    return sweepUploads(app().platform, DAY);
  };

  test('are kept as long as a banner shows them, and swept with their original afterwards', async () => {
    const { id, path } = await upload(await bands(4000, 400));
    const first = (await save(superadmin, fresh.id, { image_id: id, focal: { image: { x: 0, y: 0 } } })).body
      .banner;
    const second = (await save(superadmin, fresh.id, { focal: { image: { x: 1, y: 0 } } })).body.banner;
    await sweep();
    const left = await files();
    expect(left).toEqual(expect.arrayContaining([path, second.image, second.originals.image]));
    expect(left).not.toContain(first.image);
    await save(superadmin, fresh.id, { image_id: 0 });
    await sweep();
    await sweep();
    const swept = await files();
    for (const gone of [path, second.image, second.originals.image]) {
      expect(swept).not.toContain(gone);
      expect((await app().http.inject({ url: gone })).statusCode).toBe(404);
    }
    expect(await strays()).toBe(0);
  });

  test('of a save that is refused, or cannot be written, leave with it', async () => {
    const { id } = await upload(await bands(4000, 400));
    const before = (await files()).length;
    const focal = { image: { x: 0, y: 0 } };
    const late = await save(superadmin, fresh.id, {
      image_id: id,
      focal,
      updated_at: '2020-01-01T00:00:00Z',
    });
    expect(late.status).toBe(409);
    const store = app().platform.files;
    const put = store.put.bind(store);
    store.put = async () => {
      throw new Error('no space');
    };
    try {
      expect((await save(superadmin, fresh.id, { image_id: id, focal })).status).toBe(500);
    } finally {
      store.put = put;
    }
    expect([(await files()).length, await strays()]).toEqual([before, 0]);
    expect((await superadmin('GET', `lilt-banner/${fresh.id}`)).body.banner.image).toBeNull();
  });

  test('two who move a picture at once leave one that stands', async () => {
    const { id } = await upload(await bands(4000, 400));
    await save(superadmin, fresh.id, { image_id: id });
    const points = [0, 0.25, 0.75, 1];
    const answers = await Promise.all(
      points.map((x) => save(x < 0.5 ? bound : superadmin, fresh.id, { focal: { image: { x, y: 0 } } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { banner } = (await superadmin('GET', `lilt-banner/${fresh.id}`)).body;
    expect(points).toContain(banner.focal.image.x);
    await served(banner.image);
    expect(await strays()).toBe(0);
  });

  test('of a save that is killed are swept, and the same key makes the one banner', async () => {
    const { config, database } = app().platform;
    const { id: image_id } = await upload(await bands(4000, 400));
    const images = path.join(config.dataDir, 'storage', 'images');
    const run = (key: string, statement = 0, moment = '') => {
      const data = { title: key, program_id: program, image_id, focal: { image: { x: 0, y: 0 } } };
      const told = JSON.stringify({ admin_id: superadmin.admin_id, key, data });
      const { global, scoped } = app().urls;
      const child = path.join(import.meta.dirname, '../../../test/killed/killed-banner.ts');
      const call = [child, global, scoped, config.dataDir, told, String(statement), moment];
      const { signal, stdout, stderr } = spawnSync(process.execPath, call, { encoding: 'utf8' });
      const [statements = 0, id = 0] = stdout.split(' ').map(Number);
      return { signal, statements, id, stderr };
    };
    const made = (title: string) =>
      database.everything.selectFrom('banners').select('id').where('title', '=', title).execute();
    /** Files of pictures that no row names. */
    const loose = async () => {
      const named = new Set((await files()).map((file) => path.basename(file)));
      return (await readdir(images)).filter((file) => !named.has(file));
    };
    const whole = run('whole');
    expect(whole.statements, whole.stderr).toBeGreaterThan(5);
    const every = Array.from(
      { length: whole.statements },
      (_, n) => [n + 1, n % 2 ? 'before' : 'after'] as const,
    );
    for (const [statement, moment] of [[0, 'written'] as const, ...inDepth([], every)]) {
      const key = `${moment} ${statement}`;
      const rows = await files();
      expect(run(key, statement, moment).signal, key).toBe('SIGKILL');
      await deadConnectionsEnded(db());
      const [banner] = await made(key);
      // What was written names no file before the save is whole, and the file was there before it.
      expect(banner ? null : await files(), key).toEqual(banner ? null : rows);
      expect(moment !== 'written' || (!banner && (await loose()).length === 1), key).toBe(true);
      await db().updateTable('stray_files').set({ delete_after: '2020-01-01T00:00:00Z' }).execute();
      await sweepUploads(app().platform, DAY);
      expect([await loose(), await strays()], key).toEqual([[], 0]);
      const [again, once] = [run(key), run(key)];
      expect(again.id, again.stderr).toBe(banner?.id ?? once.id);
      expect(await made(key)).toEqual([{ id: once.id }]);
      const shown = (await superadmin('GET', `lilt-banner/${once.id}`)).body.banner.image;
      expect((await looks(shown, EDGES)).colours[0]).toBe('#ff0000');
      expect([await loose(), await strays()], key).toEqual([[], 0]);
    }
  });
});
