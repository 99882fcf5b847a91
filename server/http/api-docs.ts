/** The OpenAPI document and its viewer. Specification: Wire conventions. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fastifySwaggerUi } from '@fastify/swagger-ui';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import { contract } from '../app.ts';

const ICON = path.join(import.meta.dirname, '../../web/public/icon.svg');

/** Serves `/api/openapi.json`, and at `/api/docs` pages to read and try it. */
export async function mountApiDocs(app: FastifyInstance): Promise<void> {
  const document = await openapiDocument();
  const logo = { type: 'image/svg+xml', content: await readFile(ICON) };
  app.get('/api/openapi.json', async () => document);
  await app.register(async (docs) => {
    // The reader asks a decorator for the document; ours is made from the contract, not from Fastify's routes.
    docs.decorate('swagger', () => document);
    // Called, not registered: registered it would insist on the plugin that makes the document from those routes.
    await Promise.resolve(fastifySwaggerUi(docs, { routePrefix: '/api/docs', logo }, () => {}));
  });
}

let document: ReturnType<typeof generateDocument> | undefined;

/** Made once in a process, as the contract is: tests start many servers in one. */
function openapiDocument(): ReturnType<typeof generateDocument> {
  document ??= generateDocument();
  return document;
}

function generateDocument() {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return generator.generate(contract, {
    info: { title: 'Provost', version: '1', description: 'The back office of the marketplace.' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    security: [{ bearer: [] }],
  });
}
