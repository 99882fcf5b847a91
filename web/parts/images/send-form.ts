import { accessToken, failureFrom, refreshAccessToken, unreachable } from '../../access-token.ts';

type Form = {
  path: string;
  body: FormData;
  signal: AbortSignal;
  /** Receives the fraction sent, from 0 to 1. */
  onProgress: (sent: number) => void;
};

/** Sends a form with a file: only XMLHttpRequest reports upload progress. A 401 is repeated with a new token. */
export async function sendForm<Answer>(form: Form): Promise<Answer> {
  const token = await accessToken();
  let response = await post(form, token);
  if (response.status === 401 && token) {
    const fresh = await refreshAccessToken(token);
    if (fresh) response = await post(form, fresh);
  }
  if (!response.ok) throw await failureFrom(response);
  return (await response.json()) as Answer;
}

function post({ path, body, signal, onProgress }: Form, token: string | null): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const gone = () => reject(unreachable());
    request.open('POST', path);
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

/** Converts to a `fetch` response, so that failures are read in one place. */
function answerOf(request: XMLHttpRequest): Response {
  const names = ['retry-after', 'x-request-id'] as const;
  const headers = names.flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(request.responseText, { status: request.status, headers });
}
