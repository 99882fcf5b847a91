/** Entry point of the process that decodes untrusted images. */
import { answerTasks } from '../../../server/work/sandbox-child.ts';
import { cropImage, encodeImage, type KeptImage, type SentImage } from './image-encoder.ts';

answerTasks((task: SentImage | KeptImage) => ('kept' in task ? cropImage(task) : encodeImage(task)));
