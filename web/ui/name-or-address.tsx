/** Allows an address to break before its domain. */
export function NameOrAddress({ text }: { text: string }) {
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
