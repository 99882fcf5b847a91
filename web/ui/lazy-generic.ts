import { type ComponentType, lazy } from 'react';

/** `lazy` for a component with a type parameter, which the type of `lazy` itself would lose. */
export function lazyGeneric<Component>(load: () => Promise<Component>): Component {
  const asDefault = async () => ({ default: (await load()) as ComponentType });
  return lazy(asDefault) as unknown as Component;
}
