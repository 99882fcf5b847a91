/** Reasons for which single sign-on is refused, and their words. Specification: Accounts. */

/** A reason is a part of an address; its words name who it was where that is known. */
export const SIGN_ON_REFUSALS = {
  begun_elsewhere:
    'This sign-in was already used, took longer than 10 minutes, or was started in another browser. Try again.',
  cancelled: 'Single sign-on was cancelled. Nothing was changed.',
  provider_refused: 'Your single sign-on refused you. Ask the people who run it.',
  provider_away: 'Single sign-on is not responding. Try again in a minute.',
  not_trusted:
    "The answer of your single sign-on could not be verified, so you weren't signed in. Tell an administrator.",
  too_weak: 'Your single sign-on did not ask for a second factor. Ask the people who run it.',
  unverified: 'Your single sign-on has no verified email address for you. Ask the people who run it.',
  no_account: 'There is no account for this address. Ask an administrator to add you.',
  other_person:
    'This account belongs to someone else with the same address at your single sign-on. Ask an administrator.',
  other_account: 'Your single sign-on is connected to another account here. Ask an administrator.',
  not_you: 'You confirmed with another account than the one signed in here. Try again with your own.',
  not_now: 'Your single sign-on did not ask you to sign in again. Try again.',
  signed_out: 'You were signed out. Sign in again.',
  groups_unknown: 'Your single sign-on did not say which groups you are in. Ask the people who run it.',
  no_rights: 'None of your groups may use Provost. Ask the people who run your single sign-on.',
  two_programs:
    'Your groups belong to different programs, so your rights are unclear. Ask the people who run your single sign-on.',
  no_program: "The program of your groups doesn't exist or is inactive. Ask an administrator.",
  last_superadmin:
    'Your groups would leave no superadmin. Ask an administrator to add another superadmin first.',
} as const;
export type SignOnRefusal = keyof typeof SIGN_ON_REFUSALS;

/** Returns the sentence for a reason of an address, with the address of whom it speaks where it is one; null for no reason of ours. */
export function refusalWords(reason: string | undefined, email = ''): string | null {
  if (reason === undefined || !Object.hasOwn(SIGN_ON_REFUSALS, reason)) return null;
  const words = SIGN_ON_REFUSALS[reason as SignOnRefusal];
  const isEmail = email.length <= 254 && /^[^\s@<>,]+@[^\s@<>,]+$/.test(email);
  return isEmail ? words.replace('this address', email) : words;
}

/** Returns the path that may follow a sign-in: one of this office, the root for any other. */
export function ownPath(wish: string | undefined): string {
  // A backslash is a slash to browsers, and two lead to another host.
  const isOwn = wish !== undefined && /^\/[\x21-\x7e]*$/.test(wish) && !wish.startsWith('//');
  return isOwn && !wish.includes('\\') ? wish : '/';
}

/** Path on which somebody arrives who was asked again, and name of the window that was opened for it. */
export const CONFIRMED_PATH = '/confirmed';
export const SIGN_ON_WINDOW = 'provost-single-sign-on';

/** Message of a 403 to whoever comes with a password where passwords are shut. */
export const PASSWORDS_SHUT = "Passwords don't work here. Use single sign-on.";
