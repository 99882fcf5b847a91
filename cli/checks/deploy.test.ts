/** The kit for running it: what it names exists, and what an alert means is written down. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { jobs } from '../../server/app.ts';
import { openMetrics } from '../../server/metrics/metrics.ts';
import { useDatabase } from '../../test/use-database.ts';
import { isInstalled, readKit, readSettings } from './deploy-settings.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const database = useDatabase();

type Rule = { alert: string; expr: string };
const { groups } = parse(readKit('deploy/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

test.each(rules)('$alert watches figures that there are, and says what to do', async ({ alert, expr }) => {
  const known = await knownFigures();
  expect(figuresIn(expr).length).toBeGreaterThan(0);
  for (const name of figuresIn(expr)) expect(known).toContain(name);
  expect(readKit('docs/operations.md')).toContain(`\n### ${alert}\n`);
  expect(readKit('docs/operations.md')).toContain(`\n| ${alert} | `);
});

type Panel = {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
};
const { panels } = JSON.parse(readKit('deploy/grafana.json')) as { panels: Panel[] };
const charts = panels.filter(({ type }) => type !== 'row');

test.each(charts)('the chart "$title" shows figures that there are', async ({ targets = [] }) => {
  const known = await knownFigures();
  const shown = targets.flatMap(({ expr }) => figuresIn(expr));
  expect(shown.length).toBeGreaterThanOrEqual(targets.length);
  for (const name of shown) expect(known).toContain(name);
});

test('no chart of the dashboard lies over another', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

const TESTED = readKit('deploy/alerts.test.yml');

test.each(rules)('$alert is tested to fire and to be silent', ({ alert }) => {
  const { tests } = parse(TESTED) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const expected = tests
    .flatMap(({ alert_rule_test }) => alert_rule_test)
    .filter(({ alertname }) => alertname === alert);
  const fires = expected.map(({ exp_alerts }) => exp_alerts.length > 0);
  expect(fires).toEqual(expect.arrayContaining([true, false]));
});

test('jobs and figures that alerts, their tests and the dashboard name exist', async () => {
  const texts = [
    ...rules.map(({ expr }) => expr),
    ...charts.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    TESTED,
  ];
  const named = texts.flatMap((text) => [...text.matchAll(/job="([\w-]+)"/g)].map(([, job]) => job));
  for (const job of named) expect(jobs.map(({ name }) => name)).toContain(job);
  const known = await knownFigures();
  for (const name of figuresIn(TESTED)) expect(known).toContain(name);
});

/** Names of the figures in an expression, without the suffixes of a histogram. */
function figuresIn(text: string): string[] {
  const names = text.match(/\b(?:provost|nodejs|process)_\w+/g) ?? [];
  return names.map((name) => name.replace(/_(?:count|bucket|sum)$/, ''));
}

async function knownFigures(): Promise<string[]> {
  const { registry } = openMetrics({ database: database() }, jobs, () => false);
  return (await registry.getMetricsAsJSON()).map(({ name }) => name);
}

const UNITS = globSync('deploy/systemd/*.service', { cwd: ROOT });

test.each(UNITS)('%s sets what the server reads', (unit) => {
  const text = readKit(unit);
  const settings = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=', 2) as [string, string]),
  );
  const env = Object.fromEntries(settings);
  const credentials = named(text).map((name) => [`${name}_FILE`, name]);
  expect(() => readSettings({ ...env, ...Object.fromEntries(credentials) })).not.toThrow();
  const started = /^ExecStart=\S+\/node_modules\/\.bin\/node (\S+)$/m.exec(text)?.[1];
  expect(readKit(started ?? 'none')).toBeTruthy();
});

function named(text: string): string[] {
  return [...text.matchAll(/LoadCredential=(\w+):/g)].map(([, name = '']) => name);
}

test.skipIf(!isInstalled('systemd-analyze')).each(UNITS)('%s gives the process next to no rights', (unit) => {
  const asked = ['security', '--offline=true', '--threshold=20', path.join(ROOT, unit)];
  expect(execFileSync('systemd-analyze', asked).toString()).toContain('Overall exposure level');
});
