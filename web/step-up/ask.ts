/** Question for the password that a call waits for; several calls at once ask one. */
type Question = { answer: (proven: boolean) => void; outcome: Promise<boolean> };

let question: Question | null = null;
const listeners = new Set<() => void>();

/** Asks in place who it is; true once that is proven, false where the person would rather not. */
export function askWhoItIs(): Promise<boolean> {
  if (question) return question.outcome;
  const { promise: outcome, resolve } = Promise.withResolvers<boolean>();
  const own: Question = {
    outcome,
    answer: (proven) => {
      // A late answer is not one to a question that was asked meanwhile.
      if (question === own) publish(null);
      resolve(proven);
    },
  };
  publish(own);
  return outcome;
}

export function openQuestion(): Question | null {
  return question;
}

/** Calls back when a question is asked or answered; returns a function that stops. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}
