import type { NounDeclaration } from '../../core/noun.ts';
import { listPath, nameOfRow, recordIn, rowsIn } from '../../core/nouns/found-records.ts';
import { commissionsContract } from '../../features/commissions/contract.ts';
import { giftPurchasesContract } from '../../features/gift-purchases/contract.ts';
import { FOUND, type FoundScreen, NOUNS, type UnreadScreen } from '../../features/nouns.ts';
import { payoutBatchesContract } from '../../features/payouts/batches/contract.ts';
import { transactionsContract } from '../../features/transactions/contract.ts';
import { refundsContract } from '../../features/transactions/refunds/contract.ts';
import { refundRequestsContract } from '../../features/transactions/requests/contract.ts';
import { siteUsersContract } from '../../features/users/contract.ts';
import { apiOf, readPath } from '../api.ts';
import { Failure } from '../ui/failure.ts';
import { findCodes } from './find-codes.ts';
import { findTemplates } from './find-templates.ts';
import type { FoundRecord, Options, Scope } from './found-record.ts';

const api = apiOf({
  commissions: commissionsContract,
  giftPurchases: giftPurchasesContract,
  payoutBatches: payoutBatchesContract,
  refundRequests: refundRequestsContract,
  refunds: refundsContract,
  siteUsers: siteUsersContract,
  transactions: transactionsContract,
});

/** A source of records: the `record` of the screen opens them, and users who may open it may search them. */
export type SearchSource = Calls & {
  screen: string;
  /** Subject of the message when a search fails: "Classes could not be searched". */
  plural: string;
};

type Calls = {
  /** Finds by name; undefined where the records have none, or another source has the same. */
  find?: (name: string, scope: Scope) => Promise<FoundRecord[]>;
  /** The name of the record of an id, empty where it has none; fails with 404 where there is none to see. */
  read: (id: number, options: Options) => Promise<string>;
};

/** Calls of screens whose records are not found or read by paths that their noun declares: one that has neither does not compile. */
const OWN_CALLS: Record<UnreadScreen, Calls> & { [Screen in FoundScreen]?: Partial<Calls> } = {
  '/users': {
    find: async (name, { program_id, ...options }) =>
      (await api.siteUsers.userSearch.call({ name, program_id }, options)).users.map(
        ({ id, full_string }) => ({
          id,
          name: full_string,
        }),
      ),
  },
  '/commissions/instructors': {
    find: async (name, scope) => {
      const { program_id, ...options } = scope;
      const [codes, { instructors }] = await Promise.all([
        findCodes(name, scope),
        api.commissions.instructors.call({ name, program_id }, options),
      ]);
      return [...codes, ...instructors.map(personal)];
    },
  },
  '/transactions': {
    read: async (id, options) => {
      const { transactions } = await api.transactions.transactions.call({ id }, options);
      const found = one(transactions);
      return found.class_name ?? found.description;
    },
  },
  '/commissions/held': {
    read: async (id, options) =>
      (await api.commissions.explainCharge.call({ id }, options)).charge.class_name,
  },
  '/giveaways/purchases': {
    read: async (id, options) =>
      (await api.giftPurchases.purchase.call({ id }, options)).purchase.product.name,
  },
  '/giveaways/fulfilments/:id': {
    read: async (id, options) => {
      await api.giftPurchases.fulfilment.call({ id }, options);
      return '';
    },
  },
  '/refunds': {
    read: async (id, options) => {
      const { refund } = await api.refundRequests.refundRequest.call({ id }, options);
      return refund.class_name ?? refund.description;
    },
  },
  '/stripe-events': {
    read: async (id, options) =>
      one((await api.refunds.unbookedEvents.call({ name: `#${id}` }, options)).events).object_id,
  },
  '/payouts/history': {
    read: async (id, options) =>
      personal(one((await api.payoutBatches.payoutsHistory.call({ id }, options)).payouts)).name,
  },
  '/payouts/batches': {
    read: async (id, options) => {
      one((await api.payoutBatches.payoutBatches.call({ id }, options)).batches);
      return '';
    },
  },
  '/email/templates': {
    find: findTemplates,
    // A number is of no template: types have names.
    read: async () => one([]),
  },
};

export const SEARCH_SOURCES: readonly SearchSource[] = FOUND.map(({ screen, plural, entity, list, read }) => {
  const noun = namedLike(NOUNS[entity]);
  const declared: Partial<Calls> = {
    ...(list && {
      async find(name, { program_id, ...options }) {
        const rows = rowsIn(await readPath(listPath(list, { name, program_id }), options));
        return rows.map((row) => ({ id: row.id, name: nameOfRow(noun, row) }));
      },
    }),
    ...(read && {
      async read(id, options) {
        const answer = await readPath(read.replace('{id}', String(id)), options);
        return nameOfRow(noun, recordIn(answer, id) ?? notFound());
      },
    }),
  };
  return { screen, plural, read: notFound, ...declared, ...OWN_CALLS[screen] };
});

/** The noun whose name a record bears that has none of its own. */
function namedLike(noun: NounDeclaration): NounDeclaration {
  const { named_by } = noun;
  return named_by && !named_by.column ? NOUNS[named_by.noun as keyof typeof NOUNS] : noun;
}

function one<Row>([found]: readonly Row[]): Row {
  return found ?? notFound();
}

function notFound(): never {
  throw new Failure(404, { message: 'Not found' });
}

function personal({
  id,
  first_name,
  last_name,
}: {
  id: number;
  first_name: string;
  last_name: string;
}): FoundRecord {
  return { id, name: `${first_name} ${last_name}`.trim() };
}
