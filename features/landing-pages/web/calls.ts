import { callsOf } from '../../../web/api.ts';
import type { Archives } from '../../../web/parts/archiving/use-archiving.tsx';
import { type LandingPage, landingPagesContract } from '../contract.ts';

export const { calls, reload } = callsOf('landingPages', landingPagesContract);

export type Given = { templates: readonly string[] };

export async function readLandingPage(id: number): Promise<LandingPage> {
  return (await calls.landingPage.call({ id })).page;
}

export const landingPageArchives: Archives = {
  word: 'Landing page',
  to: '/landing-pages',
  duplicate: calls.duplicateLandingPage,
  archive: calls.archiveLandingPage,
  restore: calls.restoreLandingPage,
  many: calls.archiveLandingPages,
  reload,
};
