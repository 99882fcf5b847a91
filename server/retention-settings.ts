import { daysFrom } from './variables.ts';

/** Days that mails, deliveries of webhooks and events of the payment provider are kept; 0: for ever. */
export type Retention = { mailDays: number; webhookDeliveryDays: number; providerEventDays: number };

export const retentionVariables = {
  // Their texts are there for 30 days.
  MAIL_DAYS: daysFrom(31).default(365),
  // One may wait as long for a webhook that is switched off.
  WEBHOOK_DELIVERY_DAYS: daysFrom(30).default(30),
  // One that is told again after it was forgotten would be taken for a new one.
  PROVIDER_EVENT_DAYS: daysFrom(30).default(180),
};

export function retentionOf(value: { [Name in keyof typeof retentionVariables]: number }): Retention {
  return {
    mailDays: value.MAIL_DAYS,
    webhookDeliveryDays: value.WEBHOOK_DELIVERY_DAYS,
    providerEventDays: value.PROVIDER_EVENT_DAYS,
  };
}
