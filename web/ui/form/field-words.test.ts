import { expect, test } from 'vitest';
import { labelOf, unsavedInWords } from './field-words.ts';

test('what is unsaved is named, up to three by name', () => {
  expect(unsavedInWords(['Name'])).toBe('You changed Name.');
  expect(unsavedInWords(['Name', 'Price'])).toBe('You changed Name and Price.');
  expect(unsavedInWords(['Name', 'Price', 'Image'])).toBe('You changed Name, Price and Image.');
  expect(unsavedInWords(['Name', 'Price', 'Image', 'End'])).toBe('You changed Name, Price and 2 more.');
});

test('a field is called by its word, or by its own name', () => {
  expect(labelOf('ticket_price')).toBe('Ticket price');
  expect(labelOf('usd_price', () => ({ label: 'USD price' }))).toBe('USD price');
});
