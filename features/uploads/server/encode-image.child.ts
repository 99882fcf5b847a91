/** The process that decodes and draws what strangers have sent. */
import { answerTasks } from '../../../server/killable-child.ts';
import { encodeImage } from './image-encoder.ts';

answerTasks(encodeImage);
