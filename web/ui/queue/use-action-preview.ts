import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { failureOf } from '../failure.ts';
import { useOnce } from '../use-once.ts';

type ActionPreviewOptions<Preview> = {
  read: () => Promise<Preview>;
  /** Does what was shown, or nothing: a 409 with another preview shows that one. */
  act: (preview: Preview) => Promise<void>;
  /** Called after a failure, as what was listed may have changed. */
  onFailed: () => Promise<unknown> | void;
};

/** Reads a preview once, and does what it shows; after a failure the focus goes to the element of `cancel`. */
export function useActionPreview<Preview>({ read, act, onFailed }: ActionPreviewOptions<Preview>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['action preview', useId()],
    queryFn: read,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [changed, setChanged] = useState<Preview | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const cancel = useRef<HTMLButtonElement>(null);
  const preview = changed ?? data;

  const fail = async (failed: unknown) => {
    const { message, preview: now } = failureOf(failed);
    setRefused(message);
    cancel.current?.focus();
    if (now) setChanged(now as Preview);
    await onFailed();
  };
  const confirm = async () => {
    if (preview === undefined) return;
    await once(() => {
      setRefused(null);
      return act(preview);
    }, fail);
  };
  return { preview, error, readAgain: () => void refetch(), refused, busy, cancel, confirm };
}
