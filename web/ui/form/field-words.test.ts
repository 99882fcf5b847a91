import { expect, test } from 'vitest';
import { labelOf, unsavedInWords } from './field-words.ts';

test('what is unsaved is named, up to three by name', () => {
  expect(unsavedInWords(['Name'])).toBe('Name is not saved.');
  expect(unsavedInWords(['Name', 'Price'])).toBe('Name and Price are not saved.');
  expect(unsavedInWords(['Name', 'Price', 'Image'])).toBe('Name, Price and Image are not saved.');
  expect(unsavedInWords(['Name', 'Price', 'Image', 'End'])).toBe('Name, Price and 2 more are not saved.');
});

test('a field is called by its word, or by its own name', () => {
  expect(labelOf('ticket_price')).toBe('Ticket price');
  expect(labelOf('usd_price', () => ({ label: 'USD price' }))).toBe('USD price');
});
