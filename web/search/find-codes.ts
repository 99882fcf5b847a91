import { commissionsContract } from '../../features/commissions/contract.ts';
import type { LevelName } from '../../features/commissions/rules.ts';
import { apiOf } from '../api.ts';
import type { FoundRecord, Scope } from './found-record.ts';

const { commissions: calls } = apiOf({ commissions: commissionsContract });

/** The card of each level that has codes. */
const CARDS: Partial<Record<LevelName, (id: number) => string>> = {
  program: (id) => `/commissions/programs?program_id=${id}`,
  instructor: (id) => `/commissions/instructors?name=%23${id}`,
  class: (id) => `/commissions/classes?name=%23${id}`,
};

/** Finds referral codes, which lead to the card that has them. */
export async function findCodes(code: string, { program_id, ...options }: Scope): Promise<FoundRecord[]> {
  const { codes } = await calls.referralCodes.call({ code, program_id }, options);
  return codes.map(({ code: name, level, owner_id, owner_name }) => ({
    id: 0,
    name,
    detail: `Referral code of ${owner_name || `${level} #${owner_id}`}`,
    address: CARDS[level]?.(owner_id) ?? '',
  }));
}
