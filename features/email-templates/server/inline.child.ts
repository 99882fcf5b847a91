/** Makes the parts of a mail, one after another. */
import { answerTasks } from '../../../server/killable-child.ts';
import { mailParts } from '../../../server/mail-html.ts';

answerTasks<string, ReturnType<typeof mailParts>>(async (html) => mailParts(html));
