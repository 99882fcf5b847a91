import Fastify from 'fastify';
import type { Config } from '../config.ts';
import { refuseAddress } from '../start-checks.ts';
import type { Metrics } from './metrics.ts';

/** Serves `GET /metrics` at METRICS_PORT; returns its end. Throws a ConfigError where the address cannot be had. */
export async function serveMetrics(
  { registry }: Metrics,
  { metricsPort: port, metricsHost: host }: { metricsPort: number } & Pick<Config, 'metricsHost'>,
): Promise<() => Promise<void>> {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  await app.listen({ port, host }).catch(refuseAddress({ port, host }, 'METRICS_'));
  return () => app.close();
}
