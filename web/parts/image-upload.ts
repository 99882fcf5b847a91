import { uploadsContract } from '../../features/uploads/contract.ts';
import type { UploadType } from '../../features/uploads/rules.ts';
import { accessToken, failureFrom, refreshAccessToken, unreachable } from '../access-token.ts';

type Upload = {
  file: File;
  type: UploadType;
  class_id: number;
  signal: AbortSignal;
  /** Told how much of it has been sent, from 0 to 1. */
  onProgress: (sent: number) => void;
};

/** Not by `apiOf`: only XMLHttpRequest tells how far a body has gone. A 401 is answered by a new token. */
export async function sendImage(upload: Upload): Promise<{ id: number; path: string }> {
  const token = await accessToken();
  let response = await post(upload, token);
  if (response.status === 401 && token) {
    const fresh = await refreshAccessToken(token);
    if (fresh) response = await post(upload, fresh);
  }
  if (!response.ok) throw await failureFrom(response);
  return (await response.json()) as { id: number; path: string };
}

function post({ file, type, class_id, signal, onProgress }: Upload, token: string | null): Promise<Response> {
  const { method, path } = uploadsContract.upload['~orpc'].route;
  const body = new FormData();
  // Before the file: the server can refuse a type without waiting for its bytes.
  body.append('type', type);
  body.append('class_id', String(class_id));
  body.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const gone = () => reject(unreachable());
    request.open(String(method), String(path));
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(answerOf(request));
    request.onerror = gone;
    request.onabort = gone;
    if (signal.aborted) return gone();
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** As `fetch` would answer, so that one place reads what went wrong. */
function answerOf(request: XMLHttpRequest): Response {
  const names = ['retry-after', 'x-request-id'] as const;
  const headers = names.flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(request.responseText, { status: request.status, headers });
}
