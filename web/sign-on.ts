import { signOnContract } from '../features/auth/single-sign-on/contract.ts';
import { SIGN_ON_WINDOW } from '../features/auth/single-sign-on/rules.ts';
import { apiOf } from './api.ts';

const api = apiOf({ signOn: signOnContract });

/** Channel on which the window that asked hears how it went in another: null, or the reason of a refusal. */
const CHANNEL = 'provost:single-sign-on';

/** Query of whether there is single sign-on, and whether passwords are shut; asked once. */
export function signOnOptions() {
  return api.signOn.signOnOptions.queryOptions({
    input: {},
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Leaves for the provider, which leads back to the path; throws where it cannot be reached. */
export async function signOnAtProvider(to: string | undefined): Promise<void> {
  const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
  const { address } = await api.signOn.beginSignOn.call({ to, time_zone });
  window.location.assign(address);
}

/** Opens the provider in a window of its own, so that nothing here is lost, or goes there and comes back. Throws where it is away. Call it from a click. */
export async function confirmAtProvider(): Promise<void> {
  const opened = window.open('', SIGN_ON_WINDOW, 'popup,width=520,height=720');
  try {
    const { pathname, search } = window.location;
    const { address } = await api.signOn.beginSignOnAgain.call(opened ? {} : { to: pathname + search });
    (opened ?? window).location.assign(address);
  } catch (error) {
    opened?.close();
    throw error;
  }
}

/** Tells the page that waits how it went: null for well. */
export function tellConfirmed(refused: string | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(refused);
  channel.close();
}

/** Calls back with what {@link tellConfirmed} says; returns a function that stops. */
export function onConfirmed(listener: (refused: string | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => listener(data as string | null));
  return () => channel.close();
}
