/** Forms that work without a script: they are sent, and a 303 leads on. */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import type { Texts } from '../languages/en.ts';
import type { Failure } from '../visits/failures.ts';
import { newFormToken } from '../visits/form-tokens.ts';
import { within } from '../visits/visit.ts';
import { useVisit } from './visit-context.ts';

type FormProps = {
  action: string;
  submit: string;
  failure?: Failure | undefined;
  quiet?: boolean;
  /** A get form keeps what it asks in the address. */
  method?: 'get' | 'post';
  className?: string;
  /** A script takes what stands behind the `#` of the address into the field `token`. */
  takesToken?: boolean;
  children?: ReactNode;
};

export function Form({ action, submit, failure, quiet, method = 'post', takesToken, ...rest }: FormProps) {
  const { className, children } = rest;
  const visit = useVisit();
  return (
    <form
      method={method}
      action={within(visit, action)}
      className={className}
      data-token={takesToken ? '' : undefined}
    >
      {failure && <Trouble failure={failure} />}
      {method === 'post' && <input type="hidden" name="form_token" value={newFormToken()} />}
      {children}
      <button type="submit" className={quiet ? 'quiet' : undefined}>
        {submit}
      </button>
    </form>
  );
}

/** Refusals that no field of the form can show stand above it. */
function Trouble({ failure: { message, fields } }: { failure: Failure }) {
  const { form, texts } = useVisit();
  const elsewhere = Object.entries(fields).filter(([path]) => !form.has(path));
  return (
    <div className="trouble" role="alert">
      <p>{message}</p>
      {elsewhere.map(([path, text]) => (
        <p key={path} {...languageOfWords(text, texts)}>
          {text}
        </p>
      ))}
    </div>
  );
}

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'defaultValue'> & {
  name: string;
  label: string;
  value?: string | number;
  failure?: Failure | undefined;
};

type ChoiceProps = {
  name: string;
  label: string;
  value?: string | number;
  options: readonly { value: string | number; label: string; lang?: string }[];
  failure?: Failure | undefined;
};

/** A choice of one; it keeps what was chosen. */
export function Choice({ name, label, value, options, failure }: ChoiceProps) {
  const { form } = useVisit();
  const id = useId();
  const error = failure?.fields[name];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={form.get(name) ?? value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldError id={id} error={error} />
    </div>
  );
}

/** Words of the office are English; the site's own are in the language of the page. */
function languageOfWords(words: string, texts: Texts): { lang?: 'en' } {
  return Object.values(texts).includes(words) ? {} : { lang: 'en' };
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  const { texts } = useVisit();
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="error" {...languageOfWords(error, texts)}>
      {error}
    </p>
  );
}

/** A field keeps what was typed, but for passwords. */
export function Field({ name, label, value, failure, type = 'text', ...rest }: FieldProps) {
  const { form } = useVisit();
  const id = useId();
  const error = failure?.fields[name];
  const typed = type === 'password' ? undefined : (form.get(name) ?? value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        dir="auto"
        {...rest}
        id={id}
        name={name}
        type={type}
        defaultValue={typed}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}
