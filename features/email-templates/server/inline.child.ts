import { mailParts } from '../../../server/mail/mail-html.ts';
import { answerTasks } from '../../../server/work/sandbox-child.ts';

answerTasks<string, ReturnType<typeof mailParts>>(async (html) => mailParts(html));
