import { answerTasks } from '../../../server/work/sandbox-child.ts';
import {
  cropImage,
  encodeImage,
  type KeptImage,
  type NarrowedImage,
  narrowImage,
  type SentImage,
} from './image-encoder.ts';

answerTasks((task: SentImage | KeptImage | NarrowedImage) => {
  if ('width' in task) return narrowImage(task);
  return 'kept' in task ? cropImage(task) : encodeImage(task);
});
