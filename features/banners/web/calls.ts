import { callsOf } from '../../../web/api.ts';
import { type Banner, bannersContract } from '../contract.ts';

export const { calls, reload } = callsOf('banners', bannersContract);

/** Reads a banner. Throws a 404 where it is gone or foreign. */
export async function readBanner(id: number): Promise<Banner> {
  return (await calls.banner.call({ id })).banner;
}
