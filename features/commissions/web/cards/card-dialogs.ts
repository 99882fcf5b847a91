import { type Address, addressId, addressText } from '../../../../web/ui/address.ts';

/** Dialogs by id in the address, 0 for none; `at` is the moment of the history, `resolve` the held charge that led here. */
export const cardDialogs = {
  referral: addressId,
  refer: addressId,
  history: addressId,
  recalculation: addressId,
  at: addressText,
  resolve: addressId,
};

export type CardDialog = 'referral' | 'refer' | 'history';

export type CardsAddress = Address<typeof cardDialogs>;

export const NO_DIALOG = { referral: 0, refer: 0, history: 0, recalculation: 0, at: '' };

/** Returns true where a navigation changes only dialogs, and so leaves the cards where they are. */
export function changesOnlyDialogs(current: object, next: object): boolean {
  return withoutDialogs(current) === withoutDialogs(next);
}

/** Returns an address without its dialogs: the list and its page. */
export function withoutDialogs(search: object): string {
  const rest = Object.entries(search).filter(([name]) => !(name in cardDialogs));
  return JSON.stringify(rest.sort(([a], [b]) => a.localeCompare(b)));
}
