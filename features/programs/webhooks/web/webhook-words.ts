import type { WebhookDelivery } from '../contract.ts';

export const DELIVERY_WORDS: Record<WebhookDelivery['state'], { label: string; color: string }> = {
  waiting: { label: 'Pending', color: 'gray' },
  delivered: { label: 'Delivered', color: 'gray' },
  failed: { label: 'Failed', color: 'red' },
};

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
