import { expect } from 'vitest';
import { makeClass, makeInstructor, makeProduct, makeUpload } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import type { productReadsContract } from '../contract.ts';

export const productReadsCases: SiteCases<typeof productReadsContract> = {
  products: {
    foreign: 200,
    async request({ db, program_id, mark }) {
      const { id: instructor_id } = await makeInstructor(db, { program_id });
      const lesson = await makeClass(db, { program_id, instructor_id, class_name: `${mark}lesson` });
      const secret = await makeUpload(db, { program_id, type: 'lilt-nft' });
      const values = { program_id, description: mark };
      const shown = [
        await makeProduct(db, { ...values, name: `${mark}class`, type: 'class', class_id: lesson.id }),
        await makeProduct(db, {
          ...values,
          name: `${mark}money`,
          type: 'money',
          amount: 2500,
          currency: 'EUR',
        }),
        await makeProduct(db, { ...values, name: `${mark}item`, type: 'nft', nft_image_id: secret.id }),
      ];
      const off = await makeProduct(db, { ...values, name: `${mark}off`, active: 0 });
      const assigned = [...shown, off].map(({ id: product_id }) => ({ product_id, program_id }));
      await db.insertInto('gift_product_programs').values(assigned).execute();
      await makeProduct(db, { ...values, name: `${mark}unassigned` });
      const [first, second, third] = shown.map(({ id, name, type }) => ({
        id,
        name,
        type,
        description: mark,
        amount: null,
        currency: null,
        class: null,
        image: null,
      }));
      return {
        effect(answer) {
          expect(answer).toEqual({
            products: [
              { ...first, class: { id: lesson.id, name: `${mark}lesson` } },
              { ...second, amount: 2500, currency: 'EUR' },
              third,
            ],
            next: null,
            locale: 'en',
          });
        },
      };
    },
  },
};
