import { proveWhoIAm } from '../session.tsx';

/**
 * Opens an empty tab for the answer of a call that asks who calls, behind that question: a tab in front would hide it. The
 * press that answered it, or that began, still counts as one. Null where the browser opens none; throws where the person is
 * not proven.
 */
export async function openTabOnceProven(): Promise<Window | null> {
  await proveWhoIAm();
  return window.open('about:blank', '_blank');
}
