import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

type Edge = { from: string; to: string };

const SOURCES = '{core,features,server,web,cli,clients,example-site,test}/**/*.{ts,tsx,mjs}';
const PORTABLE_PACKAGES = ['zod', '@orpc/contract', 'ibantools'];
const WEB_PACKAGES = /^(?:react|react-dom|@mantine\/.*|@tanstack\/.*|@tabler\/.*|@orpc\/tanstack-query)$/;
/** The lists of features, for the server and for the demo; the rest of the ground knows none. */
const ASSEMBLY = /^server\/(?:app|db\/demo\/demo|db\/demo\/demo-step|db\/demo\/at-each-start)\.ts$/;
const DEMO = /^features\/(?:[^/]+\/){1,2}server\/demo\.ts$/;

/** Inputs in which Enter would submit the form; `web/ui` wraps each with a guard (decision 085). */
const RAW_CHOOSERS = new Map([
  [
    '@mantine/core',
    /^(?:\w*Select|\w*SelectBase|TagsInput|Autocomplete|PillsInput|Combobox\w*|useCombobox|useVirtualizedCombobox)$/,
  ],
  ['@tabler/icons-react', /^IconSearch$/],
]);
/** Files outside any form, with a search field of their own. */
const OWN_SEARCH = ['web/shell.tsx', 'web/search/screen-search.tsx'];

const OWN_TRANSACTION = [/\.transaction\(|\binTransaction\b/, /\{\s*\.\.\.\w+,\s*db\b/];

/** Returns each import that rule 1, 2 or 3 of the house forbids, and each circle, as a line that names both ends. */
export function violations(files: Map<string, string>): string[] {
  const edges = [...files].flatMap(([from, source]) => importsOf(from, source).map((to) => ({ from, to })));
  const forbidden = edges.flatMap((edge) => {
    const reason = refusal(edge);
    return reason ? [`${edge.from} -> ${edge.to}: ${reason}`] : [];
  });
  const ownWays = [...files].flatMap(([from, source]) =>
    place(from).layer === 'feature-server' &&
    !place(from).test &&
    OWN_TRANSACTION.some((way) => way.test(source))
      ? [`${from}: takes a transaction by itself; the context carries it`]
      : [],
  );
  const choosers = [...files].flatMap(([from, source]) => rawChoosers(from, source));
  return [...new Set(forbidden), ...ownWays, ...choosers, ...circles(edges)];
}

function rawChoosers(from: string, source: string): string[] {
  if (place(from).layer === 'ui' || OWN_SEARCH.includes(from)) return [];
  return parseSync(from, source).module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const raw = RAW_CHOOSERS.get(moduleRequest.value);
    return entries
      .filter(({ importName }) => raw?.test(importName.name ?? ''))
      .map(({ importName }) => `${from}: ${importName.name} is taken from web/ui, which guards its Enter`);
  });
}

/** Includes type imports: they tie a screen to the server as much as values do. */
export function importsOf(from: string, source: string): string[] {
  const { module, errors } = parseSync(from, source);
  if (errors[0]) throw new Error(`${from}: ${errors[0].message}`);
  const named = module.staticImports.map((found) => found.moduleRequest.value);
  const passedOn = module.staticExports.flatMap((found) =>
    found.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
  );
  const lazy = module.dynamicImports.flatMap((found) => {
    const text = source.slice(found.moduleRequest.start, found.moduleRequest.end);
    return /^(?:'.*'|".*"|`.*`)$/s.test(text) ? [text.slice(1, -1)] : [];
  });
  return [...named, ...passedOn, ...lazy].map((specifier) => target(from, specifier));
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.split('?', 1)[0] ?? '');
  if (builtinModules.includes(specifier)) return `node:${specifier}`;
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function refusal({ from, to }: Edge): string | undefined {
  const inside = /^(?:core|features|server|web|cli|clients|example-site|test)\//.test(to);
  const source = place(from);
  if (source.layer === 'clients' && !source.test && !to.startsWith('clients/'))
    return 'the client of sites brings nothing along';
  if (source.layer === 'example-site' && !source.test && !isOfExampleSite(to))
    return 'the example site stands on the client of sites alone';
  if (!inside) return source.test ? undefined : packageRefusal(source, to);
  const goal = place(to);
  if (source.side === 'server' && goal.side === 'web') return 'the server never meets the web';
  if (source.side === 'web' && goal.side === 'server') return 'the web never meets the server';
  if (source.test) return undefined;
  if (goal.test)
    return DEMO.test(from) || from.startsWith('cli/bench/') ? undefined : 'only tests import from tests';
  return directionRefusal(source, goal) ?? neighbourRefusal(source, goal);
}

/** Node and its own files beside the packages that any site would have. */
function isOfExampleSite(to: string): boolean {
  return /^(?:node:|example-site\/|@provost\/site$|react$|react-dom$)/.test(to);
}

function packageRefusal(source: Place, to: string): string | undefined {
  const builtin = to.startsWith('node:');
  if (source.portable && (builtin || !PORTABLE_PACKAGES.includes(to)))
    return `runs anywhere and does no I/O; packages: ${PORTABLE_PACKAGES.join(', ')}`;
  if (source.side === 'web' && builtin) return 'a browser has no Node';
  if (source.side === 'server' && WEB_PACKAGES.test(to)) return 'a package of the web';
  return undefined;
}

/** The declarations of nouns and the list of all: plain data, which both ends and the ground may read without a circle. */
const NOUN = /^features\/([^/]+)\/noun\.ts$/;
const NOUNS = 'features/nouns.ts';

function directionRefusal(source: Place, goal: Place): string | undefined {
  if (NOUN.test(source.path) && goal.layer !== 'core' && goal.path !== `features/${source.feature}/rules.ts`)
    return 'a noun is plain data: it imports core and the rules of its feature';
  if (source.path === NOUNS && goal.layer !== 'core' && !NOUN.test(goal.path))
    return 'the list of nouns imports nouns alone';
  if (source.layer === 'core' && goal.layer !== 'core') return 'core imports core alone';
  if (source.portable && !goal.portable) return 'contract and rules import core, contracts and rules alone';
  if (goal.layer === 'cli' && source.layer !== 'cli') return 'nothing imports from cli';
  if (goal.layer === 'clients' && source.layer !== 'clients') return 'the client is for sites alone';
  if (goal.layer === 'example-site' && source.layer !== 'example-site')
    return 'nobody knows the example site: it speaks over HTTP';
  if (source.layer === 'ui' && !['core', 'ui', 'theme'].includes(goal.layer))
    return 'ui knows nothing of the marketplace';
  if (source.layer === 'parts' && ['web/app.tsx', 'web/screens.ts'].includes(goal.path))
    return 'parts come before the app';
  if (source.layer === 'server' && goal.feature && !ASSEMBLY.test(source.path))
    return 'the ground knows no feature; server/app.ts and the lists of the demo put them together';
  if (source.layer !== 'feature-server' && source.layer !== 'server' && goal.layer === 'feature-server')
    return source.layer === 'cli'
      ? undefined
      : 'only server/app.ts, the lists of the demo and cli put features together';
  if (source.layer !== 'feature-web' && goal.layer === 'feature-web')
    return source.path === 'web/screens.ts' ? undefined : 'only web/screens.ts puts screens together';
  return undefined;
}

function neighbourRefusal(source: Place, goal: Place): string | undefined {
  if (!source.layer.startsWith('feature-')) return undefined;
  if (
    ['server/app.ts', 'server/main.ts', 'web/app.tsx', 'web/main.tsx', 'web/screens.ts'].includes(goal.path)
  )
    return 'a feature does not know who puts it together';
  if (goal.feature === undefined || goal.feature === source.feature || goal.portable) return undefined;
  if (goal.layer === 'feature-web')
    return "another feature's screens are its own; shared parts live in web/parts";
  return /\/(?:routes|feature|[^/]+\.job)\.ts$/.test(goal.path)
    ? "another feature's manifest, routes and jobs are its own; its noun files are open"
    : undefined;
}

type Place = ReturnType<typeof place>;

function place(path: string) {
  const feature = /^features\/([^/]+)\//.exec(path)?.[1];
  const layer = layerOf(path);
  const serverSide = ['server', 'feature-server', 'cli'].includes(layer);
  const webSide = ['ui', 'parts', 'theme', 'web', 'feature-web'].includes(layer);
  return {
    path,
    feature,
    layer,
    test: layer === 'test' || /\.(?:test|spec|cases)\.tsx?$/.test(path),
    portable: layer === 'core' || layer === 'contract',
    // A browser test starts the server, so it belongs to neither side.
    side: path.endsWith('.spec.ts') ? undefined : serverSide ? 'server' : webSide ? 'web' : undefined,
  };
}

function layerOf(path: string): string {
  if (path.startsWith('web/ui/')) return 'ui';
  if (path.startsWith('web/parts/')) return 'parts';
  if (path === 'web/theme.ts') return 'theme';
  if (/^features\/(?:[^/]+\/){1,2}server\//.test(path)) return 'feature-server';
  if (/^features\/(?:[^/]+\/){1,2}web\//.test(path)) return 'feature-web';
  if (path.startsWith('features/')) return 'contract';
  return path.split('/', 1)[0] ?? '';
}

/** Searches depth first: an import of a file that is still open closes a circle. */
function circles(edges: Edge[]): string[] {
  const next = Map.groupBy(edges, (edge) => edge.from);
  const closed = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, open: string[]): void => {
    if (closed.has(path)) return;
    const at = open.indexOf(path);
    if (at >= 0) {
      found.push(`circle: ${[...open.slice(at), path].join(' -> ')}`);
      return;
    }
    for (const { to } of next.get(path) ?? []) walk(to, [...open, path]);
    closed.add(path);
  };
  for (const path of next.keys()) walk(path, []);
  return [...new Set(found)];
}

if (import.meta.main) {
  const files = globSync(SOURCES, { exclude: ['example-site/dist/**', '*/vite.config.ts'] }).map(
    (path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const,
  );
  const lines = violations(new Map(files));
  for (const line of lines) console.error(line);
  console.log(`${files.length} files, ${lines.length} forbidden imports`);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
