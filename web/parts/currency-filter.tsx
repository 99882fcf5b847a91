import { CURRENCIES, type Currency } from '../../core/money.ts';
import { Choice } from '../ui/chooser/choice.tsx';

type CurrencyFilterProps = {
  value: Currency | undefined;
  onChange: (value: Currency | undefined) => void;
  /** True where the list is never of all currencies. */
  alwaysOne?: boolean;
};

export function CurrencyFilter({ value, onChange, alwaysOne = false }: CurrencyFilterProps) {
  return (
    <Choice
      label="Currency"
      data={CHOICES}
      value={value ?? null}
      onChange={(chosen) => onChange(CURRENCIES.find((one) => one === chosen))}
      nothingFoundMessage="No currency has this name"
      {...(!alwaysOne && {
        placeholder: 'All',
        clearable: true,
        clearButtonProps: { 'aria-label': 'Clear Currency' },
      })}
    />
  );
}

const CHOICES = CURRENCIES.map((currency) => ({ value: currency, label: currency }));
