/** Files for tests, and waiting for what becomes of them. */
import { expect } from 'vitest';
import type { ClassImport } from '../features/class-imports/contract.ts';
import type { SiteImport } from '../features/site-imports/contract.ts';
import type { UserImport } from '../features/user-imports/contract.ts';
import type { Call } from './harness.ts';
import { until } from './until.ts';

export function csvForm(
  text: string | Buffer,
  fields: Record<string, string> = {},
  name = 'people.csv',
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append(
    'file',
    new File([typeof text === 'string' ? text : new Uint8Array(text)], name, { type: 'text/csv' }),
  );
  return form;
}

/** The import once nothing of it is under way. */
export function over(call: Call, id: number): Promise<UserImport> {
  return ended(call, `users-import/${id}`);
}

/** As {@link over}, of a program's history. */
export function overSiteImport(call: Call, id: number): Promise<SiteImport> {
  return ended(call, `site-import/${id}`);
}

/** As {@link over}, of classes. */
export function overClassImport(call: Call, id: number): Promise<ClassImport> {
  return ended(call, `classes-import/${id}`);
}

async function ended<Import extends { state: string }>(call: Call, path: string): Promise<Import> {
  const { status, body } = await until(async () => {
    const answer = await call('GET', path);
    expect(['checking', 'running'], JSON.stringify(answer.body)).not.toContain(answer.body.import?.state);
    return answer;
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.import;
}

/** Characters that a test may need of Windows-1252 beyond Latin-1 are not here. */
export function encoded(
  text: string,
  encoding: 'utf-8' | 'utf-8 with a mark' | 'utf-16le' | 'utf-16be' | 'windows-1252',
): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8 with a mark') return Buffer.from(`\ufeff${text}`);
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return Buffer.from(text, 'latin1');
}
