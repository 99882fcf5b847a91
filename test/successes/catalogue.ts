/** Successes of classes, bundles and uploads. */
import { expect } from 'vitest';
import type { bundlesContract } from '../../features/bundles/contract.ts';
import type { classesContract } from '../../features/classes/contract.ts';
import type { uploadsContract } from '../../features/uploads/contract.ts';
import { makeClass, makeInstructor } from '../factories.ts';
import type { Stage, Successes } from './success.ts';

export async function newClass({ db, program }: Stage, class_name = 'A class') {
  const instructor = await makeInstructor(db, { program_id: program });
  return makeClass(db, { instructor_id: instructor.id, program_id: program, class_name });
}

export const classesSuccesses: Successes<typeof classesContract> = {
  async classes(stage) {
    const { id } = await newClass(stage);
    return { query: `name=${id}`, effect: ({ classes }) => expect(classes).toMatchObject([{ id }]) };
  },
  async class(stage) {
    const { id } = await newClass(stage);
    return { id, effect: (answer) => expect(answer.class).toMatchObject({ id, bundles: [], hidden: 0 }) };
  },
};

export const bundlesSuccesses: Successes<typeof bundlesContract> = {
  async saveBundle(stage) {
    const [{ id }, a, b] = [await newClass(stage), await newClass(stage), await newClass(stage)];
    return {
      id,
      body: { classes: [b.id, a.id] },
      effect: async ({ bundles }) => {
        expect(bundles.map((row: { id: number }) => row.id)).toEqual([b.id, a.id]);
        const held = await stage.db
          .selectFrom('bundle_classes')
          .select('class_id')
          .where('bundle_id', '=', id)
          .orderBy('position')
          .execute();
        expect(held).toEqual([{ class_id: b.id }, { class_id: a.id }]);
      },
    };
  },
};

export const uploadsSuccesses: Successes<typeof uploadsContract> = {
  async upload(stage) {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
    const form = new FormData();
    form.append('type', 'event-image');
    form.append('file', new File([Buffer.from(pixel, 'base64')], 'pixel.png', { type: 'image/png' }));
    return {
      body: form,
      demands: { area: 'events' },
      effect: async ({ id, path }) => {
        const kept = await stage.db
          .selectFrom('uploads')
          .select(['path', 'uploaded_by'])
          .where('id', '=', id)
          .executeTakeFirst();
        expect(kept).toEqual({ path, uploaded_by: stage.caller.admin_id });
        expect((await stage.world.call('GET', path)).status).toBe(200);
      },
    };
  },
};
