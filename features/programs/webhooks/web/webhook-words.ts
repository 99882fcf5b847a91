import type { DELIVERY_FILTERS, WebhookDelivery } from '../contract.ts';

type Standing = Exclude<(typeof DELIVERY_FILTERS)[number], 'all'>;

export const DELIVERY_WORDS: Record<Standing, { label: string; color: string }> = {
  waiting: { label: 'Pending', color: 'gray' },
  retrying: { label: 'Retrying', color: 'yellow' },
  delivered: { label: 'Delivered', color: 'gray' },
  failed: { label: 'Failed', color: 'red' },
};

export function standingOf({ state, attempts }: WebhookDelivery): Standing {
  return state === 'waiting' && attempts > 0 ? 'retrying' : state;
}

/** Result of the last try, as its status or as why there was none. */
export function resultOf({ status, error, attempts }: WebhookDelivery): string {
  if (attempts === 0) return 'Not sent yet';
  const why = error === null ? undefined : ERROR_WORDS[error];
  if (status === null) return why ?? 'Sending';
  return error === 'redirect' ? `Status ${status}, redirects aren’t followed` : `Status ${status}`;
}

const ERROR_WORDS: Record<string, string> = {
  private_address: 'The address isn’t public',
  timeout: 'No answer within 10 seconds',
  no_answer: 'Couldn’t connect',
};
