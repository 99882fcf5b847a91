declare module 'html-to-text' {
  type Selector = { selector: string; format?: string; options?: Readonly<Record<string, unknown>> };
  type Formatter = (
    element: { attribs?: Readonly<Record<string, string>> },
    walk: unknown,
    builder: { addInline(text: string): void },
  ) => void;
  export function convert(
    html: string,
    options?: {
      wordwrap?: number | false | null;
      formatters?: Readonly<Record<string, Formatter>>;
      selectors?: readonly Selector[];
    },
  ): string;
}
