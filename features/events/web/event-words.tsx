import { ImagePreview } from '../../../web/parts/images/image-field.tsx';
import { PROGRAM_WORD } from '../../../web/parts/program-name.tsx';
import { wordsOf } from '../../../web/ui/form/field-words.ts';
import { type EventValues, FIELDS } from './event-form.ts';
import { type GivenProduct, productInWords } from './product-search.tsx';

const moment = (value: unknown) => String(value).replace('T', ' ');

export const eventWords = wordsOf(FIELDS, {
  start_at: { label: 'Start', show: moment },
  end_at: { label: 'End', show: moment },
  program_id: PROGRAM_WORD,
  product: { show: (product) => (product ? productInWords(product as GivenProduct) : 'none') },
  image: { show: (image) => <ImagePreview image={image as EventValues['image']} /> },
});
