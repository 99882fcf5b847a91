import type { ReactNode } from 'react';
import { apiOf } from '../../../web/api.ts';
import { useSearchScope } from '../../../web/program/use-search-scope.tsx';
import { SearchChoice } from '../../../web/ui/chooser/search-choice.tsx';
import { giftProductsContract } from '../../gift-products/contract.ts';
import { PRODUCT_TYPE_NAMES } from '../../gift-products/rules.ts';
import type { Event } from '../contract.ts';

const api = apiOf({ giftProducts: giftProductsContract });

const PRODUCTS_LIMIT = 20;

export type GivenProduct = NonNullable<Event['product']>;

export function productInWords({ id, name, type }: GivenProduct): string {
  return `${name} · ${PRODUCT_TYPE_NAMES[type]} · #${id}`;
}

type ProductSearchProps = {
  value: GivenProduct | null;
  onChange: (product: GivenProduct | null) => void;
  error?: ReactNode;
  fixed: string;
};

/** Chooses an event's product: one assigned to the own program, or any for staff of all programs. */
export function ProductSearch({ fixed, ...props }: ProductSearchProps) {
  const { program_id, words } = useSearchScope();
  return (
    <SearchChoice<GivenProduct>
      {...props}
      label="Product"
      placeholder="Name or ID"
      description={
        fixed || (
          <>
            Prize or product. Leave empty if nothing is shipped.
            {words && <> {words}</>}
          </>
        )
      }
      readOnly={fixed !== ''}
      searched={[...api.giftProducts.giftProducts.key(), program_id]}
      search={async (name) =>
        (await api.giftProducts.giftProducts.call({ name, program_id, sort_by: 'name' })).products.slice(
          0,
          PRODUCTS_LIMIT,
        )
      }
      nameOf={productInWords}
      words={{ ask: 'Type a name or an ID', none: 'No matching product' }}
    />
  );
}
