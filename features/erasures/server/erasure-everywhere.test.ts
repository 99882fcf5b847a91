/** A rare name with an apostrophe, an umlaut and an ampersand, in all that a person does: nowhere after the erasure. */
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import pg from 'pg';
import { expect, test } from 'vitest';
import { erasedReferences } from '../../../server/sites/facts.ts';
import { makeClass, makeInstructor } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { ledgerSums, placesOf } from '../../../test/rows/person-everywhere.ts';
import { makePersonOnSite } from '../../../test/rows/person-on-site.ts';
import { settledChanges, useSettledFeed } from '../../../test/rows/site-changes.ts';
import { system } from '../../../test/system.ts';
import { until } from '../../../test/until.ts';
import { importCatalogue } from '../../classes/server/catalogue-import.ts';
import { eraseDue } from './erase.ts';

useSettledFeed();
let logged = '';
const log = new Writable({
  write(piece, _, done) {
    logged += String(piece);
    done();
  },
});
const app = useTestApp({ logLevel: 'info' }, { log });
const db = () => app().platform.database.everything;

async function finish(): Promise<void> {
  await until(async () => {
    expect(await eraseDue(app().platform)).toEqual([]);
    const open = await db().selectFrom('erasures').select('id').where('state', '=', 'running').execute();
    expect(open).toEqual([]);
  });
}

test('nothing of what they did on the site names them, and every ledger sums up as before', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const person = await makePersonOnSite(app(), call);
  const { program_id } = person;
  const course = `course of ${person.email}`;
  const { id: instructor_id } = await makeInstructor(db(), { program_id });
  await makeClass(db(), { program_id, instructor_id, external_id: course });
  const before = await placesOf(app(), person.wanted);
  const tables = new Set(before.map((place) => place.split(':')[0]));
  expect([...tables].filter((place) => place?.startsWith('public.')).length).toBeGreaterThan(15);
  expect([...tables].filter((place) => place?.endsWith('.eml')).length).toBeGreaterThan(2);
  const sums = await ledgerSums(app());
  const { status, body } = await call('POST', `user/${person.id}/erasure`, { email: person.email });
  expect([status, body.message]).toEqual([200, undefined]);
  await finish();
  expect(await placesOf(app(), person.wanted)).toEqual([]);
  expect(person.wanted.filter((text) => logged.includes(text))).toEqual([]);
  expect(await ledgerSums(app())).toEqual(sums);
  await toldAgain(person);
  const catalogue = await importCatalogue(
    system(db()),
    oneFile(`course_id,course_title,price\n${course},Anew,5\n`),
    {
      program_id,
    },
  );
  expect(catalogue).toMatchObject({
    created: 0,
    rejections: [{ line: 2, reason: 'the id names a user who was erased' }],
  });
  await comparedWithGuesses(program_id, [course, person.email]);
});

async function* oneFile(text: string) {
  yield Buffer.from(text);
}

/** Hashes say nothing to whoever guesses, and those that were made before by the text alone are refused as well. */
async function comparedWithGuesses(program_id: number, guesses: readonly string[]): Promise<void> {
  const owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  const hash = (said: string) => `erased-${createHash('sha256').update(said).digest('hex').slice(0, 40)}`;
  const { rows } = await owner.query('select reference from erased_references');
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.filter(({ reference }) => guesses.map(hash).includes(reference))).toEqual([]);
  await owner.query('insert into erased_references (program_id, kind, reference) values ($1, $2, $3)', [
    program_id,
    'charge',
    hash('order of before'),
  ]);
  await owner.end();
  const references = ['order of before', 'order of nobody'];
  const found = await erasedReferences(db(), { program_id, kind: 'charge', references });
  expect([...found]).toEqual(['order of before']);
}

/** What the site tells again of the person, or by a reference that named them, is neither booked twice nor makes them anew. */
async function toldAgain({
  id,
  email,
  first_name,
  headers,
  sale,
}: Awaited<ReturnType<typeof makePersonOnSite>>) {
  const tell = async (url: string, body: object) => {
    const answer = await app().call('POST', `/api/site/${url}`, body, headers);
    return [answer.status, answer.body.code, answer.body.errors?.[0]?.path];
  };
  const taken = [409, 'REFERENCE_TAKEN', 'reference'];
  expect(await tell('users', { reference: email, email, first_name })).toEqual(taken);
  expect(await tell('charges', sale)).toEqual(taken);
  expect(await tell('charges', { ...sale, user_id: undefined, reference: 'another order' })).toEqual([
    409,
    'PROVIDER_REF_TAKEN',
    'provider_ref',
  ]);
  const lesson = {
    class_id: sale.class_id,
    start_at: '2026-05-01T10:00:00Z',
    end_at: '2026-05-01T11:00:00Z',
  };
  expect(await tell('sessions', { ...lesson, reference: `lesson of ${email}` })).toEqual(taken);
  const mixed = [
    { reference: email, email },
    { reference: 'somebody new', email: 'new@example.org' },
  ];
  const { body } = await app().call('POST', '/api/site/users', { items: mixed }, headers);
  expect(body.results.map(({ state }: { state: string }) => state)).toEqual(['rejected', 'created']);
  const people = await db().selectFrom('site_users').select('id').where('email', '=', email).execute();
  expect(people).toEqual([]);
  const read = await app().call('GET', `/api/site/users/${id}`, undefined, headers);
  expect(read.status).toBe(404);
  await settledChanges(db());
  const feed = await app().call('GET', '/api/site/changes?limit=200', undefined, headers);
  expect(feed.body.changes).toContainEqual(expect.objectContaining({ kind: 'user', id, change: 'deleted' }));
}
