import { accessToken, failureFrom, refreshAccessToken, unreachable } from '../../access-token.ts';

type Form = {
  /** Where to: the `path` of the route. */
  path: string;
  body: FormData;
  signal: AbortSignal;
  /** Told how much of it has been sent, from 0 to 1. */
  onProgress: (sent: number) => void;
};

/** A form with a file. Not by `apiOf`: only XMLHttpRequest tells how far a body has gone. A 401 is answered by a new token. */
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

/** As `fetch` would answer, so that one place reads what went wrong. */
function answerOf(request: XMLHttpRequest): Response {
  const names = ['retry-after', 'x-request-id'] as const;
  const headers = names.flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(request.responseText, { status: request.status, headers });
}
