import { expect } from 'vitest';
import { makeProduct, makeUpload } from '../../../../test/factories.ts';
import type { SiteCases, SiteStage } from '../../../../test/routes/site-route-cases.ts';
import { inDays, makeEvent, makeTickets } from '../../../../test/rows/events.ts';
import type { eventReadsContract } from '../contract.ts';

/** A giveaway on sale, with its prize; every text bears the mark. */
async function giveaway({ db, program_id, mark }: SiteStage) {
  const product = await makeProduct(db, { name: `${mark}prize`, program_id });
  const image = await makeUpload(db, { program_id, type: 'event-image', width: 100 });
  const event = await makeEvent(db, {
    program_id,
    name: `${mark}giveaway`,
    description: mark,
    product_id: product.id,
    image_id: image.id,
    ticket_price: 250,
    usd_price: 199,
    available: 10,
    end_at: inDays(5),
  });
  await makeTickets(db, event, 3);
  const address = `http://localhost:4000${image.path}`;
  return {
    id: event.id,
    name: `${mark}giveaway`,
    description: mark,
    type: 'giveaway',
    n: 'live',
    price: null,
    ticket_price: 2.5,
    usd_price: 199,
    currency: 'USD',
    available: 7,
    start_at: event.start_at,
    end_at: event.end_at,
    featured: false,
    display_order: 0,
    product: { id: product.id, name: `${mark}prize`, type: 'physical' },
    image: { small: address, medium: address, large: address },
  };
}

export const eventReadsCases: SiteCases<typeof eventReadsContract> = {
  events: {
    foreign: 200,
    async request(stage) {
      const shown = await giveaway(stage);
      return { effect: (answer) => expect(answer).toEqual({ events: [shown], next: null, locale: 'en' }) };
    },
  },
  event: {
    async request(stage) {
      const shown = await giveaway(stage);
      return { id: shown.id, effect: (answer) => expect(answer).toEqual({ event: shown, locale: 'en' }) };
    },
  },
  draw: {
    async request(stage) {
      const { id } = await giveaway(stage);
      return {
        id,
        effect: (answer) =>
          expect(answer.draw).toEqual({
            event_id: id,
            commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
            proof: null,
            frozen_at: null,
            tickets: null,
            list_hash: null,
            beacon_round: null,
            confirmed_at: null,
            ticket: null,
          }),
      };
    },
  },
};
