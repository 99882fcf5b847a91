/** Returns `Link` props for a screen and part of its address, which the router's types do not know. */
export function linkTo(to: string, search: object) {
  return { to, search: search as never };
}
