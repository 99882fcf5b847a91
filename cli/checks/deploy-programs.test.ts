/** The kit, judged by the programs that read it; each test is skipped where its program is absent. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled, readKit } from './deploy-settings.ts';

const KIT = path.resolve(import.meta.dirname, '../../deploy');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'provost-deploy-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a program; returns its exit code and all that it said. */
function said(program: string, ...args: string[]): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { code: status, text: stdout + stderr };
}

const WITH_HAPROXY = ['haproxy', 'openssl'].every(isInstalled);
test.skipIf(!WITH_HAPROXY)('haproxy.cfg is taken by haproxy (needs haproxy and openssl)', () => {
  const [key, certificate, both] = ['key', 'certificate', 'office.pem'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  const ask = [
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=office.example.com',
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  execFileSync('openssl', ['req', '-x509', ...ask], { stdio: 'ignore' });
  writeFileSync(both, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'));
  const form = path.join(folder, 'haproxy.cfg');
  writeFileSync(form, readKit('deploy/haproxy.cfg').replace('/etc/haproxy/office.pem', both));
  const { code, text } = said('haproxy', '-c', '-f', form);
  expect(code, text).toBe(0);
  // It warns of settings that it will not follow; that the servers have no address here is no fault of the form.
  const warnings = text.split('\n').filter((line) => line.startsWith('[WARNING]'));
  expect(warnings.filter((line) => !line.includes('could not resolve address'))).toEqual([]);
});

test.skipIf(!isInstalled('pgbackrest'))('pgbackrest.conf names options that exist (needs pgbackrest)', () => {
  const { text } = said('pgbackrest', `--config=${KIT}/pgbackrest.conf`, '--stanza=provost', 'info');
  expect(text).toContain('stanza: provost');
  expect(text).not.toMatch(/WARN|ERROR/);
});

test.skipIf(!isInstalled('promtool'))(
  'alerts fire on their faults, and not in ordinary load (needs promtool)',
  () => {
    const { code, text } = said('promtool', 'test', 'rules', `${KIT}/alerts.test.yml`);
    expect(code, text).toBe(0);
  },
);

test.skipIf(!isInstalled('promtool'))('prometheus.yml is taken, with its rules (needs promtool)', () => {
  const { code, text } = said('promtool', 'check', 'config', `${KIT}/prometheus.yml`);
  expect(code, text).toBe(0);
});
