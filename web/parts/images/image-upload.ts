import { uploadsContract } from '../../../features/uploads/contract.ts';
import type { UploadType } from '../../../features/uploads/rules.ts';
import { sendForm } from './send-form.ts';

type Upload = {
  file: File;
  type: UploadType;
  class_id: number;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
};

export function sendImage({
  file,
  type,
  class_id,
  ...sending
}: Upload): Promise<{ id: number; path: string }> {
  const body = new FormData();
  // Before the file: the server can refuse a type without waiting for its bytes.
  body.append('type', type);
  body.append('class_id', String(class_id));
  body.append('file', file);
  return sendForm({ path: String(uploadsContract.upload['~orpc'].route.path), body, ...sending });
}
