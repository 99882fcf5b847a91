import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Failure } from '../../../../web/ui/failure.ts';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { calls } from '../../web/calls.ts';
import classes from './check-draw.module.css';
import { CheckedDraw } from './checked-draw.tsx';
import { fetchProof } from './draw-check.ts';

export function CheckDrawScreen() {
  const { id: step = '' } = useParams({ strict: false }) as { id?: string };
  const id = /^[1-9]\d{0,8}$/.test(step) ? Number(step) : null;
  if (id === null) return <NoDraw />;
  return <OfEvent key={id} id={id} />;
}

function OfEvent({ id }: { id: number }) {
  const draw = useQuery({ ...calls.publicDraw.queryOptions({ input: { id } }), retry: false });
  const address = draw.data?.proof ?? null;
  const proof = useQuery({
    queryKey: ['draw-proof', id],
    queryFn: async () => ({ published: await fetchProof(address ?? '') }),
    enabled: address !== null,
    retry: false,
  });
  const failed = draw.error ?? proof.error;
  if (failed instanceof Failure && failed.status === 404) return <NoDraw />;
  return (
    <Stack gap="lg">
      <PageHeading title={`Draw of event ${id}`} />
      {failed && (
        <LoadError error={failed} onRetry={() => void (draw.error ? draw.refetch() : proof.refetch())} />
      )}
      {draw.data && address === null && <ToCome commitment={draw.data.commitment} />}
      {address !== null && proof.data && (
        <CheckedDraw id={id} published={proof.data.published} address={address} />
      )}
      {!failed && (draw.isPending || (address !== null && proof.isPending)) && (
        <Text role="status">Loading the proof…</Text>
      )}
    </Stack>
  );
}

function NoDraw() {
  return (
    <Stack gap="xs">
      <PageHeading title="Draw not found" />
      <Text>No giveaway has this number. The link may be incomplete.</Text>
    </Stack>
  );
}

function ToCome({ commitment }: { commitment: string }) {
  return (
    <>
      <Text>
        The winner is not drawn yet. Once the draw is confirmed, its proof is published and this page checks
        the proof in your browser.
      </Text>
      <section>
        <Text component="h2" fw={600}>
          Fingerprint
        </Text>
        <Text className={classes.hex}>{commitment}</Text>
        <Text size="sm" c="dimmed" mt={4}>
          Fingerprint of the draw's secret, fixed when the event was created. It proves the draw wasn't
          influenced. Keep a copy and compare it on this page after the draw.
        </Text>
      </section>
    </>
  );
}
