import { callsOf, reloadFeature } from '../../../web/api.ts';
import { erasureContract } from '../contract.ts';

export const { calls, reload } = callsOf('erasure', erasureContract);

/** Reads the lists anew: they name an erased user otherwise. */
export function reloadUser() {
  return Promise.all([reload(), reloadFeature('siteUsers')]);
}

export type ErasedUser = { id: number; name: string; email: string };
