import { emailTemplatesContract } from '../../features/email-templates/contract.ts';
import { nameOfTemplate } from '../../features/email-templates/rules.ts';
import { apiOf } from '../api.ts';
import type { FoundRecord, Scope } from './found-record.ts';
import { matches } from './search-order.ts';

const { emailTemplates: calls } = apiOf({ emailTemplates: emailTemplatesContract });

/** Finds templates by name and type, which no number stands for: each has an address of its own. */
export async function findTemplates(
  name: string,
  { program_id: program = 0, ...options }: Scope,
): Promise<FoundRecord[]> {
  const { templates } = await calls.emailTemplates.call({ program }, options);
  return templates
    .map(({ template, title }) => ({
      id: 0,
      name: nameOfTemplate({ template, title }),
      detail: `Email template · ${template}`,
      address: `/email/templates?template=${encodeURIComponent(template)}`,
    }))
    .filter((found) => matches(`${found.name} ${found.detail}`, name));
}
