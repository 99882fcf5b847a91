import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test('a machine without the parts is told which they are, and that is no failure', () => {
  const env = { ...process.env, DRILL_ROOT: path.join(tmpdir(), 'provost-no-drill') };
  const drill = path.join(import.meta.dirname, 'drill.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [drill], { env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [first, ...missing] = stdout.trim().split('\n');
  expect(first).toBe('The drill is skipped: npm run drill -- --prepare makes its parts.');
  expect(missing.length).toBeGreaterThan(0);
  for (const line of missing) expect(line).toMatch(/^[^:]+: \S/);
});
