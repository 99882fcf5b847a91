import { implementRoutes } from '../../../server/http/routing.ts';
import { emailTemplatesContract } from '../contract.ts';
import { listTemplates } from './template-list.ts';
import { deleteTemplate, saveTemplate } from './template-saves.ts';
import { pageOfVersions, readVersion } from './template-versions.ts';
import { readTemplate } from './templates.ts';
import { sendTestMail } from './test-mail.ts';

const routes = implementRoutes(emailTemplatesContract);

export const emailTemplatesRoutes = routes.router({
  emailTemplates: routes.emailTemplates.handler(({ context, input }) => listTemplates(context, input)),
  emailTemplate: routes.emailTemplate.handler(({ context, input }) => readTemplate(context, input)),
  saveEmailTemplate: routes.saveEmailTemplate.handler(({ context, input }) => saveTemplate(context, input)),
  deleteEmailTemplate: routes.deleteEmailTemplate.handler(({ context, input }) =>
    deleteTemplate(context, input),
  ),
  emailTemplateVersions: routes.emailTemplateVersions.handler(({ context, input }) =>
    pageOfVersions(context, input),
  ),
  emailTemplateVersion: routes.emailTemplateVersion.handler(({ context, input }) =>
    readVersion(context, input),
  ),
  testEmailTemplate: routes.testEmailTemplate.handler(async ({ context, input }) => {
    await sendTestMail(context, input);
    return {};
  }),
});
