/** What a `Link` needs to lead to a screen and a part of its address, which the router knows nothing of. */
export function linkTo(to: string, search: object) {
  return { to, search: search as never };
}
