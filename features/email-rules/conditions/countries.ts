/** Names of a country as a delivery address may have them, in lower case. Specification: Email rules. */
import { COUNTRIES } from '../../users/delivery.ts';

const inEnglish = new Intl.DisplayNames('en', { type: 'region' });

export function countryName(code: string): string {
  return inEnglish.of(code) ?? code;
}

export function writtenCountries(codes: readonly string[]): string[] {
  return codes.flatMap((code) => {
    const lower = code.toLowerCase();
    const chosen = Object.entries(COUNTRIES).find(([id]) => id === lower)?.[1];
    return [...new Set([lower, countryName(code).toLowerCase(), ...(chosen ? [chosen.toLowerCase()] : [])])];
  });
}
