import type { SecondFactorKind } from '../../../core/errors.ts';

export function factorWords(factors: readonly SecondFactorKind[], passkeysWork: boolean) {
  const takesDigits = factors.includes('one_time_code');
  const hasPasskey = factors.includes('passkey');
  const offersPasskey = hasPasskey && passkeysWork;
  const text = takesDigits
    ? 'Enter the code that your app shows for Provost. If you lost your device, enter a recovery code.'
    : 'Use a passkey of this account. If you lost your device, enter a recovery code.';
  return {
    takesDigits,
    offersPasskey,
    first: offersPasskey && !takesDigits ? ('passkey' as const) : ('code' as const),
    title: takesDigits ? 'Enter your code' : "Confirm that it's you",
    label: takesDigits ? 'Code' : 'Recovery code',
    missing: takesDigits ? 'Enter the code of your device, or a recovery code' : 'Enter a recovery code',
    text: hasPasskey && !passkeysWork && !takesDigits ? NO_PASSKEYS : text,
  };
}

const NO_PASSKEYS = "Your passkeys don't work at this address. Enter one of your recovery codes.";
