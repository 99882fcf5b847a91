import { implementRoutes } from '../../../server/http/routing.ts';
import { emailTemplatesContract } from '../contract.ts';
import { deleteTemplate, saveTemplate } from './template-saves.ts';
import { readTemplate } from './templates.ts';
import { sendTestMail } from './test-mail.ts';

const routes = implementRoutes(emailTemplatesContract);

export const emailTemplatesRoutes = routes.router({
  emailTemplate: routes.emailTemplate.handler(({ context, input }) => readTemplate(context, input)),
  saveEmailTemplate: routes.saveEmailTemplate.handler(({ context, input }) => saveTemplate(context, input)),
  deleteEmailTemplate: routes.deleteEmailTemplate.handler(({ context, input }) =>
    deleteTemplate(context, input),
  ),
  testEmailTemplate: routes.testEmailTemplate.handler(async ({ context, input }) => {
    await sendTestMail(context, input);
    return {};
  }),
});
