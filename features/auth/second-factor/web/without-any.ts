import type { SecondFactor } from '../contract.ts';

/** Says what the sign-in is like without the last factor. */
export function withoutAny({ demanded }: Pick<SecondFactor, 'demanded'>): string {
  return demanded === 1
    ? 'Your recovery codes stop working, and you have to set up a second factor before you can go on.'
    : 'Signing in will ask for your password alone, and your recovery codes stop working.';
}
