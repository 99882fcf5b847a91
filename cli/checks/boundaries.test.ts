import { expect, test } from 'vitest';
import { violations } from './boundaries.ts';

const FORBIDDEN: Record<string, [from: string, source: string]> = {
  'core reads a file': ['core/money.ts', "import { readFileSync } from 'fs';"],
  'the client knows the core': ['clients/site/site.ts', "import type { X } from '../../core/errors.ts';"],
  'the client takes a package': ['clients/site/site.ts', "import { z } from 'zod';"],
  'the example site knows the core': [
    'example-site/pages/home.tsx',
    "import type { Locale } from '../../core/locales.ts';",
  ],
  'the example site takes the source of the client': [
    'example-site/site.tsx',
    "import { createSite } from '../clients/site/site.ts';",
  ],
  'the example site takes a package': ['example-site/site.tsx', "import { z } from 'zod';"],
  'a feature takes the example site': [
    'features/auth/server/user.ts',
    "import { exampleSite } from '../../../example-site/site.tsx';",
  ],
  'a feature takes the client': [
    'features/auth/server/user.ts',
    "import { createSite } from '../../../clients/site/site.ts';",
  ],
  'core takes a package': ['core/money.ts', "import pg from 'pg';"],
  'core knows a feature': ['core/money.ts', "import { x } from '../features/auth/contract.ts';"],
  'rules know the server': ['features/auth/rules.ts', "export { x } from './server/session.ts';"],
  'rules take React': ['features/auth/rules.ts', "import { useState } from 'react';"],
  'a screen takes a type of the server': [
    'features/auth/web/x-screen.tsx',
    "import type { X } from '../server/user.ts';",
  ],
  'a screen reads a file': ['features/auth/web/x-screen.tsx', "import fs from 'node:fs';"],
  'a handler takes a screen': ['features/auth/server/routes.ts', "const x = import('../web/x-screen.tsx');"],
  'a handler takes React': ['features/auth/server/routes.ts', "import { useState } from 'react';"],
  "another's routes": ['features/auth/server/user.ts', "import { r } from '../../audit/server/routes.ts';"],
  "another's job": [
    'features/auth/server/user.ts',
    "import { j } from '../../audit/server/trim-log.job.ts';",
  ],
  "another's screens": ['features/auth/web/x-screen.tsx', "import { s } from '../../audit/web/screens.tsx';"],
  "another's screen, lazily": [
    'features/auth/web/x-screen.tsx',
    "const s = () => import('../../audit/web/log-screen.tsx');",
  ],
  'a feature knows the app': [
    'features/auth/server/user.ts',
    "import { app } from '../../../server/app.ts';",
  ],
  'the ground takes a contract': [
    'server/http/multipart.ts',
    "import { c } from '../../features/uploads/contract.ts';",
  ],
  'the ground takes a noun': [
    'server/db/contents.ts',
    "import { u } from '../../features/auth/server/user.ts';",
  ],
  'a noun takes a contract': ['features/auth/noun.ts', "import { c } from './contract.ts';"],
  "a noun takes another's rules": ['features/auth/noun.ts', "import { r } from '../audit/rules.ts';"],
  'the list of nouns takes rules': ['features/nouns.ts', "import { r } from './auth/rules.ts';"],
  'core takes the list of nouns': ['core/money.ts', "import { N } from '../features/nouns.ts';"],
  'the ground takes one noun': ['server/nouns/audit.ts', "import { N } from '../../features/auth/noun.ts';"],
  "another's manifest": [
    'features/auth/server/user.ts',
    "import { m } from '../../audit/server/feature.ts';",
  ],
  'the platform knows a feature': ['server/jobs.ts', "import { u } from '../features/auth/server/user.ts';"],
  'a part knows a screen': ['web/parts/menu.tsx', "import { s } from '../../features/auth/web/screens.tsx';"],
  'ui knows a contract': ['web/ui/table.tsx', "import { c } from '../../features/auth/contract.ts';"],
  'ui knows a part': ['web/ui/table.tsx', "import { p } from '../parts/list-page.tsx';"],
  'the platform knows cli': ['server/main.ts', "import { run } from '../cli/import.ts';"],
  'a noun opens a transaction': ['features/auth/server/user.ts', 'db.transaction().execute(work);'],
  'a noun builds a context around one': ['features/auth/server/user.ts', 'read({ ...context, db: trx });'],
  'a screen takes a raw chooser': [
    'features/auth/web/x-screen.tsx',
    "import { Box, MultiSelect } from '@mantine/core';",
  ],
  'a screen takes a raw field of tags': [
    'features/auth/web/x-screen.tsx',
    "import { TagsInput } from '@mantine/core';",
  ],
  'a part takes a raw chooser by another name': [
    'web/parts/x.tsx',
    "import { NativeSelect as Select } from '@mantine/core';",
  ],
  'a screen builds a search': [
    'features/auth/web/x-screen.tsx',
    "import { IconSearch } from '@tabler/icons-react';",
  ],
  'a product file takes a factory': ['server/jobs.ts', "import { f } from '../test/factories.ts';"],
};

for (const [name, [from, source]] of Object.entries(FORBIDDEN)) {
  test(`refuses: ${name}`, () => {
    expect(violations(new Map([[from, source]]))).toHaveLength(1);
  });
}

const ALLOWED: Record<string, [from: string, source: string]> = {
  'core takes zod': ['core/paging.ts', "import { z } from 'zod';\nimport { oc } from '@orpc/contract';"],
  "rules take another's contract": ['features/auth/rules.ts', "import { c } from '../audit/contract.ts';"],
  "a noun takes another's noun": [
    'features/auth/server/user.ts',
    "import { record } from '../../audit/server/log.ts';\nimport { db } from '../../../server/db/client.ts';",
  ],
  "a screen takes another's rules": [
    'features/auth/web/x-screen.tsx',
    "import { r } from '../../audit/rules.ts';\nimport { p } from '../../../web/parts/list-page.tsx';",
  ],
  'the app takes manifests': ['server/app.ts', "import { a } from '../features/auth/server/feature.ts';"],
  'the ground takes the list of nouns': [
    'server/nouns/audit.ts',
    "import type { AuditEntity } from '../../features/nouns.ts';",
  ],
  'a noun takes its rules': ['features/programs/noun.ts', "import { t } from './rules.ts';"],
  'the demo takes its parts': [
    'server/db/demo/demo.ts',
    "import { d } from '../../../features/events/server/demo.ts';",
  ],
  'the list of screens takes them': [
    'web/screens.ts',
    "import { s } from '../features/auth/web/screens.tsx';",
  ],
  'ui takes a raw chooser': ['web/ui/chooser/choice.tsx', "import { Select } from '@mantine/core';"],
  'ui takes core and ui': [
    'web/ui/table.tsx',
    "import { m } from '../../core/money.ts';\nimport { p } from './page-links.tsx';",
  ],
  'demo data takes the factories': [
    'features/events/server/demo.ts',
    "import { f } from '../../../test/factories.ts';",
  ],
  'a browser test starts the server': [
    'features/auth/web/sign-in.spec.ts',
    "import { h } from '../../../test/harness.ts';\nimport { app } from '../../../server/app.ts';",
  ],
};

for (const [name, [from, source]] of Object.entries(ALLOWED)) {
  test(`allows: ${name}`, () => {
    expect(violations(new Map([[from, source]]))).toEqual([]);
  });
}

test('finds a circle, of types too', () => {
  const files = new Map([
    ['core/a.ts', "import { b } from './b.ts';"],
    ['core/b.ts', "export * from './c.ts';"],
    ['core/c.ts', "import type { A } from './a.ts';"],
  ]);
  expect(violations(files)).toEqual(['circle: core/a.ts -> core/b.ts -> core/c.ts -> core/a.ts']);
});
