import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fastifySwaggerUi } from '@fastify/swagger-ui';
import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { traverseContractProcedures } from '@orpc/server';
import { JSON_SCHEMA_INPUT_REGISTRY, ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ITEM_SCHEMAS } from '../../core/sites/told.ts';
import { contract, siteContract } from '../app.ts';

const ICON = path.join(import.meta.dirname, '../../web/public/icon.svg');

/** Serves the document of staff's calls and that of sites' calls, and pages to read and try each. */
export async function mountApiDocs(app: FastifyInstance): Promise<void> {
  const logo = { type: 'image/svg+xml', content: await readFile(ICON) };
  for (const { prefix } of DOCUMENTS) {
    const document = await documentAt(prefix);
    app.get(`${prefix}/openapi.json`, async () => document);
    await app.register(async (docs) => {
      // The reader asks a decorator for the document; ours is made from the contract, not from Fastify's routes.
      docs.decorate('swagger', () => document);
      // Called, not registered: registered it would insist on the plugin that makes the document from those routes.
      await Promise.resolve(fastifySwaggerUi(docs, { routePrefix: `${prefix}/docs`, logo }, () => {}));
    });
  }
}

/** The document that is served below a prefix: `/api` for staff's calls, `/api/site` for those of sites. */
export async function documentAt(prefix: Prefix): ReturnType<typeof generateDocument> {
  const described = DOCUMENTS.find((document) => document.prefix === prefix);
  if (!described) throw new RangeError(`there is no document at ${prefix}`);
  return documentOf(described);
}

type Prefix = '/api' | '/api/site';
type Described = {
  contract: AnyContractRouter;
  describes: (address: string) => boolean;
  title: string;
  description: string;
  bearer: string;
};

/** Prefix of the calls of sites, also of those that a page of the program can make without a key. */
const OF_SITES = '/api/site/';

const DOCUMENTS: readonly (Described & { prefix: Prefix })[] = [
  {
    prefix: '/api',
    contract,
    describes: (address) => !address.startsWith(OF_SITES),
    title: 'Provost',
    description: 'The back office of the marketplace.',
    bearer: 'JWT',
  },
  {
    prefix: '/api/site',
    contract: { ...siteContract, loginAs: contract.loginAs },
    describes: (address) => address.startsWith(OF_SITES),
    title: 'Provost for sites',
    description: 'What the site of a program tells Provost and reads from it, with its key.',
    bearer: 'site key',
  },
];

const documents = new Map<AnyContractRouter, ReturnType<typeof generateDocument>>();

/** Made once in a process, as the contract is: tests start many servers in one. */
function documentOf(described: Described): ReturnType<typeof generateDocument> {
  const known = documents.get(described.contract) ?? generateDocument(described);
  documents.set(described.contract, known);
  return known;
}

/** Describes bodies of one object or many, whose schemas check them by hand. */
function describeTellings(contract: AnyContractRouter): void {
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
    const schema = procedure['~orpc'].inputSchema as z.ZodType | undefined;
    const telling = schema && ITEM_SCHEMAS.get(schema);
    if (!schema || !telling) return;
    const one = z.toJSONSchema(telling.item, { io: 'input', unrepresentable: 'any' });
    const many = {
      type: 'object',
      properties: {
        items: { type: 'array', items: one, minItems: 1, maxItems: telling.most },
        atomic: { type: 'boolean' },
      },
      required: ['items'],
      additionalProperties: false,
    };
    // zod's type of a JSON schema and the registry's are the same thing by two names.
    JSON_SCHEMA_INPUT_REGISTRY.add(schema, { anyOf: [one, many] } as never);
  });
}

function generateDocument({ contract, describes, title, description, bearer }: Described) {
  describeTellings(contract);
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return generator.generate(contract, {
    filter: ({ contract: procedure }) => describes(procedure['~orpc'].route.path ?? ''),
    info: { title, version: '1', description },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: bearer } } },
    security: [{ bearer: [] }],
  });
}
