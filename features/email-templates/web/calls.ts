import { callsOf, queryClient } from '../../../web/api.ts';
import { type EmailTemplate, emailTemplatesContract } from '../contract.ts';

export const { calls } = callsOf('emailTemplates', emailTemplatesContract);

export type TemplateKey = Pick<EmailTemplate, 'template' | 'program' | 'language'>;

export function keep(key: TemplateKey, template: EmailTemplate): void {
  queryClient.setQueryData(calls.emailTemplate.queryKey({ input: key }), template);
  void queryClient.invalidateQueries({ queryKey: calls.emailTemplates.key() });
}
