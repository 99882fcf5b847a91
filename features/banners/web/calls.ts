import { callsOf } from '../../../web/api.ts';
import type { Archives } from '../../../web/parts/archiving/use-archiving.tsx';
import { type Banner, bannersContract } from '../contract.ts';

export const { calls, reload } = callsOf('banners', bannersContract);

export async function readBanner(id: number): Promise<Banner> {
  return (await calls.banner.call({ id })).banner;
}

export const bannerArchives: Archives = {
  word: 'Banner',
  to: '/banners',
  duplicate: calls.duplicateBanner,
  archive: calls.archiveBanner,
  restore: calls.restoreBanner,
  many: calls.archiveBanners,
  reload,
};
