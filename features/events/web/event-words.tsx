import { ImagePreview } from '../../../web/parts/images/image-field.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import type { EventValues } from './event-form.ts';
import { type GivenProduct, productInWords } from './product-search.tsx';

export const eventWords: FieldWords = (field) => WORDS[field as keyof EventValues];

const moment = (value: unknown) => String(value).replace('T', ' ');

const WORDS: Partial<Record<keyof EventValues, ReturnType<FieldWords>>> = {
  usd_price: { label: 'USD price' },
  start_at: { label: 'Start', show: moment },
  end_at: { label: 'End', show: moment },
  program_id: { label: 'Program', show: (id) => <ProgramName id={Number(id)} /> },
  auto_assign: { label: 'Assign to all new program sites' },
  product: { show: (product) => (product ? productInWords(product as GivenProduct) : 'none') },
  image: { show: (image) => <ImagePreview image={image as EventValues['image']} /> },
};
