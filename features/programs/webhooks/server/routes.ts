import { implementRoutes } from '../../../../server/http/routing.ts';
import { webhooksContract } from '../contract.ts';
import { pageOfDeliveries, resend, testDelivery } from './deliveries.ts';
import { createWebhook, deleteWebhook, listWebhooks, renewSecret, updateWebhook } from './webhooks.ts';

const routes = implementRoutes(webhooksContract);

export const webhooksRoutes = routes.router({
  webhooks: routes.webhooks.handler(({ context, input }) => listWebhooks(context, input.id)),
  createWebhook: routes.createWebhook.handler(({ context, input }) => createWebhook(context, input)),
  updateWebhook: routes.updateWebhook.handler(({ context, input }) => updateWebhook(context, input)),
  deleteWebhook: routes.deleteWebhook.handler(({ context, input }) => deleteWebhook(context, input.id)),
  renewWebhookSecret: routes.renewWebhookSecret.handler(({ context, input }) => renewSecret(context, input)),
  testWebhook: routes.testWebhook.handler(({ context, input }) => testDelivery(context, input.id)),
  webhookDeliveries: routes.webhookDeliveries.handler(({ context, input }) =>
    pageOfDeliveries(context, input),
  ),
  resendWebhook: routes.resendWebhook.handler(({ context, input }) => resend(context, input)),
});
