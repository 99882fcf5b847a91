/** What a feature says of its site routes: the tests of keys, success and odd requests are made from it. */
import type { Db } from '../../server/db/client.ts';
import type { TestApp } from '../harness.ts';
import type { Ids } from './route-cases.ts';

/** A program with a key; `mark` stands in every text that a case writes, so that a leak can be seen. */
export type SiteStage = { app: TestApp; db: Db; program_id: number; mark: string };

/** One request of the program's site, and what must be true once it has been answered with 200. */
export type SiteRequest = {
  id?: Ids | Record<string, string>;
  query?: string;
  body?: unknown;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever came over the wire.
  effect: (answer: any) => Promise<void> | void;
};

export type SiteCase = {
  /** Makes what the request needs in the program. */
  request: (stage: SiteStage) => Promise<SiteRequest>;
  /** Answer to the same request by the site of another program; 404 unless told. */
  foreign?: 200 | 400 | 401 | 404;
  /** Further answers to odd requests than 200, 400 and 404. */
  odd?: readonly number[];
};

/** A new route of the site contract does not compile without its case. */
export type SiteCases<Contract> = { [Route in keyof Contract]: SiteCase };
