import { CURRENCIES } from '../../../core/money.ts';

export const CURRENCY_CHOICES = CURRENCIES.map((currency) => ({ value: currency, label: currency }));
