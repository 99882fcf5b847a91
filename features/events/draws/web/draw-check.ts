import { z } from 'zod';
import { Failure } from '../../../../web/ui/failure.ts';

/** Address of the command, to be downloaded: the same bytes as run here. */
export const VERIFIER_URL = new URL('../../../../cli/verify-draw.mjs', import.meta.url).href;

/** A step of the verification, named as the command prints it; `fault` is null where it holds. */
export type Step = { name: string; fault: string | null };

type Verifier = { checkProof: (proof: unknown, shown?: string) => Step[] };

const term = z.union([z.string(), z.number()]);

/** Fields of a proof that the page shows. Proofs of the first draws have no `terms`, `edits` and `ended_early`. */
const shownProof = z.object({
  event_id: z.int(),
  C: z.string(),
  s: z.string(),
  L: z.string(),
  seed: z.string(),
  frozen_at: z.string(),
  terms: z.object({ end_at: z.string() }).optional(),
  edits: z
    .array(z.object({ edited_at: z.string(), field: z.string(), before: term, after: term }))
    .optional(),
  ended_early: z.object({ at: z.string(), reason: z.string() }).nullish(),
  beacon: z.object({ chain_hash: z.string(), round: z.number(), signature: z.string() }).nullable(),
  attempts: z.array(
    z.object({
      number: z.number(),
      ticket: z.string(),
      proposed_at: z.string(),
      confirmed_at: z.string().nullable(),
    }),
  ),
  tickets: z.array(z.string()),
});
export type ShownProof = z.infer<typeof shownProof>;

/** `proof` is null where the published one cannot be shown; a step says so then. */
export type Checked = { proof: ShownProof | null; steps: Step[] };

/** Fetches the published proof, unchecked. Throws a failure where there is no answer, or none that is JSON. */
export async function fetchProof(address: string): Promise<unknown> {
  const response = await fetch(address).catch(() => null);
  if (!response) throw new Failure(0, { message: 'The proof could not be fetched. Check your connection.' });
  const text = await response.text();
  if (!response.ok) throw new Failure(response.status, { message: 'The proof could not be fetched.' });
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `noted` is the commitment, in hex, that the reader noted before the draw. */
export async function checkDraw(published: unknown, eventId: number, noted?: string): Promise<Checked> {
  const { success, data } = shownProof.safeParse(published);
  const scheme = z.object({ scheme: z.literal('draw-v1') }).safeParse(published);
  const known = {
    name: 'proof',
    fault: success && scheme.success ? null : 'it is no whole proof of the scheme draw-v1',
  };
  if (!scheme.success) return { proof: null, steps: [known] };
  const { checkProof } = (await import(/* @vite-ignore */ VERIFIER_URL)) as Verifier;
  const named = (published as { event_id?: unknown }).event_id;
  const own = { name: 'event', fault: named === eventId ? null : `it is of event ${JSON.stringify(named)}` };
  return { proof: data ?? null, steps: [known, own, ...checkProof(published, noted)] };
}
