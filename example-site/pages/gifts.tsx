import { Cards, More, Nothing, Picture } from '../parts/cards.tsx';
import type { Page } from '../visits/page.ts';
import type { Visit } from '../visits/visit.ts';

const GIFTS_OF_A_PAGE = 12;

export async function gifts({ site, locale, texts, url }: Visit): Promise<Page> {
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const { products, next } = await site.get('products', { locale, cursor, limit: GIFTS_OF_A_PAGE });
  return {
    title: texts.gifts,
    body: (
      <>
        <h1>{texts.gifts}</h1>
        {products.length === 0 && <Nothing />}
        <Cards>
          {products.map((product) => (
            <li className="card" key={product.id}>
              <Picture of={product} whole sizes="(min-width: 60rem) 22rem, 92vw" />
              <div className="card-text">
                <h2>{product.name}</h2>
                {product.description && <p className="by">{product.description}</p>}
              </div>
            </li>
          ))}
        </Cards>
        <More next={next} />
      </>
    ),
  };
}
