/** The two passes by which a rule of mail reaches its users. */
import { runDueRules } from '../../features/email-rules/server/run-email-rules.job.ts';
import { readConfig } from '../../server/config.ts';
import type { Database } from '../../server/db/client.ts';
import { deliverDueMails } from '../../server/mail/deliver-mails.job.ts';
import { platformOn } from '../system.ts';

/** Queues what is due and delivers it; beside the database they use nothing of a platform but this. As many as come. */
export async function passes(database: Database, smtpUrl: string): Promise<void> {
  const platform = platformOn(database, { ...readConfig({}), smtpUrl, mailPerMinute: 100_000 });
  await runDueRules(platform);
  await deliverDueMails(platform);
}
